//! JSON Schema keywords and types that all schemas use.

use serde_json::{Map, Value, json};

use crate::closed_set::ClosedSet;
use crate::language;
use crate::limits;
use crate::look::{Look, Palette};

/// The JSON Schema dialect in use.
pub const DIALECT: &str = "https://json-schema.org/draft/2020-12/schema";

/// A closed object: named fields, some of them required, no additional ones.
pub fn object<'a>(description: &str, fields: Vec<(&'a str, Value)>, required: &[&'a str]) -> Value {
    let properties: Map<_, _> = fields.into_iter().map(|(name, schema)| (name.to_owned(), schema)).collect();
    let mut out = json!({ "description": description, "type": "object", "properties": properties });
    if !required.is_empty() {
        set(&mut out, "required", json!(required));
    }
    set(&mut out, "additionalProperties", json!(false));
    out
}

/// Sets a keyword.
pub fn set(schema: &mut Value, keyword: &str, value: Value) {
    if let Some(map) = schema.as_object_mut() {
        map.insert(keyword.to_owned(), value);
    }
}

/// A text of at most `most` characters.
pub fn text(description: &str, most: usize) -> Value {
    json!({ "description": description, "type": "string", "maxLength": most })
}

/// A text with at least one character.
pub fn required_text(description: &str, most: usize) -> Value {
    json!({ "description": description, "type": "string", "minLength": 1, "maxLength": most })
}

/// An address to follow.
pub fn url(description: &str) -> Value {
    json!({ "description": format!("{description}: https, http, mailto or tel."), "type": "string",
        "format": "uri", "maxLength": limits::URL_BYTES })
}

/// An address of a picture.
pub fn image(description: &str) -> Value {
    json!({ "description": format!("{description}: https, http or one of the server's own /media/ pictures."),
        "type": "string", "format": "uri-reference", "maxLength": limits::URL_BYTES })
}

/// A number within a range.
pub fn number(description: &str, (min, max): (f64, f64)) -> Value {
    json!({ "description": description, "type": "number", "minimum": json_number(min), "maximum": json_number(max) })
}

/// A bound, printed without a needless `.0`.
#[expect(clippy::cast_possible_truncation, reason = "bounds are far within 2^53")]
fn json_number(bound: f64) -> Value {
    if bound.fract() == 0.0 { json!(bound as i64) } else { json!(bound) }
}

/// A boolean.
pub fn flag(description: &str) -> Value {
    json!({ "description": description, "type": "boolean" })
}

/// A closed set; its first member is the default unless another is given.
pub fn choice<T: ClosedSet>(description: &str, default: Option<T>) -> Value {
    one_of(description, &names::<T>(), default.map(T::wire))
}

/// One of some names; the first is the default unless another is given.
pub fn one_of(description: &str, names: &[&str], default: Option<&str>) -> Value {
    let mut out = json!({ "description": description, "type": "string", "enum": names });
    if let Some(default) = default {
        set(&mut out, "default", json!(default));
    }
    out
}

fn names<T: ClosedSet>() -> Vec<&'static str> {
    T::all().iter().map(|member| member.wire()).collect()
}

/// A look, including the retired names.
pub fn look(default: Look) -> Value {
    let all: Vec<_> = names::<Look>().into_iter().chain(["press", "gallery"]).collect();
    json!({ "description": "The look. press and gallery are retired and open as cobalt and painted.",
        "type": "string", "enum": all, "default": default.as_str() })
}

/// A palette of any look; the description lists which belong together.
pub fn palette() -> Value {
    let all: Vec<_> = Look::ALL.iter().flat_map(|look| look.palettes()).map(Palette::name).collect();
    let sets: Vec<_> = Look::ALL
        .iter()
        .map(|look| format!("{look}: {}", look.palettes().map(Palette::name).collect::<Vec<_>>().join(", ")))
        .collect();
    let description = format!("The palette, one of the look's four; the first is its default. {}.", sets.join("; "));
    json!({ "description": description, "type": "string", "enum": all })
}

/// A six-digit hex colour.
pub fn color(description: &str) -> Value {
    json!({ "description": description, "type": "string", "pattern": "^#[0-9a-fA-F]{6}$" })
}

/// A language tag.
pub fn language(description: &str) -> Value {
    json!({ "description": format!("{description} A tag of BCP 47, like en, pt-BR or ar."), "type": "string",
        "pattern": language::PATTERN, "maxLength": language::LONGEST })
}

/// A username.
pub fn username() -> Value {
    json!({ "description": "The public address: 3 to 30 letters, numbers, - or _.", "type": "string",
        "pattern": "^[A-Za-z0-9_-]{3,30}$" })
}

/// The marker field.
pub fn marker() -> Value {
    json!({ "description": "Format marker.", "const": crate::page::FORMAT })
}

/// A focus point.
pub fn focus() -> Value {
    let fields = vec![
        ("x", number("From the left, percent.", limits::FOCUS)),
        ("y", number("From the top, percent.", limits::FOCUS)),
    ];
    object("The point of the picture kept in view.", fields, &["x", "y"])
}

/// A crop factor.
pub fn zoom() -> Value {
    number("How far the picture is zoomed in.", limits::ZOOM)
}

/// A repository.
pub fn repo() -> Value {
    json!({ "description": "owner/name of a code repository.", "type": "string",
        "pattern": "^\\s*[A-Za-z0-9_][A-Za-z0-9_.-]{0,38}/[A-Za-z0-9_.-]{1,100}\\s*$" })
}
