//! night: a signal panel with the initial, or the portrait as a scan, in brackets (docs/design/cards.md, 7).

use super::{Frame, IconSize, MIDDLE, View, centred};
use crate::art::Art;
use crate::look::night::signal::Signal;
use crate::photo::scan;
use crate::svg::{circle, num};
use crate::text::faces;
use crate::tints::readable;

/// Contour lines; the plus mark lies in the middle, behind the panel.
pub(super) const VIEW: View = (594.0, 138.0, 180.0);
/// The distance of the dark lines of a scan (cards, 3 "night").
const EVERY: usize = 4;

pub(super) fn draw(frame: &Frame<'_>) -> Art {
    let mut art = Art::new();
    let object = scan(&mut art, frame).unwrap_or_else(|| panel(frame));
    art.add(object);
    art
}

/// The panel, cut at two corners; the letter is fattened by a stroke of its own colour.
fn panel(frame: &Frame<'_>) -> String {
    let tints = frame.sheet.tints;
    let (side, cut, stroke) = if frame.bold() { (174.0, 40.0, 6.0) } else { (108.0, 22.0, 3.0) };
    let (near, far) = (MIDDLE - side / 2.0, MIDDLE + side / 2.0);
    let ink = readable(tints.accent, &[tints.accent_ink]);
    let mut out = if frame.bold() { String::new() } else { brackets(frame, 69.0, 4.0) };
    out += &format!(
        "<path fill=\"{}\" d=\"M{} {near}H{far}V{}L{} {far}H{near}V{}z\"/>",
        tints.accent,
        num(near + cut),
        num(far - cut),
        num(far - cut),
        num(near + cut)
    );
    out += &match frame.monogram(&faces::MICHROMA, side * 0.64, side * 0.66, side * 0.5) {
        Some(line) => centred(
            &line,
            MIDDLE,
            MIDDLE,
            &format!("fill=\"{ink}\" stroke=\"{ink}\" stroke-width=\"{stroke}\" stroke-linejoin=\"miter\""),
        ),
        None => reticle(side * 0.26, stroke * 1.8, &ink.to_string()),
    };
    frame.placed(frame.part(0.82), &out)
}

/// The look's own mark: a ring with ticks to the four sides.
fn reticle(radius: f64, wide: f64, color: &str) -> String {
    let (m, inner, outer) = (MIDDLE, radius * 0.55, radius * 1.4);
    let line = format!("fill=\"none\" stroke=\"{color}\" stroke-width=\"{}\"", num(wide));
    let tick = |dx: f64, dy: f64| {
        format!("M{} {}L{} {}", num(m + dx * inner), num(m + dy * inner), num(m + dx * outer), num(m + dy * outer))
    };
    let ticks = [(0.0, -1.0), (1.0, 0.0), (0.0, 1.0), (-1.0, 0.0)].map(|(dx, dy)| tick(dx, dy)).concat();
    circle(m, m, radius, &line)
        + &format!("<path d=\"{ticks}\" {line}/>")
        + &circle(m, m, wide * 0.6, &format!("fill=\"{color}\""))
}

/// Four corners about the object, the middle of their lines so far from the middle.
fn brackets(frame: &Frame<'_>, reach: f64, wide: f64) -> String {
    let (a, b, arm) = (MIDDLE - reach, MIDDLE + reach, reach * 0.38);
    format!(
        "<path d=\"M{a} {c}V{a}H{c}M{d} {a}H{b}V{c}M{b} {d}V{b}H{d}M{c} {b}H{a}V{d}\" fill=\"none\" stroke=\"{}\" stroke-width=\"{wide}\"/>",
        frame.sheet.tints.accent,
        a = num(a),
        b = num(b),
        c = num(a + arm),
        d = num(b - arm)
    )
}

/// The portrait as a scan in brackets.
fn scan(art: &mut Art, frame: &Frame<'_>) -> Option<String> {
    let (side, reach, wide) = if frame.bold() { (135.0, 81.0, 10.0) } else { (112.0, 68.0, 5.0) };
    let part = frame.part(0.82);
    let signal = Signal::of(frame.sheet.tints);
    // Large ones at half the pixels: lines as fine as on the card would be grey.
    let scale = match frame.size {
        IconSize::App512 => 0.5,
        size => 1.0 / f64::from(size.fine()),
    };
    let mut photo = frame.avatar(part * scale, side, side, frame.sheet.tints.bg.bytes())?;
    scan::scan(&mut photo, &signal.tones, EVERY, 0.62);
    let at = MIDDLE - side / 2.0;
    let image = art.image(photo.to_pixels()?, at, at, side, side, "image-rendering=\"optimizeSpeed\"");
    Some(frame.placed(part, &(image + &brackets(frame, reach, wide))))
}
