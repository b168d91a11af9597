//! The fields that are edited in place: which items have them, and their values.

use crate::components::tile_fields::{self, InPlaceField};
use crate::editor::state::selection::Selection;
use mantel_model::tile::KindName;
use mantel_model::{Draft, limits};
use serde_json::{Map, Value, json};

const NAME: InPlaceField = InPlaceField { optional: false, ..InPlaceField::new("name", "name", "Name", limits::NAME) };
const BIO: InPlaceField =
    InPlaceField { lines: true, ..InPlaceField::new("bio", "bio", "Line about you", limits::BIO) };
const PLACE: InPlaceField = InPlaceField::new("location", "place", "Place", limits::LOCATION);

/// The fields of the profile that are edited in place, in reading order.
const PROFILE: &[InPlaceField] = &[NAME, BIO, PLACE];

/// The fields of a selection that are edited in place, in reading order.
pub fn fields(draft: &Draft, selection: &Selection) -> &'static [InPlaceField] {
    let Selection::Tile(id) = selection else { return PROFILE };
    draft.tile(id).map_or(&[], |tile| tile_fields::of(tile.kind.name()).on_page)
}

/// The fields of every tile type and of the `profile`, as JSON for `public/early-edit.js`.
pub fn all_as_json() -> String {
    let described = |fields: &[InPlaceField]| -> Value {
        let one = |InPlaceField { name, class, label, lines, .. }: &InPlaceField| json!({ "name": name, "class": class, "label": label, "lines": lines });
        fields.iter().map(one).collect()
    };
    let of_kind = |kind: &KindName| (kind.to_string(), described(tile_fields::of(*kind).on_page));
    let mut all: Map<String, Value> = KindName::ALL.iter().map(of_kind).collect();
    all.insert("profile".to_owned(), described(PROFILE));
    Value::Object(all).to_string()
}

/// The value of a field, as its owner wrote it.
pub fn value(draft: &Draft, selection: &Selection, field: InPlaceField) -> String {
    let value = match selection {
        Selection::Profile => serde_json::to_value(&draft.profile),
        Selection::Tile(id) => serde_json::to_value(draft.tile(id)),
    };
    value.ok().and_then(|value| value.get(field.name)?.as_str().map(str::to_owned)).unwrap_or_default()
}

/// The optional fields of a selection that are empty, except titles.
pub fn missing(draft: &Draft, selection: &Selection) -> Vec<InPlaceField> {
    let titled = |field: &InPlaceField| matches!(field.label, "Title");
    fields(draft, selection)
        .iter()
        .filter(|field| field.optional && !titled(field) && value(draft, selection, **field).is_empty())
        .copied()
        .collect()
}
