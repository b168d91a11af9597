//! On air: name and bio, the code on a signal panel in brackets, the address and its waveform.

use super::{OUT, TALL, WIDE, address, bio, count, larger};
use crate::art::Art;
use crate::drawer::DrawError;
use crate::look::night::card::{STEPS, TIGHT, seed};
use crate::look::night::instruments::waveform;
use crate::look::night::plate;
use crate::look::night::signal::Signal;
use crate::photo::{Photo, scan};
use crate::qr::maker::Maker;
use crate::qr::modules::{Eyes, Modules};
use crate::qr::sticker::night::{brackets, panel};
use crate::svg::rect;
use crate::text::{Step, faces};
use crate::tints::readable;

/// How much larger lines are than on a share card.
const LARGER_LINES: f64 = 1.6;
/// The left and right edge of words.
const LEFT: f64 = 103.0;
const RIGHT: f64 = 1137.0;
/// The panel: left, top, width, height.
const PANEL: [f64; 4] = [235.0, 721.0, 770.0, 770.0];
/// The portrait: top and side, of its brackets; how far inside of them it lies.
const PORTRAIT: (f64, f64, f64) = (209.0, 250.0, 12.0);
/// The middle of the name beside it.
const MIDDLE: f64 = 334.0;
/// The tallest name over a bio, and alone.
const TALLEST: (f64, f64) = (292.0, 440.0);

pub(super) fn scene(maker: &mut Maker<'_>) -> Result<(), DrawError> {
    let art = plate::scene(maker.input.tints, WIDE / LARGER_LINES, TALL / LARGER_LINES);
    maker.print.plate(&art, LARGER_LINES, -OUT, -OUT)
}

pub(super) fn draw(maker: &mut Maker<'_>) -> Result<(), DrawError> {
    let input = maker.input;
    let tints = input.tints;
    let signal = readable(tints.bg, &[tints.accent, tints.accent_text, tints.on]);
    status(maker)?;
    let left = if portrait(maker)? { LEFT + PORTRAIT.1 + 42.0 } else { LEFT };

    let measure = RIGHT - left;
    let steps: Vec<Step> = larger(STEPS)
        .into_iter()
        .filter(|step| {
            let tall = step.size * 1.08 * f64::from(u32::try_from(step.lines).unwrap_or(u32::MAX));
            tall <= if step.lines > 2 { TALLEST.1 } else { TALLEST.0 }
        })
        .collect();
    let name = input.name(input.display(&faces::MICHROMA, TIGHT), &steps, |_, _| measure);
    let leading = name.size * if name.cjk { 1.14 } else { 1.08 };
    let tall = leading * count(&name);
    let top = (MIDDLE - tall / 2.0).max(184.0);
    let first = top + name.size * if name.cjk { 0.94 } else { 0.89 };
    let edge = name.lines.first().map_or(0.0, |line| line.ink[0].clamp(0.0, name.size * 0.1));
    maker.lines(&name, left - edge, first, leading, readable(tints.bg, &[tints.on, tints.ink]));
    let bio = bio(input.parts, input.text(&faces::SAIRA_500, 0.0), 60.0, 920.0, &name);
    let below = if input.avatar().is_some() { 568.0 } else { (top + tall + 96.0).min(568.0) };
    maker.lines(&bio, LEFT, below, 74.0, readable(tints.bg, &[tints.ink, tints.on]));

    panel(maker, PANEL)?;
    let place = maker.place(342.0, 828.0, 556.0);
    maker.code(place, Modules::Joined(0.0), Eyes::Cut(1.5));
    let address = address(maker, &faces::MARTIAN_500, 0.0, 54.0, RIGHT - LEFT);
    maker.column(&address, 620.0, 1588.0, 0.0, signal);
    let bars = waveform(seed(&input.parts.address), 78, -429.0, 0.0, tints.accent, input.parts.record);
    maker.print.under(&format!("<g transform='translate(620 1654) scale(1.1)'>{bars}</g>"))
}

/// On air, and where.
fn status(maker: &mut Maker<'_>) -> Result<(), DrawError> {
    let input = maker.input;
    let tints = input.tints;
    maker.print.under(&format!(
        "{}<path d='M{LEFT} 158H{RIGHT}' stroke='{}' stroke-width='2.6' opacity='.42'/>",
        rect(LEFT, 99.0, 26.0, 26.0, &format!("fill='{}'", tints.accent)),
        tints.accent
    ))?;
    let mut left = LEFT + 46.0;
    if let Some(air) = input.fixed(&faces::MARTIAN_500, 0.02).line("ON AIR", 37.0) {
        maker.print.words(&air, left, 125.0, readable(tints.bg, &[tints.accent, tints.accent_text, tints.on]));
        left += air.width + 60.0;
    }
    let Some(place) = &input.parts.place else { return Ok(()) };
    let setting = input.fixed(&faces::MARTIAN_400, 0.02);
    if let Some(place) = setting.shrink(&place.to_uppercase(), 37.0, 28.0, RIGHT - left) {
        let ink = readable(tints.bg, &[tints.soft, tints.on]);
        maker.lines(&place, RIGHT - place.width(), 125.0, 0.0, ink);
    }
    Ok(())
}

/// The portrait in its brackets; whether there is one.
fn portrait(maker: &mut Maker<'_>) -> Result<bool, DrawError> {
    let Some((picture, crop)) = maker.input.avatar() else { return Ok(false) };
    let tints = maker.input.tints;
    let (top, side, inset) = PORTRAIT;
    let inside = side - 2.0 * inset;
    // Drawn at half the size, so that its lines are as wide as on a screen.
    let mut photo = Photo::covering(picture, crop, 113, 113, tints.bg.bytes());
    scan::scan(&mut photo, &Signal::of(tints).tones, 4, 0.62);
    let Some(pixels) = photo.to_pixels() else { return Ok(false) };
    let mut art = Art::new();
    let image = art.image(pixels, LEFT + inset, top + inset, inside, inside, "");
    art.add(image);
    art.add(brackets([LEFT + 3.0, top + 3.0, LEFT + side - 3.0, top + side - 3.0], 40.0, 6, tints.accent));
    maker.print.lay(&art)?;
    Ok(true)
}
