//! Names of tiles in labels and sentences.

use mantel_model::edit::display_name;
use mantel_model::tile::{Kind, Size};
use mantel_model::{Draft, Tile, TileId};

use super::selection::Selection;

/// The label of a tile's kind.
pub fn kind_label(tile: &Tile) -> &'static str {
    match &tile.kind {
        Kind::Text(note) if note.look.is_some() => "Stamp",
        other => other.name().label(),
    }
}

/// The name of a selected item, in a sentence.
pub fn name_of(draft: &Draft, selection: &Selection) -> String {
    match selection {
        Selection::Profile => "the profile".to_owned(),
        Selection::Tile(id) => draft.tile(id).map_or_else(|| "a tile".to_owned(), display_name),
    }
}

/// Several tiles in a sentence: the name if it is one, otherwise their number.
pub fn names(draft: &Draft, ids: &[TileId]) -> String {
    match ids {
        [one] => name_of(draft, &Selection::Tile(one.clone())),
        many => format!("{} tiles", many.len()),
    }
}

/// "1 tile", "12 tiles".
pub fn tile_count(tiles: usize) -> String {
    if tiles == 1 { "1 tile".to_owned() } else { format!("{tiles} tiles") }
}

/// A size in a sentence.
pub const fn size_word(size: Size) -> &'static str {
    match size {
        Size::S => "small",
        Size::W => "wide",
        Size::T => "tall",
        Size::L => "large",
    }
}

/// The text with a capital first letter.
pub fn capitalized(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map(|letter| letter.to_uppercase().chain(letters).collect()).unwrap_or_default()
}
