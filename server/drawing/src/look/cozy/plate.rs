//! The plate of cozy: a desk from above, the light across it (`docs/design/cards.md`, 3, "cozy"; looks, 2 "Background").

use super::colours::{Colours, DeskMaterial};
use crate::svg::stop;
use crate::tints::{Tints, hex};

/// All of the card.
const ALL: &str = "width='1200' height='630'";
/// Joints of the planks, from the top.
const JOINTS: [u32; 3] = [120, 332, 544];

/// The scene.
pub(super) fn plate(tints: &Tints) -> String {
    let colours = Colours::of(tints);
    let (upper, lower) = colours.ground;
    let mut out = format!(
        "<linearGradient id='wood' x2='0' y2='1'>{}{}</linearGradient><rect {ALL} fill='url(#wood)'/>",
        stop(0.0, upper, 1.0),
        stop(1.0, lower, 1.0)
    );
    match colours.desk {
        DeskMaterial::Oak => {
            out += &planks(".36 .19 .07", (1.25, -0.46), 0.26);
            out += &joints("#421e06", 0.5, "#ffe6b4", 0.28);
            out += &vignette(0x46_1e04, 0.42);
            out += &window(0xff_f3d0, 0.85, 0xff_ecbe, 0.28);
            out += &shade(1.0);
        }
        DeskMaterial::Lamplight => {
            out += &planks(".03 .014 .006", (1.35, -0.44), 0.3);
            out += &joints("#0a0400", 0.7, "#ffc882", 0.12);
            out += &lamp();
            out += &shade(0.7);
        }
        DeskMaterial::Linen => {
            out += &weave();
            out += &vignette(0x6e_5a3c, 0.2);
            out += &window(0xff_fdf4, 0.8, 0xff_fcf0, 0.3);
            out += &hem();
            out += &shade(0.62);
        }
        DeskMaterial::Blotter => {
            out += LEATHER;
            out += &vignette(0x04_140e, 0.5);
            out += &window(0xe2_ffe2, 0.34, 0xdc_fadc, 0.1);
            out += &brass();
            out += &shade(1.0);
        }
    }
    out
}

/// Grain in two layers: long veins, and a finer one, fainter than on the page: it costs bytes and is not seen.
fn planks(colour: &str, (slope, offset): (f64, f64), fine: f64) -> String {
    let [r, g, b] = {
        let mut parts = colour.split(' ');
        [(); 3].map(|()| parts.next().unwrap_or("0"))
    };
    let tint = format!("0 0 0 0 {r} 0 0 0 0 {g} 0 0 0 0 {b}");
    format!(
        "<filter id='veins' filterUnits='userSpaceOnUse' x='0' y='0' {ALL} color-interpolation-filters='sRGB'>\
         <feTurbulence type='fractalNoise' baseFrequency='.0016 .055' numOctaves='4'/><feColorMatrix values='{tint} {slope} 0 0 0 {offset}'/></filter>\
         <filter id='fine' filterUnits='userSpaceOnUse' x='0' y='0' {ALL} color-interpolation-filters='sRGB'>\
         <feTurbulence type='fractalNoise' baseFrequency='.012 .7' numOctaves='2' seed='4'/><feColorMatrix values='{tint} 1.5 0 0 0 -.6'/></filter>\
         <rect {ALL} filter='url(#veins)'/><rect {ALL} filter='url(#fine)' opacity='{fine}'/>"
    )
}

/// A dark gap and a bright edge under it between planks.
fn joints(dark: &str, depth: f64, bright: &str, shine: f64) -> String {
    JOINTS
        .iter()
        .map(|y| {
            format!(
                "<rect y='{y}' width='1200' height='2' fill='{dark}' opacity='{depth}'/><rect y='{}' width='1200' height='1' fill='{bright}' opacity='{shine}'/>",
                y + 2
            )
        })
        .collect()
}

/// Light from the window at the upper left.
fn window(near: u32, strong: f64, far: u32, weak: f64) -> String {
    format!(
        "<radialGradient id='window' gradientUnits='userSpaceOnUse' cx='90' cy='-30' r='860'>{}{}{}</radialGradient><rect {ALL} fill='url(#window)'/>",
        stop(0.0, hex(near), strong),
        stop(0.45, hex(far), weak),
        stop(0.75, hex(far), 0.0)
    )
}

/// Dusk from the lower right.
fn vignette(colour: u32, strong: f64) -> String {
    format!(
        "<radialGradient id='dusk' gradientUnits='userSpaceOnUse' cx='1200' cy='630' r='820'>{}{}</radialGradient><rect {ALL} fill='url(#dusk)'/>",
        stop(0.0, hex(colour), strong),
        stop(0.9, hex(colour), 0.0)
    )
}

