//! The blank objects on the paper: plate, record, burst (cards, 3 "cobalt").

use std::f64::consts::{PI, TAU};
use std::fmt::Write as _;

use super::plates::inked;
use super::{Tones, sky};
use crate::art::Art;
use crate::look::Objects;
use crate::svg::{circle, num, rect};
use crate::tints::Tints;

/// The plate's left and upper edge, and its width; it bleeds below.
pub const PLATE: (f64, f64, f64) = (666.0, 436.0, 208.0);
/// The picture on it.
pub const PICTURE: (u32, u32) = (176, 150);
/// The heights at which burst and record stand, and their radii.
const BURST: (f64, f64) = (514.0, 98.0);
const RECORD: (f64, f64) = (546.0, 80.0);
/// The radius of the cover on a record, and how far above its middle that is.
pub const COVER: (u32, f64) = (32, 25.5);

/// Where burst and record stand: their middles. Without a picture they move into its place (cards, 1 "Missing parts").
pub const fn places(objects: Objects) -> ((f64, f64), (f64, f64)) {
    if objects.picture { ((968.0, BURST.0), (1118.0, RECORD.0)) } else { ((770.0, BURST.0), (968.0, RECORD.0)) }
}

/// The radius of a burst.
pub const fn burst_radius() -> f64 {
    BURST.1
}

/// All that there are, the burst over the others.
pub fn stage(tints: &Tints, objects: Objects) -> Art {
    let tones = Tones::of(tints);
    let (burst_at, record_at) = places(objects);
    let mut art = Art::new();
    if objects.picture {
        art.add(frame(tints, &tones));
    }
    if objects.record {
        art.add(record(record_at, tints, &tones, objects.cover));
    }
    if objects.stamp {
        art.add(burst(burst_at, tints, &tones));
    }
    art
}

/// Stock with a rule and a keyline; no shadow.
fn frame(tints: &Tints, tones: &Tones) -> String {
    let (x, y, width) = PLATE;
    let line = |inset: f64, thick: f64| {
        let inset = inset + thick / 2.0;
        let stroke = format!("fill=\"none\" stroke=\"{}\" stroke-width=\"{thick}\"", tones.ink);
        rect(x + inset, y + inset, width - 2.0 * inset, 260.0, &stroke)
    };
    rect(x, y, width, 260.0, &format!("fill=\"{}\"", tints.surface)) + &line(0.0, 2.6) + &line(7.5, 1.4)
}

/// A record's label in ink 2, its upper half rays in ink 1, over a copy in ink 1.
pub(crate) fn record((x, y): (f64, f64), tints: &Tints, tones: &Tones, cover: bool) -> String {
    let radius = RECORD.1;
    let mut out = circle(x + 3.0, y + 4.0, radius, &format!("fill=\"{}\"", tones.ink));
    out += &circle(x, y, radius, &format!("fill=\"{}\"", tints.accent));
    out += &circle(x, y, 74.0, &format!("fill=\"none\" stroke=\"{}\" stroke-width=\"2\"", tones.words));
    let _ = write!(
        out,
        "<clipPath id=\"half\"><path d=\"M{} {y}a73 73 0 0 1 146 0z\"/></clipPath><g clip-path=\"url(#half)\">",
        num(x - 73.0)
    );
    out += &rect(x - 80.0, y - 80.0, 160.0, 80.0, &format!("fill=\"{}\"", tones.plate));
    // Sixteen rays that rise from the label's middle.
    let mut path = String::new();
    for number in 0..13_u8 {
        let middle = PI * (1.0 + (f64::from(number) + 0.5) / 13.0);
        let half = TAU / 110.0;
        let at =
            |radius: f64, angle: f64| format!("{} {}", num(x + radius * angle.cos()), num(y + radius * angle.sin()));
        let _ = write!(
            path,
            "M{}L{}L{}L{}z",
            at(14.0, middle - half),
            at(90.0, middle - half),
            at(90.0, middle + half),
            at(14.0, middle + half)
        );
    }
    let _ = write!(out, "<path fill=\"{}\" d=\"{path}\"/></g>", tones.words);
    out += &rect(x - 73.0, y - 1.0, 146.0, 2.0, &format!("fill=\"{}\"", tones.words));
    let middle = y - COVER.1;
    out += &circle(x, middle, f64::from(COVER.0) + 2.5, &format!("fill=\"{}\"", tones.words));
    if !cover {
        out += &circle(x, middle, f64::from(COVER.0), &format!("fill=\"{}\"", tones.plate));
        out += &sky::star(x, middle, 17.0, tones.words);
    }
    out + &circle(x, y + 58.0, 5.0, &format!("fill=\"{}\"", tones.words))
}

/// A burst of 28 points over a copy in ink 1, with a ring, dots and two stars.
pub(crate) fn burst((x, y): (f64, f64), tints: &Tints, tones: &Tones) -> String {
    let radius = burst_radius();
    let scale = radius / 50.0;
    let at = |dx: f64, dy: f64, ink| {
        format!(
            "<g transform=\"translate({} {}) scale({scale})\">{}</g>",
            num(x - radius + dx),
            num(y - radius + dy),
            inked("burst", ink)
        )
    };
    let mut out = at(4.0, 3.0, tones.ink) + &at(0.0, 0.0, tints.accent);
    let ring = |radius: f64, width: f64, dash: &str| {
        let stroke = format!(
            "fill=\"none\" stroke=\"{}\" stroke-width=\"{width}\" stroke-linecap=\"round\" {dash}",
            tints.accent_ink
        );
        circle(x, y, radius, &stroke)
    };
    out += &ring(radius * 0.785, 1.4, "");
    let round = TAU * radius * 0.735;
    out += &ring(radius * 0.735, 3.8, &format!("stroke-dasharray=\"0.01 {:.3}\"", round / 60.0 - 0.01));
    out += &sky::star(x, y - radius * 0.525, 6.5, tints.accent_ink);
    out + &sky::star(x, y + radius * 0.545, 6.5, tints.accent_ink)
}
