//! Names of tiles in labels and sentences.

use mantel_model::edit::{display_name, picture_name};
use mantel_model::tile::{Kind, Size};
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

/// The name of a tile among those of its page.
pub fn tile_name(draft: &Draft, tile: &Tile) -> String {
    picture_name(draft, tile).unwrap_or_else(|| display_name(tile))
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
