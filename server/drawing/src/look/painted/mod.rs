//! painted: a letter being written, on watercolour paper (`docs/design/cards.md`, 3, "painted"; looks, 5).

pub(crate) mod avatar;
pub(crate) mod card;
mod colours;
pub(crate) mod picture;
pub(crate) mod plate;
mod stage;
#[cfg(test)]
mod tests;
pub(crate) mod water;
pub(crate) mod wax;

use super::{CardInput, Objects};
use crate::art::Art;
use crate::tints::Tints;

pub use colours::Colours;

/// The quality of the JPEG (cards, 4).
pub const QUALITY: u8 = 85;

/// Paper, tooth, washes.
pub fn plate(tints: &Tints) -> Art {
    let mut art = Art::new();
    art.add(plate::plate(&Colours::of(tints), tints.grain));
    art
}

/// The sheet, the envelope and its seal, the wash to write on.
pub fn stage(tints: &Tints, objects: Objects) -> Art {
    let mut art = Art::new();
    art.add(stage::stage(&Colours::of(tints), objects));
    art
}

/// The picture, the portrait, and all words.
pub fn card(sheet: &CardInput<'_>) -> Art {
    card::card(sheet)
}
