//! Words, scope, scan, note and stamp of night (cards, 3 "night").

use mantel_model::theme::BackgroundStyle;

use super::instruments::{arcs, radar, sweep, ticks, waveform};
use super::signal::Signal;
use super::{CUT, PANEL, RETICLE, SCOPE};
use crate::art::Art;
use crate::look::CardInput;
use crate::photo::{Photo, scan};
use crate::steps;
use crate::svg::{circle, num, rect, words, words_with};
use crate::text::{Block, Step, faces};
use crate::tints::readable;

/// Sizes and lines of a name (cards, 2).
pub(crate) const STEPS: &[Step] = steps![116.0, 104.0, 96.0; 2, 84.0, 72.0; 3, 62.0, 52.0, 46.0; 4, 40.0; 5];
/// The left edge of words.
const LEFT: f64 = 64.0;
/// The right edge of words: the scope begins.
const RIGHT: f64 = 592.0;
/// The letter spacing of the display face, em (looks, 7 "Type").
pub(crate) const TIGHT: f64 = -0.035;
/// How far down the em the baseline of a name is, and how far below the last one the bio begins.
const RISE: f64 = 0.8;

/// Pictures and words, laid on the stage.
pub fn card(sheet: &CardInput<'_>) -> Art {
    let mut art = Art::new();
    let signal = Signal::of(sheet.tints);
    let over = if sheet.tints.backdrop == BackgroundStyle::Image {
        sheet.ground(LEFT, 60.0, RIGHT - LEFT, 510.0)
    } else {
        String::new()
    };
    art.add(over);
    scope(&mut art, sheet, &signal);
    status(&mut art, sheet);
    heading(&mut art, sheet);
    foot(&mut art, sheet, &signal);
    note(&mut art, sheet);
    stamp(&mut art, sheet, &signal);
    art
}

/// The picture in the scope, or a radar with a blip for each section.
fn scope(art: &mut Art, sheet: &CardInput<'_>, signal: &Signal) {
    let (x, y, r) = SCOPE;
    let accent = sheet.tints.accent;
    art.add(format!("<clipPath id=\"scope\">{}</clipPath>", circle(x, y, r, "")));
    if let Some((picture, crop)) = sheet.picture() {
        let mut photo = Photo::covering(picture, crop, 424, 424, sheet.tints.bg.bytes());
        scan::scan(&mut photo, &signal.tones, 4, 0.58);
        if let Some(pixels) = photo.to_pixels() {
            let image = art.image(pixels, x - r, y - r, 2.0 * r, 2.0 * r, "");
            art.add(format!("<g clip-path=\"url(#scope)\">{image}{}</g>", sweep(x, y, r, accent)));
        }
        return;
    }
    let (rings, blips) = radar(x, y, r, accent, sheet.parts.sections);
    art.add(format!("<g clip-path=\"url(#scope)\">{rings}{}</g>", sweep(x, y, r, accent)));
    let label = sheet.fixed(&faces::MARTIAN_400, 0.0);
    // With more than four the numbers would meet.
    for (number, (bx, by)) in blips.iter().enumerate().filter(|_| blips.len() <= 4) {
        let Some(line) = label.line(&format!("{:02}", number + 1), 16.0) else { continue };
        let side = if *bx < x { -(line.width + 16.0) } else { 16.0 };
        art.add(words(&line, bx + side, by + 6.0, readable(signal.glass, &[accent, sheet.tints.on])));
    }
}

