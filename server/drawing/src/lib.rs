//! Draws pages without a browser (docs/design/cards.md): share cards, what link previews show, 1200 by 630 pixels; [`icon`]s
//! for tabs and home screens; [`qr`] codes and the stickers with them.
//!
//! A card is made in three layers, each drawn on the one before: the **plate**, the scene of a look in a palette; the
//! **stage**, the blank objects of a page on it; the **card**, with pictures and words. Plates and stages are costly and
//! the same for many pages, so a [`Drawer`] keeps the last ones. All shapes are SVG, drawn by resvg; pictures are treated
//! in pixel code ([`photo`]); words are set by [`text`] and come into the SVG as outlines, so nothing that an owner wrote
//! is ever parsed.
//!
//! ```
//! use mantel_drawing::{Drawer, Fonts, Pictures};
//! use mantel_model::look::Look;
//! use mantel_model::page::Draft;
//!
//! let drawer = Drawer::new(Fonts::new(None));
//! let card = drawer.jpeg(&Draft::blank(Look::Washi), "https://harrow.example/ines", &Pictures::default())?;
//! assert!(card.starts_with(&[0xff, 0xd8]));
//! # Ok::<(), mantel_drawing::DrawError>(())
//! ```

pub mod art;
pub mod card_content;
mod drawer;
mod encode;
pub mod icon;
pub mod look;
pub mod photo;
pub mod qr;
mod raster;
pub mod svg;
pub mod text;
pub mod tints;

pub use card_content::Parts;
pub use drawer::{DrawError, Drawer};
pub use photo::{Picture, Pictures};
pub use raster::Pixels;
pub use text::Fonts;

/// Width of a card, pixels.
pub const WIDTH: u32 = 1200;
/// Height of a card, pixels.
pub const HEIGHT: u32 = 630;
/// The most bytes that a card may have.
pub const MOST_BYTES: usize = 300 << 10;
