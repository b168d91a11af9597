//! A woodblock sheet, much of it left empty (cards, 3 "washi"; looks, 3).

pub(crate) mod blocks;
pub(crate) mod card;
pub(crate) mod ink;
pub(crate) mod knife;
pub(crate) mod plate;

pub use card::card;
pub use plate::plate;

use crate::art::Art;
use crate::look::Objects;
use crate::svg::rect;
use crate::tints::{Tints, hex};
use ink::InkColors;

/// Of the JPEG.
pub const QUALITY: u8 = 85;

/// The portrait's sheet: left, top, width, height.
const PORTRAIT: [f64; 4] = [64.0, 196.0, 178.0, 244.0];
/// The sheet of the print.
const PRINT: [f64; 4] = [1000.0, 362.0, 176.0, 228.0];

/// Blank sheets with their shadows, for the portrait and the print.
pub fn stage(tints: &Tints, objects: Objects) -> Art {
    let mut art = Art::new();
    let ink = InkColors::of(tints);
    art.add("<filter id=\"soft\" x=\"-.2\" y=\"-.2\" width=\"1.4\" height=\"1.4\"><feGaussianBlur stdDeviation=\"7\"/></filter><filter id=\"crisp\" x=\"-.1\" y=\"-.1\" width=\"1.2\" height=\"1.2\"><feGaussianBlur stdDeviation=\"1\"/></filter>");
    if tints.scene() && !objects.picture && !objects.cover {
        art.add(plate::mist(tints));
    }
    let sheets = [(objects.avatar, PORTRAIT), (objects.picture || objects.cover, PRINT)];
    for [x, y, w, h] in sheets.into_iter().filter_map(|(there, sheet)| there.then_some(sheet)) {
        let (near, far) = if ink.dark { (0.5, 0.4) } else { (0.24, 0.2) };
        art.add(rect(
            x,
            y + 7.0,
            w,
            h,
            &format!("fill=\"{}\" fill-opacity=\"{far}\" filter=\"url(#soft)\"", ink.shade),
        ));
        art.add(rect(
            x,
            y + 1.0,
            w,
            h,
            &format!("fill=\"{}\" fill-opacity=\"{near}\" filter=\"url(#crisp)\"", ink.shade),
        ));
        art.add(rect(x, y, w, h, &format!("fill=\"{}\"", tints.surface)));
        if ink.dark {
            let rim = format!("fill=\"none\" stroke=\"{}\" stroke-opacity=\".14\"", hex(0xefe6d2));
            art.add(rect(x + 0.5, y + 0.5, w - 1.0, h - 1.0, &rim));
        }
    }
    art
}