/// The status line: on air, and where.
fn status(art: &mut Art, sheet: &CardInput<'_>) {
    let tints = sheet.tints;
    let label = sheet.fixed(&faces::MARTIAN_500, 0.02);
    art.add(rect(LEFT, 40.0, 16.0, 16.0, &format!("fill=\"{}\"", tints.accent)));
    let mut x = LEFT + 30.0;
    if let Some(air) = label.line("ON AIR", 22.0) {
        art.add(words(&air, x, 56.0, readable(tints.bg, &[tints.accent, tints.accent_text, tints.on])));
        x += air.width + 36.0;
    }
    let Some(place) = &sheet.parts.place else { return };
    let label = sheet.fixed(&faces::MARTIAN_400, 0.02);
    if let Some(place) = label.shrink(&place.to_uppercase(), 22.0, 17.0, RIGHT - x) {
        art.add(lines(&place, x, 56.0, 0.0, &format!("fill=\"{}\"", readable(tints.bg, &[tints.soft, tints.on]))));
    }
}

/// Name and bio.
fn heading(art: &mut Art, sheet: &CardInput<'_>) {
    let setting = sheet.display(&faces::MICHROMA, TIGHT);
    let name = sheet.name(setting, STEPS, |_, _| 536.0);
    let leading = if name.cjk { 1.14 } else { 1.08 } * name.size;
    let top = if sheet.bare() { 150.0 } else { 100.0 };
    let first = top + if name.cjk { 0.87 } else { RISE } * name.size;
    let color = sheet.words_color();
    // Letters begin at the edge, not their side bearings.
    let edge = name.lines.first().map_or(0.0, |line| line.ink[0].clamp(0.0, name.size * 0.1));
    art.add(lines(&name, LEFT - edge + 2.0, first, leading, &format!("fill=\"{color}\"")));
    let Some(bio) = &sheet.parts.bio else { return };
    #[expect(clippy::cast_precision_loss, reason = "a few lines")]
    let last = first + (name.lines.len().max(1) - 1) as f64 * leading;
    let y = last + 0.2 * name.size + 50.0;
    // The portrait begins at 453.
    let most = if y + 42.0 > 444.0 { 1 } else { 2 };
    let words = readable(sheet.tints.bg, &[sheet.tints.ink, sheet.tints.on]);
    let ink = if sheet.tints.backdrop == BackgroundStyle::Image { sheet.tints.ink } else { words };
    if let Some(bio) = sheet.text(&faces::SAIRA_500, 0.0).clamp(bio, 34.0, most, 500.0) {
        art.add(lines(&bio, LEFT, y, 42.0, &format!("fill=\"{ink}\"")));
    }
}

/// The portrait in its brackets, the address, the waveform.
fn foot(art: &mut Art, sheet: &CardInput<'_>, signal: &Signal) {
    let tints = sheet.tints;
    let mut x = LEFT;
    if let Some((picture, crop)) = sheet.avatar() {
        let mut photo = Photo::covering(picture, crop, 112, 112, tints.bg.bytes());
        scan::scan(&mut photo, &signal.tones, 4, 0.62);
        if let Some(pixels) = photo.to_pixels() {
            let image = art.image(pixels, 73.0, 462.0, 112.0, 112.0, "");
            art.add(image);
            let (a, b, c, d, arm) = (64.0, 453.0, 194.0, 583.0, 22.0);
            art.add(format!(
                "<path d=\"M{a} {}V{b}H{}M{} {b}H{c}V{}M{c} {}V{d}H{}M{} {d}H{a}V{}\" fill=\"none\" stroke=\"{}\" stroke-width=\"4\"/>",
                b + arm, a + arm, c - arm, b + arm, d - arm, c - arm, a + arm, d - arm, tints.accent
            ));
            x = 225.0;
        }
    }
    let ground = if tints.backdrop == BackgroundStyle::Image { tints.surface } else { tints.bg };
    let color = readable(ground, &[tints.accent, tints.accent_text, tints.on]);
    if let Some(address) = sheet.fixed(&faces::MARTIAN_500, 0.0).shrink(&sheet.parts.address, 27.0, 20.0, RIGHT - x) {
        art.add(lines(&address, x, 487.0, 0.0, &format!("fill=\"{color}\"")));
    }
    art.add(waveform(seed(&sheet.parts.address), 34, x - 1.0, 542.0, tints.accent, sheet.parts.record));
}

