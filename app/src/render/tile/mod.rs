//! The contents of tiles: text, photos and icons, and what a look is given of a tile. Composed by [`crate::render::page`].

pub mod content;
pub mod icon_chip;
pub mod markup;
pub mod photo;
pub mod site_icon;
pub mod social;

use content::TileContent;
use mantel_model::Tile;

use super::anatomy::{TileForm, TileNumber};

/// What a look is given of a tile to draw its ornament.
#[derive(Clone, Copy)]
pub struct LookTile<'a> {
    /// The tile.
    pub tile: &'a Tile,
    /// Its form.
    pub form: TileForm,
    /// Its variant, 0 to 1, from its id alone (looks, 1.1).
    pub variant: f32,
    /// Its number on the page.
    pub number: TileNumber,
    /// Its content.
    pub content: &'a TileContent,
}
