//! The contents of tiles: text, photos and icons, and what a look receives of a tile. Used by [`crate::render::page`].

pub mod content;
#[cfg(feature = "ssr")]
pub mod heat;
pub mod icon_chip;
pub mod markup;
pub mod photo;
pub mod site_icon;
pub mod social;

use content::TileContent;
use mantel_model::Tile;

use super::tile_placement::{TileForm, TileNumber};

/// What a look receives of a tile to draw its ornament.
#[derive(Clone, Copy)]
pub struct LookTile<'a> {
    /// The tile.
    pub tile: &'a Tile,
    /// The form.
    pub form: TileForm,
    /// The variant, 0 to 1, derived from the id alone (looks, 1.1).
    pub variant: f32,
    /// The number on the page.
    pub number: TileNumber,
    /// The content.
    pub content: &'a TileContent,
}