/// A number from an address, for what it sounds like.
pub(crate) fn seed(address: &str) -> u32 {
    address.bytes().fold(0x811c_9dc5_u32, |hash, byte| (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193))
}

/// The note on a signal panel with cut corners.
fn note(art: &mut Art, sheet: &CardInput<'_>) {
    let tints = sheet.tints;
    let Some(note) = &sheet.parts.note else { return };
    let setting = sheet.text(&faces::SAIRA_600, 0.0);
    let [x, y, w, h] = PANEL;
    let steps = steps![38.0; 2, 33.0, 28.0; 3];
    let Some(text) = setting.fit(&note.text, steps, |_, _| w - 44.0) else { return };
    let fill = format!("fill=\"{}\"", tints.accent);
    art.add(format!(
        "<path d=\"M{} {y}H{}V{}L{} {}H{x}V{}z\" {fill}/>",
        num(x + CUT),
        num(x + w),
        num(y + h - CUT),
        num(x + w - CUT),
        num(y + h),
        num(y + CUT)
    ));
    // The tab above, and the corner that was cut off.
    art.add(rect(x + 36.0, y - 3.0, 58.0, 4.0, &fill));
    art.add(format!("<path d=\"M{} {}v16h-16z\" {fill}/>", num(x + w), num(y + h - 16.0)));
    let label = format!("NOTE {:02}", note.ordinal);
    let ink = readable(tints.accent, &[tints.accent_ink]);
    if let Some(label) = sheet.fixed(&faces::MARTIAN_400, 0.02).line(&label, 18.0) {
        art.add(words(&label, x + 36.0, y + 31.0, ink));
    }
    let leading = text.size * if text.cjk { 1.2 } else { 1.13 };
    #[expect(clippy::cast_precision_loss, reason = "three lines")]
    let rows = text.lines.len() as f64;
    let first = y + 106.0 - (rows - 1.0) * leading / 2.0 + text.size * 0.34;
    art.add(lines(&text, x + 26.0, first, leading, &format!("fill=\"{ink}\"")));
}

/// The stamp as a reticle.
fn stamp(art: &mut Art, sheet: &CardInput<'_>, signal: &Signal) {
    let (x, y, r) = RETICLE;
    let setting = sheet.fixed(&faces::MICHROMA, TIGHT);
    let set: Vec<Block> = sheet.parts.stamp.iter().filter_map(|line| setting.shrink(line, 16.5, 12.0, 96.0)).collect();
    if set.is_empty() {
        return;
    }
    let accent = sheet.tints.accent;
    let disc = if signal.paper { sheet.tints.surface } else { sheet.tints.bg };
    let line =
        |wide: f64, much: f64| format!("fill=\"none\" stroke=\"{accent}\" stroke-width=\"{wide}\" opacity=\"{much}\"");
    art.add(circle(x, y, 82.0, &format!("fill=\"{disc}\" opacity=\".94\"")));
    art.add(ticks(x, y, 71.0, &[(5.0, 9.0)], &line(1.6, 1.0)));
    art.add(circle(x, y, r, &line(1.4, 0.6)));
    art.add(arcs(x, y, r, &line(5.0, 1.0)));
    let color = readable(disc, &[sheet.tints.on]);
    #[expect(clippy::cast_precision_loss, reason = "three lines")]
    let mut at = y - (set.len() as f64 - 1.0) * 10.0 + 6.0;
    for line in set.iter().flat_map(|block| &block.lines) {
        art.add(words(line, x - line.width / 2.0, at, color));
        at += 20.0;
    }
}

/// The lines of a block, each a leading below the one before.
fn lines(block: &Block, x: f64, y: f64, leading: f64, attributes: &str) -> String {
    let mut out = String::new();
    let mut at = y;
    for line in &block.lines {
        out += &words_with(line, x, at, attributes);
        at += leading;
    }
    out
}
