//! The stamp as a disc: pastel wedges, hub, words on the upper face (cards, 3 "lofi").

use std::f64::consts::TAU;
use std::fmt::Write as _;

use super::window::SHADE;
use crate::look::CardInput;
use crate::svg::{circle, num, words};
use crate::text::faces;
use crate::tints::hex;

/// The middle of the disc and its radius with the border.
const MIDDLE: (f64, f64) = (1078.0, 522.0);
const RADIUS: f64 = 98.0;
/// The wedges, clockwise from the top.
const WEDGES: [u32; 24] = [
    0xd3cbf0, 0xf6dfcf, 0xe9f0c9, 0xc3dff0, 0xf6dfcf, 0xf6e3c3, 0xf2c9d6, 0xe9f0c9, 0xd3cbf0, 0xf6dfcf, 0xe9f0c9,
    0xc3dff0, 0xf6dfcf, 0xf6e3c3, 0xc3dff0, 0xecc9ea, 0xf6e3c3, 0xc8ead6, 0xecc9ea, 0xf2c9d6, 0xc8ead6, 0xd3cbf0,
    0xf2c9d6, 0xe9f0c9,
];
/// How far a wedge reaches under the next, so that no seam shows.
const OVERLAP: f64 = 0.08;
/// Words on the face, whatever the palette: the face is light in all.
const INK: u32 = 0x262038;
/// The middle of the words, their size, and from one baseline to the next.
const WORDS: f64 = 464.5;
const SIZE: f64 = 19.0;
const LEADING: f64 = 18.0;

/// The disc, if there is a stamp that a face has.
pub fn disc(sheet: &CardInput<'_>) -> String {
    let setting = sheet.fixed(&faces::PIXELIFY_500, 0.0);
    let lines = sheet.parts.stamp.iter().filter_map(|line| setting.shrink(&super::apart(line), SIZE, 12.0, 108.0));
    let lines: Vec<_> = lines.flat_map(|block| block.lines).collect();
    if lines.is_empty() {
        return String::new();
    }
    let (x, y) = MIDDLE;
    let edge = sheet.tints.edge;
    let mut out = circle(x + 7.0, y + 7.0, RADIUS, &format!("fill=\"{edge}\" opacity=\"{SHADE}\""));
    out += &circle(x, y, RADIUS, &format!("fill=\"{edge}\""));
    out += &circle(x, y, 95.0, "fill=\"#b9b4cf\"");
    let mut turn = 0.0;
    for color in WEDGES {
        let step = TAU / 24.0;
        let (from, to) = (turn, turn + step * (1.0 + OVERLAP));
        let at = |angle: f64| (x + 86.0 * angle.sin(), y - 86.0 * angle.cos());
        let ((x0, y0), (x1, y1)) = (at(from), at(to));
        let _ = write!(
            out,
            "<path fill=\"{}\" d=\"M{x} {y}L{} {}A86 86 0 0 1 {} {}z\"/>",
            hex(color),
            num(x0),
            num(y0),
            num(x1),
            num(y1)
        );
        turn += step;
    }
    // The last wedge would cover the first.
    let _ = write!(
        out,
        "<path fill=\"{}\" d=\"M{x} {y}V{}A86 86 0 0 1 {} {}z\"/>",
        hex(WEDGES[0]),
        num(y - 86.0),
        num(x + 86.0 * (TAU / 24.0).sin()),
        num(y - 86.0 * (TAU / 24.0).cos())
    );
    for (radius, fill) in [(30.5, edge), (28.0, hex(0xfffaf0)), (14.0, edge), (11.0, sheet.tints.bg)] {
        out += &circle(x, y, radius, &format!("fill=\"{fill}\""));
    }
    let mut baseline = WORDS + 6.5 - LEADING * 0.5 * f64::from(u32::try_from(lines.len() - 1).unwrap_or(0));
    for line in &lines {
        out += &words(line, x - line.width / 2.0, baseline, hex(INK));
        baseline += LEADING;
    }
    out
}
