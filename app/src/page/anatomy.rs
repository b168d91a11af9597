//! From a tile to its anatomy: which form it takes, how much it says, how it leans.

use mantel_model::tile::{Kind, Size};
use mantel_model::{Tile, TileId};

/// How a tile is drawn in its place: the anatomy by size, or by shape on the canvas (looks, 1.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// A place in a grid.
    Cell(Size),
    /// A row of the list.
    Row,
}

impl Form {
    /// The class that carries it.
    pub const fn class(self) -> &'static str {
        match self {
            Self::Cell(Size::S) => "z-s",
            Self::Cell(Size::W) => "z-w",
            Self::Cell(Size::T) => "z-t",
            Self::Cell(Size::L) => "z-l",
            Self::Row => "z-row",
        }
    }
}

/// How full a tile's words make it, 1 to 5, from the character count (looks, 1.3). Full-width letters take two places.
pub fn fit(words: &str) -> u8 {
    match words.chars().map(|it| if matches!(it, '\u{1100}'..='\u{11ff}' | '\u{2e80}'..='\u{a4cf}' | '\u{ac00}'..='\u{d7a3}' | '\u{f900}'..='\u{faff}' | '\u{ff00}'..='\u{ff60}' | '\u{20000}'..='\u{3ffff}') { 2 } else { 1 }).sum::<usize>() {
        0..=24 => 1,
        25..=60 => 2,
        61..=140 => 3,
        141..=280 => 4,
        _ => 5,
    }
}

/// The tilt −1 to 1 and the variant 0 to 1 of a tile, from its id alone (looks, 1.1).
pub fn lean(id: &TileId) -> (f32, f32) {
    let hash = id.hash32();
    let r = f32::from(u16::try_from(hash % 2000).unwrap_or_default()) / 1000.0 - 1.0;
    let v = f32::from(u16::try_from((hash >> 8) % 1000).unwrap_or_default()) / 1000.0;
    (r, v)
}

/// Whether a tile takes one cell of the phone's two columns (looks, 1.2, "Under 600").
pub fn one_cell_on_phone(tile: &Tile) -> bool {
    let short =
        |words: &str| words.chars().count() <= 44 && words.split_whitespace().all(|it| it.chars().count() <= 12);
    match &tile.kind {
        Kind::Image(_) => matches!(tile.size, Size::S | Size::T),
        Kind::Music(_) => tile.size == Size::S,
        Kind::Text(note) if note.look.is_some() => true,
        Kind::Text(note) => tile.size == Size::S && note.text.chars().count() <= 90,
        Kind::Link(link) => {
            tile.size == Size::S && link.image.is_none() && short(link.title.as_deref().unwrap_or_default())
        }
        _ => false,
    }
}
