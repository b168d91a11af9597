//! The fields that are written in place: which things have them, and what is in them.

use crate::editor::state::selection::Selection;
use mantel_model::tile::Kind;
use mantel_model::{Draft, limits};

/// A field that is written in place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Field {
    /// Its name, as the API has it.
    pub name: &'static str,
    /// The class of its text on the page.
    pub class: &'static str,
    /// What people call it.
    pub label: &'static str,
    /// Characters it holds.
    pub most: usize,
    /// Whether Enter makes a line in it.
    pub lines: bool,
    /// Whether it may be empty.
    pub optional: bool,
}

impl Field {
    const fn new(name: &'static str, class: &'static str, label: &'static str, most: usize) -> Self {
        Self { name, class, label, most, lines: false, optional: true }
    }
}

const TITLE: Field = Field::new("title", "title", "Title", limits::TITLE);
const CAPTION: Field = Field { label: "Caption", ..TITLE };
const DESCRIPTION: Field = Field::new("description", "desc", "Description", limits::DESCRIPTION);
const HEADING: Field = Field { optional: false, ..Field::new("text", "title", "Heading", limits::TITLE) };
/// A note's words.
pub const NOTE: Field = Field { lines: true, optional: false, ..Field::new("text", "words", "Note", limits::TEXT) };
const NAME: Field = Field { optional: false, ..Field::new("name", "name", "Name", limits::NAME) };
const BIO: Field = Field { lines: true, ..Field::new("bio", "bio", "Line about you", limits::BIO) };
const PLACE: Field = Field::new("location", "place", "Place", limits::LOCATION);

/// The fields of a selection that are written in place, in reading order.
pub fn fields(draft: &Draft, selection: &Selection) -> &'static [Field] {
    let Selection::Tile(id) = selection else { return &[NAME, BIO, PLACE] };
    match draft.tile(id).map(|tile| &tile.kind) {
        Some(Kind::Link(_)) => &[TITLE, DESCRIPTION],
        Some(Kind::Image(_)) => &[CAPTION],
        Some(Kind::Video(_) | Kind::Music(_)) => &[TITLE],
        Some(Kind::Text(_)) => &[NOTE],
        Some(Kind::Heading(_)) => &[HEADING],
        _ => &[],
    }
}

/// What its owner wrote into a field.
pub fn own(draft: &Draft, selection: &Selection, field: Field) -> String {
    let value = match selection {
        Selection::Profile => serde_json::to_value(&draft.profile),
        Selection::Tile(id) => serde_json::to_value(draft.tile(id)),
    };
    value.ok().and_then(|value| value.get(field.name)?.as_str().map(str::to_owned)).unwrap_or_default()
}

/// Fields of a selection that have no words yet and may have some.
pub fn missing(draft: &Draft, selection: &Selection) -> Vec<Field> {
    let titled = |field: &Field| matches!(field.label, "Title");
    fields(draft, selection)
        .iter()
        .filter(|field| field.optional && !titled(field) && own(draft, selection, **field).is_empty())
        .copied()
        .collect()
}
