//! QR codes of a page's address: plain, for programs and for owners who set their own posters, and as stickers and
//! cards of A6 in the six looks (`docs/design/cards.md`, 6).

mod a6;
mod code;
mod maker;
mod modules;
mod outline;
mod pdf;
mod plain;
mod print;
mod sticker;
#[cfg(test)]
mod tests;

pub use a6::{BLEED, a6};
pub use code::{Code, TooLong};
pub use maker::{CONTRAST, PrintError};
pub use plain::{LARGEST, SMALLEST, png, svg};
pub use print::Print;
pub use sticker::{SIDE, sticker};

/// The light margin that a code needs on all four sides, modules (cards, 6 "Code").
pub const QUIET: usize = 4;
