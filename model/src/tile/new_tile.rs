//! A tile to be added to a page: like a tile, but the service may still assign its id.

use serde::Serialize;

use crate::id::TileId;
use crate::language::Language;
use crate::tile::{Kind, Pos, Size, Tile, TileColor};

/// A tile to add. A well-formed id that the page does not use yet is kept (undo, optimistic adding);
/// otherwise the page assigns one (decisions, Tile fields).
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct NewTile {
    /// The requested id.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub id: Option<TileId>,
    /// What it is.
    #[serde(flatten)]
    pub kind: Kind,
    /// Cells it takes.
    pub size: Size,
    /// Its colour.
    pub color: TileColor,
    /// The language of its words, where it is another than the page's.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub lang: Option<Language>,
    /// Its place on the canvas.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pos: Option<Pos>,
}

impl NewTile {
    /// A tile of this kind in its default size and the look's colour.
    pub fn of(kind: Kind) -> Self {
        Self { id: None, size: kind.default_size(), color: TileColor::Auto, lang: None, pos: None, kind }
    }

    /// The tile with an id.
    pub fn with_id(self, id: TileId) -> Tile {
        Tile { id, kind: self.kind, size: self.size, color: self.color, lang: self.lang, pos: self.pos }
    }
}

impl From<Tile> for NewTile {
    fn from(tile: Tile) -> Self {
        Self { id: Some(tile.id), kind: tile.kind, size: tile.size, color: tile.color, lang: tile.lang, pos: tile.pos }
    }
}