/// One warm pool of a lamp, and the dark round it.
fn lamp() -> String {
    let (warm, ember, night) = (hex(0xff_ba60), hex(0xff_b054), hex(0x12_0802));
    format!(
        "<radialGradient id='night' gradientUnits='userSpaceOnUse' cx='600' cy='120' r='900'>{}{}</radialGradient><rect {ALL} fill='url(#night)'/>\
         <radialGradient id='lamp' gradientUnits='userSpaceOnUse' cx='600' cy='200' r='640' gradientTransform='translate(600 200) scale(1 .74) translate(-600 -200)'>{}{}{}</radialGradient><rect {ALL} fill='url(#lamp)'/>",
        stop(0.5, night, 0.0),
        stop(1.0, night, 0.5),
        stop(0.0, warm, 0.46),
        stop(0.45, ember, 0.2),
        stop(1.0, ember, 0.0)
    )
}

/// Threads across and along.
fn weave() -> String {
    let thread = |id: &str, frequency: &str, seed: u32| {
        format!(
            "<filter id='{id}' filterUnits='userSpaceOnUse' x='0' y='0' {ALL} color-interpolation-filters='sRGB'>\
             <feTurbulence type='fractalNoise' baseFrequency='{frequency}' numOctaves='2' seed='{seed}'/>\
             <feColorMatrix values='0 0 0 0 .2 0 0 0 0 .15 0 0 0 0 .08 2.4 0 0 0 -.8'/></filter><rect {ALL} filter='url(#{id})'/>"
        )
    };
    format!("<g opacity='.17'>{}{}</g>", thread("weft", ".9 .06", 1), thread("warp", ".06 .9", 7))
}

/// The stitched hem, 24 from each side.
fn hem() -> String {
    let fold = "<rect width='3' height='630' fill='#5a4b36' opacity='.12'/><rect x='22' width='11' height='630' fill='#5a4b36' opacity='.06'/>\
                <path d='M23 0V630' stroke='#fff' stroke-opacity='.5'/><path d='M24 0V630' stroke='#5a4b36' stroke-opacity='.34' stroke-width='2' stroke-dasharray='7 5'/>";
    format!("{fold}<g transform='translate(1200 0) scale(-1 1)'>{fold}</g>")
}

/// Grain of leather, lit.
const LEATHER: &str = "<filter id='leather' filterUnits='userSpaceOnUse' x='0' y='0' width='1200' height='630' color-interpolation-filters='sRGB'>\
    <feTurbulence type='fractalNoise' baseFrequency='.35' numOctaves='3'/>\
    <feDiffuseLighting surfaceScale='.9' lighting-color='#fff'><feDistantLight azimuth='225' elevation='60'/></feDiffuseLighting></filter>\
    <rect width='1200' height='630' filter='url(#leather)' opacity='.55' style='mix-blend-mode:multiply'/>";

/// Brass on the two upper corners of the leather.
fn brass() -> String {
    let shine = |id: &str, colours: [u32; 3]| {
        format!(
            "<linearGradient id='{id}' x2='1' y2='1'>{}{}{}</linearGradient>",
            stop(0.0, hex(colours[0]), 1.0),
            stop(0.48, hex(colours[1]), 1.0),
            stop(0.5, hex(colours[2]), 1.0)
        )
    };
    format!(
        "{}{}<path d='M0 0H34L0 34z' fill='url(#brass)'/><path transform='translate(1200 0) scale(-1 1)' d='M0 0H34L0 34z' fill='url(#brass2)'/>",
        shine("brass", [0xf1_d58c, 0xb9_8a35, 0x7d_5716]),
        shine("brass2", [0xe7_c677, 0xa9_7b2b, 0x6f_4c12])
    )
}

/// The shadows of leaves at the left, and of the window's bar (style/looks/cozy/scene.css).
fn shade(strength: f64) -> String {
    const LEAVES: [(i32, i32, i32, i32, i32); 9] = [
        (106, 180, 64, 19, -48),
        (166, 146, 40, 14, -34),
        (28, 232, 52, 20, -62),
        (104, 426, 68, 25, 3),
        (-6, 294, 74, 28, -10),
        (196, 470, 42, 15, 24),
        (128, 500, 60, 17, -12),
        (66, 578, 62, 18, 10),
        (-10, 398, 40, 22, 40),
    ];
    let leaves: String = LEAVES
        .iter()
        .map(|(x, y, rx, ry, turn)| {
            format!("<ellipse cx='{x}' cy='{y}' rx='{rx}' ry='{ry}' transform='rotate({turn} {x} {y})'/>")
        })
        .collect();
    format!(
        "<filter id='soft' filterUnits='userSpaceOnUse' x='0' y='0' {ALL}><feGaussianBlur stdDeviation='11'/></filter>\
         <g opacity='{strength}' fill='#1c1007'><g filter='url(#soft)' opacity='.17'><path d='M540-40H584L748 680H706z'/></g>\
         <g filter='url(#soft)' opacity='.28'>{leaves}<path d='M-60 330 210 452 206 458-60 344zM20 250 128 168 131 172 22 256z'/></g></g>"
    )
}
