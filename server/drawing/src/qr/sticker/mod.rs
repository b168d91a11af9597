//! Stickers: the code on an object of the look, with name and address, 1024 pixels square (`docs/design/cards.md`, 6).

mod cobalt;
mod cozy;
pub(super) mod lofi;
pub(super) mod night;
mod painted;
#[cfg(test)]
mod tests;
pub(super) mod washi;

use mantel_model::look::Look;
use mantel_model::page::Draft;

use super::Code;
use super::maker::{Inks, Maker, PrintError, scene_of};
use super::print::Print;
use crate::Pictures;
use crate::look::CardInput;
use crate::text::Fonts;
use crate::tints::Tints;

/// The side of a sticker, pixels.
pub const SIDE: u32 = 1024;

/// The sticker of a published page in its look and palette. `address` is where the page is served, with its `https://`.
///
/// # Errors
/// [`PrintError::Address`] past about 2,300 bytes of address; else never for what an owner wrote.
pub fn sticker(fonts: &Fonts, page: &Draft, address: &str) -> Result<Print, PrintError> {
    let code = Code::of(address)?;
    let parts = scene_of(page, address);
    let tints = Tints::of(&parts.theme);
    let pictures = Pictures::default();
    let input = CardInput { tints: &tints, parts: &parts, fonts, pictures: &pictures };
    let inks = Inks::of(&tints);
    let mut maker = Maker { print: Print::blank(SIDE, SIDE)?, input, code: &code, inks };
    match tints.look() {
        Look::Painted => painted::draw(&mut maker),
        Look::Cozy => cozy::draw(&mut maker),
        Look::Washi => washi::draw(&mut maker),
        Look::Lofi => lofi::draw(&mut maker),
        Look::Cobalt => cobalt::draw(&mut maker),
        Look::Night => night::draw(&mut maker),
    }?;
    Ok(maker.print)
}
