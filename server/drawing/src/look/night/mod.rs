//! night (cards, 3; looks).

use crate::art::Art;
use crate::look::{Objects, Sheet};
use crate::svg::{rect, words};
use crate::text::faces;
use crate::tints::Tints;
use crate::{HEIGHT, WIDTH, steps};

pub const QUALITY: u8 = 85;

pub fn plate(tints: &Tints) -> Art {
    let mut art = Art::new();
    art.add(rect(0.0, 0.0, f64::from(WIDTH), f64::from(HEIGHT), &format!("fill=\"{}\"", tints.bg)));
    art
}

pub fn stage(_: &Tints, _: Objects) -> Art {
    Art::new()
}

pub fn card(sheet: &Sheet<'_>) -> Art {
    let mut art = Art::new();
    let name = sheet.name(sheet.display(&faces::GROTESK_700, 0.0), steps![112.0, 92.0; 2, 72.0, 54.0; 4], |_, _| 1000.0);
    let mut y = 220.0;
    for line in &name.lines {
        art.add(words(line, 76.0, y, sheet.words_color()));
        y += name.size * 1.1;
    }
    let address = sheet.text(&faces::GROTESK_400, 0.0).shrink(&sheet.parts.address, 30.0, 20.0, 1000.0);
    for line in address.iter().flat_map(|block| &block.lines) {
        art.add(words(line, 76.0, y, sheet.words_color()));
    }
    art
}
