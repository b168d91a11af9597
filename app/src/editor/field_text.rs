//! Fields and their values as people read them.

use serde_json::Value;

/// The name of a field as people read it: `tileStyle` is "Tile style".
pub fn field_label(field: &str) -> String {
    let mut out = String::new();
    for letter in field.chars() {
        if letter.is_uppercase() {
            out.push(' ');
        }
        if out.is_empty() { out.extend(letter.to_uppercase()) } else { out.extend(letter.to_lowercase()) }
    }
    match field {
        "style" => "Look".to_owned(),
        "preset" => "Palette".to_owned(),
        "bio" => "About".to_owned(),
        "location" => "Place".to_owned(),
        "pos" => "Position".to_owned(),
        _ => out,
    }
}

/// A value as people read it.
pub fn value_text(value: &Value) -> String {
    match value {
        Value::Null => "Nothing".to_owned(),
        Value::Bool(true) => "On".to_owned(),
        Value::Bool(false) => "Off".to_owned(),
        Value::String(text) => text.clone(),
        Value::Object(fields) => fields
            .iter()
            .map(|(name, value)| format!("{} {}", field_label(name), value_text(value)))
            .collect::<Vec<_>>()
            .join(", "),
        other => other.to_string(),
    }
}
