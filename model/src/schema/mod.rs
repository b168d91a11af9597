//! The JSON Schemas served at `/schema/*.json`, made from the same tables that the readers use.
//!
//! The files under `schema/` are their golden copies; a test holds them equal (`UPDATE_SCHEMA=1` rewrites them).

mod brief;
mod page;
mod parts;

pub use brief::brief;
pub use page::page;

use serde_json::Value;

/// A schema as the text of its file: indented, ending in a line break.
pub fn to_text(schema: &Value) -> String {
    let mut text = serde_json::to_string_pretty(schema).unwrap_or_default();
    text.push('\n');
    text
}
