//! Still life of cozy's desk: the coil of the pad, a pencil, the ring of a cup, a paper clip (style/looks/cozy/profile.css).

use super::colours::{Colours, DeskMaterial};
use super::stage::{NEAR, shadows};
use crate::look::rough::Outline;

/// The wire of the pad along its upper edge, and the holes it goes through.
pub(super) fn coil(colours: &Colours, x: f64, y: f64, width: f64) -> String {
    const FIRST: f64 = 23.0;
    const APART: f64 = 27.0;
    let count = ((width - 2.0 * FIRST) / APART) as usize + 1;
    let (mut holes, mut wires) = (String::new(), String::new());
    for at in 0..count {
        let cx = x + FIRST + APART * at as f64;
        holes += &format!("<circle cx='{cx}' cy='{}' r='6.4'/>", y + 15.0);
        wires += &format!("<ellipse cx='{cx}' cy='{}' rx='6' ry='13.5'/>", y + 3.0);
    }
    format!(
        "<linearGradient id='wire' gradientUnits='userSpaceOnUse' x1='0' y1='{}' x2='0' y2='{}'>\
         <stop stop-color='#77777a'/><stop offset='.3' stop-color='#f6f6f4'/><stop offset='.56' stop-color='#c9c9c8'/><stop offset='.8' stop-color='#8d8d8f'/><stop offset='1' stop-color='#59595c'/></linearGradient>\
         <g fill='{}'>{holes}</g><g fill='none' stroke='{}' stroke-opacity='.3' stroke-width='3.6' transform='translate(1.6 2)'>{wires}</g>\
         <g fill='none' stroke='#5f5f62' stroke-width='4.2'>{wires}</g><g fill='none' stroke='url(#wire)' stroke-width='3.2'>{wires}</g>",
        y - 12.0,
        y + 18.0,
        colours.hole,
        colours.edge
    )
}

/// What a cup left: rings that ran.
pub(super) fn ring() -> String {
    let round = |radius: f64, seed: u32| {
        Outline::round(1120.0, 92.0, radius, |_| radius).pushed(4.0, (0.02, 0.02), 2, seed).path()
    };
    format!(
        "<g fill='none' stroke='#5a2b08' style='mix-blend-mode:multiply'><path d='{}' stroke-opacity='.36' stroke-width='6.5'/>\
         <path d='{}' stroke-opacity='.2' stroke-width='2'/><path d='{}' stroke-opacity='.28' stroke-width='1.6'/></g>",
        round(82.0, 5),
        round(84.5, 5),
        round(75.0, 6)
    )
}

/// A pencil, put down across the pad's corner.
pub(super) fn pencil(colours: &Colours) -> String {
    const PLACE: &str = "translate(1127 42) rotate(23)";
    let shape = format!("<path d='M-12 4Q-12-3 0-3T12 4V226L1 272H-1L-12 226z' transform='{PLACE}'/>");
    let fall = shadows("pencil", colours, (960.0, 0.0, 240.0, 340.0), &shape, &[(8.0, 9.0, 7.0, 0.36), NEAR]);
    format!(
        "{fall}<linearGradient id='ferrule'><stop stop-color='#8d9498'/><stop offset='.35' stop-color='#f0f3f3'/><stop offset='.7' stop-color='#b9c0c2'/><stop offset='1' stop-color='#6a7074'/></linearGradient>\
         <linearGradient id='rubber'><stop stop-color='#d98b8b'/><stop offset='.4' stop-color='#f2b3ae'/><stop offset='1' stop-color='#bd6d6d'/></linearGradient>\
         <g transform='{PLACE}'><path d='M-12.500 18V3Q-12.500-4 0-4T12.500 3V18z' fill='url(#rubber)'/><path d='M-13 13H13V34H-13z' fill='url(#ferrule)'/>\
         <path d='M-13 17.500H13M-13 29.500H13' stroke='#5b6065' stroke-opacity='.4' stroke-width='1.2'/>\
         <path d='M-12.500 34H-6V226H-12.500z' fill='#e2a02a'/><path d='M-6 34H2V226H-6z' fill='#f7c24b'/><path d='M2 34H8V226H2z' fill='#eaa92f'/><path d='M8 34H12.500V226H8z' fill='#b9741a'/>\
         <path d='M-12.500 226Q-9 231-6 226T2 226T8 226T12.500 226L0 272z' fill='#ecc998'/><path d='M5 228Q9 231 12.500 226L0 272z' fill='#c79a66'/>\
         <path d='M-4.300 256 4.300 256 0 273z' fill='#2b2320'/></g>"
    )
}

/// A paper clip over the portrait's upper edge.
pub(super) fn clip(colours: &Colours) -> String {
    const WIRE: &str = "M21 18v36a7.500 7.500 0 0 1-15 0V13a10 10 0 0 1 20 0v43M21 20v-4a5 5 0 0 0-10 0v34";
    // Only the part before the paper: the inner wire runs behind it.
    format!(
        "<g transform='translate(128 57) rotate(7) scale(1.1)' fill='none' stroke-linecap='round'>\
         <path d='{WIRE}' stroke='{}' stroke-opacity='.3' stroke-width='2.8' transform='translate(1.6 2)'/>\
         <path d='{WIRE}' stroke='#7f8488' stroke-width='2.6'/><path d='{WIRE}' stroke='#f3f3f1' stroke-width='1' transform='translate(-.7)'/></g>",
        colours.edge
    )
}

/// Transparent tape with zigzag ends, its middle at a point.
pub(crate) fn tape(colours: &Colours, x: f64, y: f64, turn: f64, width: f64) -> String {
    const HIGH: f64 = 33.0;
    const TEETH: usize = 4;
    let (half, tall) = (width / 2.0, HIGH / 2.0);
    let step = HIGH / (2.0 * TEETH as f64);
    let mut points = Vec::new();
    for at in 0..=2 * TEETH {
        points.push(format!("{:.1} {:.1}", half - if at % 2 == 0 { 0.0 } else { 3.6 }, step * at as f64 - tall));
    }
    for at in (0..=2 * TEETH).rev() {
        points.push(format!("{:.1} {:.1}", if at % 2 == 0 { 0.0 } else { 3.6 } - half, step * at as f64 - tall));
    }
    let points = points.join(" ");
    let strength = if colours.desk == DeskMaterial::Lamplight { 0.6 } else { 0.68 };
    format!(
        "<linearGradient id='tape'><stop stop-color='#fff0be' stop-opacity='.35'/><stop offset='.3' stop-color='#fff0be' stop-opacity='0'/><stop offset='.7' stop-color='#c8963c' stop-opacity='0'/><stop offset='1' stop-color='#c8963c' stop-opacity='.22'/></linearGradient>\
         <g transform='translate({x} {y}) rotate({turn})'><polygon points='{points}' transform='translate(.6 1.4)' fill='{}' opacity='.16'/>\
         <polygon points='{points}' fill='#f0d68c' opacity='{strength}'/><polygon points='{points}' fill='url(#tape)'/></g>",
        colours.edge
    )
}
