//! cozy: a desk from straight above, a pad on it (`docs/design/cards.md`, 3, "cozy"; looks, 2).

pub(crate) mod card;
mod colours;
pub(crate) mod objects;
mod plate;
pub(crate) mod stage;
#[cfg(test)]
mod tests;

use super::{CardInput, Objects};
use crate::art::Art;
use crate::tints::Tints;

pub use colours::Colours;

/// The quality of the JPEG: at 85 grain weighs more than it shows (cards, 4).
pub const QUALITY: u8 = 82;

/// The desk and the light across it.
pub fn plate(tints: &Tints) -> Art {
    let mut art = Art::new();
    art.add(plate::plate(tints));
    art
}

/// Pad, polaroids, note, badge, pencil and the ring of a cup.
pub fn stage(tints: &Tints, objects: Objects) -> Art {
    let mut art = Art::new();
    art.add(stage::stage(&Colours::of(tints), objects));
    art
}

/// Photographs, label and words.
pub fn card(sheet: &CardInput<'_>) -> Art {
    card::card(sheet)
}
