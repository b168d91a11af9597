//! cobalt: a burst with the initial, its second ink shifted, or the portrait as a roundel of halftone
//! (docs/design/cards.md, 7).

use std::f64::consts::TAU;
use std::fmt::Write as _;

use super::{Frame, MIDDLE, View, centred, whole};
use crate::art::Art;
use crate::look::cobalt::{Tones, sky};
use crate::photo::{Photo, halftone};
use crate::svg::{circle, num};
use crate::text::faces;

/// The sky, without a star.
pub(super) const VIEW: View = (430.0, 70.0, 180.0);
/// Stars about the object: place and radius.
const STARS: [(f64, f64, f64); 4] = [(22.0, 24.0, 9.0), (160.0, 30.0, 7.0), (20.0, 156.0, 6.0), (158.0, 158.0, 9.0)];

pub(super) fn draw(frame: &Frame<'_>) -> Art {
    let tones = Tones::of(frame.sheet.tints);
    let mut art = Art::new();
    if !frame.bold() && frame.sheet.tints.scene() {
        let stars: String = STARS.iter().map(|(x, y, radius)| sky::sparkle(*x, *y, *radius)).collect();
        art.add(frame.placed(1.0, &format!("<path fill=\"{}\" d=\"{stars}\"/>", tones.words)));
    }
    let object = roundel(&mut art, frame, &tones).unwrap_or_else(|| burst(frame, &tones));
    art.add(object);
    art
}

/// A burst of 24 points, 16 where it is small, over a copy in the other ink.
fn burst(frame: &Frame<'_>, tones: &Tones) -> String {
    let tints = frame.sheet.tints;
    let (radius, points, deep) = if frame.bold() { (83.0, 16, 0.86) } else { (70.0, 24, 0.88) };
    // The ink in which words stand on the scene; without one behind, ink 1.
    let under = if !frame.bold() && tints.scene() { tones.words } else { tones.ink };
    let copy = if frame.bold() { (4.0, 3.0) } else { (3.4, 2.6) };
    let mut out = String::new();
    for ((dx, dy), ink) in [(copy, under), ((0.0, 0.0), tints.accent)] {
        let path = pointed(MIDDLE + dx, MIDDLE + dy, radius, radius * deep, points);
        let _ = write!(out, "<path fill=\"{ink}\" d=\"{path}\"/>");
    }
    let (ring, wide) = if frame.bold() { (0.72, 5.5) } else { (0.76, 2.8) };
    let stroke = format!("fill=\"none\" stroke=\"{}\" stroke-width=\"{wide}\"", tints.accent_ink);
    out += &circle(MIDDLE, MIDDLE, radius * ring, &stroke);
    let size = radius * if frame.bold() { 1.12 } else { 1.06 };
    out += &match frame.monogram(&faces::CHONBURI, size, radius * 1.02, radius * 0.86) {
        Some(line) => centred(&line, MIDDLE, MIDDLE, &format!("fill=\"{}\"", tints.accent_ink)),
        // The look's own mark.
        None => sky::star(MIDDLE, MIDDLE, radius * 0.5, tints.accent_ink),
    };
    frame.placed(frame.part(0.98), &out)
}

/// The outline of a burst.
fn pointed(x: f64, y: f64, far: f64, near: f64, points: u32) -> String {
    let at = |step: u32| {
        let (sin, cos) = (f64::from(step) / f64::from(2 * points) * TAU).sin_cos();
        let radius = if step.is_multiple_of(2) { far } else { near };
        format!("{} {}", num(x + radius * sin), num(y - radius * cos))
    };
    format!("M{}z", (0..2 * points).map(at).collect::<Vec<_>>().join("L"))
}

/// The portrait in dots of one ink, cell 3.2 of 180 (7 where it is small).
fn roundel(art: &mut Art, frame: &Frame<'_>, tones: &Tones) -> Option<String> {
    let (picture, crop) = frame.sheet.avatar()?;
    let (radius, cell) = if frame.bold() { (86.0, 7.0) } else { (70.0, 3.2) };
    let part = frame.part(0.98);
    let side = whole(2.0 * radius * part * frame.unit());
    let photo = Photo::covering(picture, crop, side * 2, side * 2, [255; 3]);
    #[expect(clippy::cast_possible_truncation, reason = "a few pixels")]
    let cell = (cell * part * frame.unit()) as f32;
    let pixels = halftone::print(&photo, &halftone::Inks::one(cell, tones.plate, tones.pulp))?;
    let image = art.image(pixels, MIDDLE - radius, MIDDLE - radius, 2.0 * radius, 2.0 * radius, "");
    let inside = format!(
        "{}<clipPath id=\"roundel\">{}</clipPath><g clip-path=\"url(#roundel)\">{image}</g>",
        circle(MIDDLE, MIDDLE, radius, &format!("fill=\"{}\"", tones.pulp)),
        circle(MIDDLE, MIDDLE, radius - 1.0, "")
    );
    Some(frame.placed(part, &inside))
}
