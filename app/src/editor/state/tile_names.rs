//! Names of tiles in labels and sentences.

pub use mantel_model::plain_text::changes::{size_word, tile_name};
use mantel_model::tile::Kind;
use mantel_model::{Draft, Tile, TileId};

use super::sections::section;
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
        Selection::Tile(id) => draft.tile(id).map_or_else(|| "a tile".to_owned(), |tile| tile_name(draft, tile)),
    }
}

/// Several tiles in a sentence: the name of a single tile or of a whole section, otherwise their number.
pub fn names(draft: &Draft, ids: &[TileId]) -> String {
    match ids {
        [one] => name_of(draft, &Selection::Tile(one.clone())),
        [heading, _, ..] if section(draft, heading) == ids => {
            format!("the section {}", name_of(draft, &Selection::Tile(heading.clone())))
        }
        many => format!("{} tiles", many.len()),
    }
}

/// The text with a capital first letter.
pub fn capitalized(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map(|letter| letter.to_uppercase().chain(letters).collect()).unwrap_or_default()
}
