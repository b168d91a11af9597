//! Cards of A6 at 300 dots an inch: name and bio above, the code below, the address in words (`docs/design/cards.md`, 6).

mod cobalt;
mod cozy;
mod lofi;
mod night;
mod painted;
#[cfg(test)]
mod tests;
mod washi;

use mantel_model::look::Look;
use mantel_model::page::Draft;

use super::maker::{Maker, PrintError, make};
use super::print::Print;
use crate::drawer::DrawError;
use crate::text::{Block, Face, Fonts, Setting, Step};
use crate::{HEIGHT, Parts, Pictures};

/// Width and height without the bleed, pixels.
const SIZE: (u32, u32) = (1240, 1748);
/// What printers cut off on each side, pixels: 3 mm.
pub const BLEED: u32 = 35;
/// The same as a place.
const OUT: f64 = BLEED as f64;
/// Width and height with the bleed.
const WIDE: f64 = (SIZE.0 + 2 * BLEED) as f64;
const TALL: f64 = (SIZE.1 + 2 * BLEED) as f64;
/// How much larger a card's plate is as the ground of all of the print.
const COVERING: f64 = TALL / HEIGHT as f64;
/// How much larger words are than on a share card (cards, 6).
const LARGER: f64 = 1.3;
/// The least size of an address, pixels: 2.9 mm (cards, 6).
const LEAST: f64 = 34.0;

/// The A6 card of a published page in its look and palette, with 3 mm of bleed for printers: [`Print::pdf`] of [`BLEED`]
/// tells them, PNG and SVG are cut. `address` is where the page is served, with its `https://`; of `pictures` the avatar is
/// shown, and in cobalt the record's cover.
///
/// # Errors
/// [`PrintError::Address`] past about 2,300 bytes of address; else never for what an owner wrote.
pub fn a6(fonts: &Fonts, page: &Draft, address: &str, pictures: &Pictures) -> Result<Print, PrintError> {
    draw(fonts, page, address, pictures, true)
}

/// The same, on its scene or on nothing.
fn draw(fonts: &Fonts, page: &Draft, address: &str, pictures: &Pictures, scene: bool) -> Result<Print, PrintError> {
    let blank = || Print::bleeding(SIZE.0, SIZE.1, BLEED);
    make(fonts, page, address, pictures, blank, |maker| {
        if scene {
            ground(maker)?;
        }
        match maker.input.tints.look() {
            Look::Painted => painted::draw(maker),
            Look::Cozy => cozy::draw(maker),
            Look::Washi => washi::draw(maker),
            Look::Lofi => lofi::draw(maker),
            Look::Cobalt => cobalt::draw(maker),
            Look::Night => night::draw(maker),
        }
    })
}

/// The look's scene, or the plain ground, dots or lines that the owner chose.
fn ground(maker: &mut Maker<'_>) -> Result<(), DrawError> {
    let tints = maker.input.tints;
    if !tints.scene() {
        return maker.print.plate(&crate::look::plate(tints), COVERING, -OUT, -OUT);
    }
    match tints.look() {
        Look::Painted => painted::scene(maker),
        Look::Cozy => cozy::scene(maker),
        Look::Washi => washi::scene(maker),
        Look::Lofi => lofi::scene(maker),
        Look::Cobalt => cobalt::scene(maker),
        Look::Night => night::scene(maker),
    }
}

/// The steps of a card's name at the size of print.
fn larger(steps: &[Step]) -> Vec<Step> {
    steps.iter().map(|step| Step { size: step.size * LARGER, ..*step }).collect()
}

/// The bio in two lines at most; under a name of more lines than two there is none.
fn bio<'a>(parts: &Parts, setting: Setting<'a>, size: f64, measure: f64, name: &Block) -> Block {
    let bio = parts.bio.as_deref().filter(|_| name.lines.len() <= 2);
    bio.and_then(|bio| setting.clamp(bio, size, 2, measure)).unwrap_or_default()
}

/// The address in one line.
fn address(maker: &Maker<'_>, face: &'static Face, spacing: f64, size: f64, measure: f64) -> Block {
    let setting = maker.input.fixed(face, spacing);
    setting.shrink(&maker.input.parts.address, size, LEAST, measure).unwrap_or_default()
}

/// How many lines a block has.
fn count(block: &Block) -> f64 {
    f64::from(u32::try_from(block.lines.len()).unwrap_or(0))
}
