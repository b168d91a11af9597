//! The strict reader: JSON to the page's types, reporting all problems at once, each with its path (decisions, Errors).
//!
//! `Deserialize` of these types uses it. Import uses the lenient reader (`brief`).

pub(crate) mod fields;
mod json_text;
pub(crate) mod mend;
pub(crate) mod messages;
pub(crate) mod page;
mod patch;
mod profile;
pub(crate) mod theme;
pub(crate) mod tile;

use fields::{At, Report};
pub use json_text::read_json;
use page::Ids;
use serde_json::Value;
use tile::Rules;
pub use tile::{FieldValue, OwnField, own_fields};

use crate::id::IdSource;
use crate::page::{Draft, PageFile};
use crate::problem::Problem;
use crate::profile::Profile;
use crate::theme::Theme;
use crate::tile::{Kind, NewTile, Tile};

/// The result of a reading: the value, or all problems.
pub type Reading<T> = Result<T, Vec<Problem>>;

/// Reads `{ profile, theme, tiles }`. Tiles without an id get one.
///
/// # Errors
/// Every problem, with a JSON Pointer from `value`.
pub fn read_draft(value: &Value, ids: &mut dyn IdSource) -> Reading<Draft> {
    reading(value, |at| page::draft(at, Ids::Given(ids), Rules::Written))
}

/// Reads a draft that ships with Mantel; its addresses are only examples.
///
/// # Errors
/// Every problem, with a JSON Pointer from `value`.
pub(crate) fn read_own_draft(value: &Value, ids: &mut dyn IdSource) -> Reading<Draft> {
    reading(value, |at| page::draft(at, Ids::Given(ids), Rules::Stored))
}

/// Reads a full page file, the body of `PUT` and of a strict import. Tiles without an id get one; `facts` are ignored.
///
/// # Errors
/// Every problem, with a JSON Pointer from `value`.
pub fn read_page_file(value: &Value, ids: &mut dyn IdSource) -> Reading<PageFile> {
    reading(value, |at| page::page_file(at, Ids::Given(ids), Rules::Written))
}

/// Like [`read_page_file`], for a file whose tiles were mended as far as possible: what is left stays as it is.
pub(crate) fn read_mended_page_file(value: &Value, ids: &mut dyn IdSource) -> Reading<PageFile> {
    reading(value, |at| page::page_file(at, Ids::Given(ids), Rules::Patched(&[])))
}

/// Reads one tile to add. A well-formed id is kept; whether it is still free is for the page to check.
///
/// # Errors
/// Every problem, with a JSON Pointer from `value`.
pub fn read_tile(value: &Value) -> Reading<NewTile> {
    reading(value, |at| tile::tile(at, tile::IdRule::Wish, Rules::New))
}

/// Reads a whole profile; absent fields are empty.
///
/// # Errors
/// Every problem, with a JSON Pointer from `value`.
pub fn read_profile(value: &Value) -> Reading<Profile> {
    reading(value, |at| profile::profile(at, false))
}

/// Reads a whole theme; absent fields have their defaults, `style` that of a newly claimed page.
///
/// # Errors
/// Every problem, with a JSON Pointer from `value`.
pub fn read_theme(value: &Value) -> Reading<Theme> {
    reading(value, theme::theme)
}

/// The theme with a patch applied: `null` resets a field, an absent one is left alone, an unknown one is a problem.
/// A new `style` without `preset` takes that look's first palette.
///
/// # Errors
/// Every problem, with a JSON Pointer from `patch`; the theme is untouched.
pub fn patch_theme(theme: &Theme, patch: &Value) -> Reading<Theme> {
    patch::theme(theme, patch)
}

/// The profile with a patch applied: `null` clears a field, an absent one is left alone, an unknown one is a problem.
///
/// # Errors
/// Every problem, with a JSON Pointer from `patch`.
pub fn patch_profile(profile: &Profile, patch: &Value) -> Reading<Profile> {
    patch::profile(profile, patch)
}

/// The tile with a patch applied, by the same rules; objects (`pos`, `focus`) are merged. Its `id` and `type` stay.
///
/// # Errors
/// Every problem, with a JSON Pointer from `patch`.
pub fn patch_tile(tile: &Tile, patch: &Value) -> Reading<Tile> {
    patch::tile(tile, patch)
}

/// A tile's content with a patch of its type's fields applied, by the same rules.
///
/// # Errors
/// Every problem, with a JSON Pointer from `patch`.
pub fn patch_content(content: &Kind, patch: &Value) -> Reading<Kind> {
    patch::content(content, patch)
}

pub(crate) fn reading<T>(value: &Value, read: impl FnOnce(At<'_>) -> Option<T>) -> Reading<T> {
    let report = Report::default();
    let found = read(At::root(value, &report));
    report.verdict(found)
}

/// Implements `Deserialize` through a reader, with the problems joined into one message.
macro_rules! deserialize_by {
    ($($name:ty => $read:expr;)+) => { $(
        impl<'de> serde::Deserialize<'de> for $name {
            fn deserialize<D: serde::Deserializer<'de>>(d: D) -> Result<Self, D::Error> {
                let value = Value::deserialize(d)?;
                reading(&value, $read).map_err(|problems| {
                    let all: Vec<_> = problems.iter().map(ToString::to_string).collect();
                    serde::de::Error::custom(all.join("; "))
                })
            }
        }
    )+ };
}
deserialize_by! {
    Draft => |at| page::draft(at, Ids::Needed, Rules::Stored);
    PageFile => |at| page::page_file(at, Ids::Needed, Rules::Stored);
    Theme => theme::theme;
    Profile => |at| profile::profile(at, true);
    Tile => |at| tile::tile(at, tile::IdRule::Needed, Rules::Stored).and_then(|tile| tile.id.clone().map(|id| tile.with_id(id)));
}
