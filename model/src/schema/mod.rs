//! The JSON Schemas served at `/schema/*.json`, generated from the same tables that the readers use.
//!
//! The files under `schema/` are golden copies; a test compares them (`UPDATE_SCHEMA=1` rewrites them).

mod brief;
mod keywords;
mod page;

pub use brief::brief;
pub use page::page;
use serde_json::Value;

/// A schema as the text of its file: indented, ending in a line break.
pub fn to_text(schema: &Value) -> String {
    let mut text = serde_json::to_string_pretty(schema).unwrap_or_default();
    text.push('\n');
    text
}

/// A definition of the page schema by name (`theme`, `profile`, `pos`, a tile type …) with its references
/// inlined. For tools that describe their inputs.
pub fn definition(name: &str) -> Option<Value> {
    let schema = page();
    let definitions = schema.get("$defs")?;
    definitions.get(name).map(|definition| resolved(definition, definitions))
}

/// A tile of any type, with references inlined.
pub fn tile() -> Value {
    let types = crate::tile::KindName::ALL.iter().filter_map(|kind_name| definition(kind_name.as_str()));
    serde_json::json!({ "description": "A tile.", "oneOf": types.collect::<Vec<_>>() })
}

/// Terminates because definitions only reference leaves.
fn resolved(schema: &Value, definitions: &Value) -> Value {
    match schema {
        Value::Object(map) => {
            match map.get("$ref").and_then(Value::as_str).and_then(|path| path.strip_prefix("#/$defs/")) {
                Some(name) => {
                    definitions.get(name).map(|definition| resolved(definition, definitions)).unwrap_or_default()
                }
                None => Value::Object(
                    map.iter().map(|(name, value)| (name.clone(), resolved(value, definitions))).collect(),
                ),
            }
        }
        Value::Array(items) => items.iter().map(|item| resolved(item, definitions)).collect(),
        leaf => leaf.clone(),
    }
}
