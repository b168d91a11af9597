//! QR codes of a page's address: plain, for programs and for owners who set their own posters (`docs/design/cards.md`, 6).

mod code;
mod outline;
mod plain;
#[cfg(test)]
mod tests;

pub use code::{Code, TooLong};
pub use plain::{LARGEST, SMALLEST, png, svg};

/// The light margin that a code needs on all four sides, modules (cards, 6 "Code").
pub const QUIET: usize = 4;
