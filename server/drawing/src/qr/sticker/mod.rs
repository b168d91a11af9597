//! Stickers: the code on an object of the look, with name and address, 1024 pixels square (`docs/design/cards.md`, 6).

mod cobalt;
mod cozy;
pub(super) mod lofi;
pub(super) mod night;
pub(super) mod painted;
#[cfg(test)]
mod tests;
pub(super) mod washi;

use mantel_model::look::Look;
use mantel_model::page::Draft;

use super::maker::{PrintError, make};
use super::print::Print;
use crate::Pictures;
use crate::text::Fonts;

/// The side of a sticker, pixels.
pub const SIDE: u32 = 1024;

/// The sticker of a published page in its look and palette. `address` is where the page is served, with its `https://`.
///
/// # Errors
/// [`PrintError::Address`] past about 2,300 bytes of address; else never for what an owner wrote.
pub fn sticker(fonts: &Fonts, page: &Draft, address: &str) -> Result<Print, PrintError> {
    make(
        fonts,
        page,
        address,
        &Pictures::default(),
        || Print::blank(SIDE, SIDE),
        |maker| match maker.input.tints.look() {
            Look::Painted => painted::draw(maker),
            Look::Cozy => cozy::draw(maker),
            Look::Washi => washi::draw(maker),
            Look::Lofi => lofi::draw(maker),
            Look::Cobalt => cobalt::draw(maker),
            Look::Night => night::draw(maker),
        },
    )
}
