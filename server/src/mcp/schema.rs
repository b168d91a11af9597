//! Schemas of tools, fully expanded: no `$ref`, and only `object` at the root, because hosts drop everything else.

use mantel_model::limits;
use mantel_model::schema::definition;
use mantel_model::tile::KindName;
use serde_json::{Map, Value, json};

/// A closed object.
pub fn object(fields: Vec<(&str, Value)>, required: &[&str]) -> Value {
    let properties: Map<_, _> = fields.into_iter().map(|(name, schema)| (name.to_owned(), schema)).collect();
    let mut out = json!({ "type": "object", "properties": properties, "additionalProperties": false });
    if let Some(map) = out.as_object_mut().filter(|_| !required.is_empty()) {
        map.insert("required".to_owned(), json!(required));
    }
    out
}

/// The input of a change: its own fields, and those that every change may have.
pub fn change(mut fields: Vec<(&str, Value)>, required: &[&str]) -> Value {
    fields.push(("baseVersion", base_version()));
    fields.push(("dryRun", flag("true: change nothing, tell what would change.")));
    fields.push(("clientId", client_id()));
    object(fields, required)
}

/// The output of a change: its own fields, and those that every change returns.
pub fn changed(mut fields: Vec<(&str, Value)>) -> Value {
    fields.push(("version", unsigned_integer("The draft's version now.")));
    fields.push(("unpublishedChanges", flag("Whether the draft differs from what visitors see.")));
    fields.push(("next", string("What to do next.")));
    // A dry run returns `changes` instead of the changed part.
    fields.push(("dryRun", flag("true: nothing was changed.")));
    fields.push(("changes", open("With dryRun: what would change.")));
    object(fields, &["version", "unpublishedChanges", "next"])
}

/// A tile of any type: the fields of all types, each with its type's schema.
pub fn tile(required: &[&str]) -> Value {
    let mut fields: Map<String, Value> = Map::new();
    for kind in KindName::ALL {
        let schema = definition(kind.as_str()).unwrap_or_default();
        let own = schema.get("properties").and_then(Value::as_object).cloned().unwrap_or_default();
        for (name, field) in own {
            fields.entry(name).or_insert(field);
        }
    }
    let kinds: Vec<_> = KindName::ALL.iter().map(|kind_name| kind_name.as_str()).collect();
    let about = "What it is: link {url}, social {platform, handle}, text {text}, heading {text}, image {src}, \
                 video {url}, music {url}, github {repo}.";
    fields.insert("type".to_owned(), json!({ "type": "string", "enum": kinds, "description": about }));
    fields.insert("facts".to_owned(), open("Filled in by the service: stars, cover, preview. Never set it."));
    json!({ "type": "object", "properties": fields, "required": required, "additionalProperties": false })
}

/// A definition of the page's schema, fully expanded.
pub fn part(name: &str) -> Value {
    definition(name).unwrap_or_default()
}

/// The fields of a definition, for tools that take them individually.
pub fn fields_of(name: &str) -> Vec<(String, Value)> {
    let schema = part(name);
    let fields = schema.get("properties").and_then(Value::as_object).cloned().unwrap_or_default();
    fields.into_iter().collect()
}

/// A value with this schema, or `null`. Two branches with one type each, which hosts that support only one type per
/// field understand.
pub fn or_null(field: Value) -> Value {
    let mut field = field;
    let about = field.as_object_mut().and_then(|object| {
        object.shift_remove("default");
        object.shift_remove("description")
    });
    json!({ "description": about, "anyOf": [field, { "type": "null" }] })
}

/// A tile's id.
pub fn id(about: &str) -> Value {
    json!({ "type": "string", "pattern": "^t_[a-z2-7]{12}$", "description": about })
}

/// A string.
pub fn string(about: &str) -> Value {
    json!({ "type": "string", "description": about })
}

/// A boolean.
pub fn flag(about: &str) -> Value {
    json!({ "type": "boolean", "description": about })
}

/// A non-negative integer.
pub fn unsigned_integer(about: &str) -> Value {
    json!({ "type": "integer", "minimum": 0, "description": about })
}

/// An object that is described elsewhere.
pub fn open(about: &str) -> Value {
    json!({ "type": "object", "description": about, "additionalProperties": true })
}

/// A list.
pub fn list(about: &str, items: Value) -> Value {
    json!({ "type": "array", "description": about, "items": items })
}

/// A username.
pub fn username(about: &str) -> Value {
    json!({ "type": "string", "pattern": "^[A-Za-z0-9_-]{3,30}$", "description": about })
}

/// Several inputs (specification, MCP server: at most 30).
pub fn inputs() -> Value {
    let item =
        json!({ "anyOf": [{ "type": "string", "minLength": 1 }, { "type": "object", "additionalProperties": true }] });
    json!({ "type": "array", "minItems": 1, "maxItems": limits::INPUTS, "items": item,
        "description": "Several at once, added in this order: texts like input, or items of a brief, such as {url, title}, \
                        {heading}, {text}, {image, caption}, {repo}, each with size and color. Prefer it for a list of links." })
}

/// What was guessed or left out, with its place.
pub fn warnings(about: &str) -> Value {
    let warning = json!({ "type": "object", "properties": { "path": string("Where in what was sent."), "message": string("What was done.") } });
    list(about, warning)
}

fn base_version() -> Value {
    unsigned_integer("The version you saw. If the page has changed since, nothing is done and you are told.")
}

fn client_id() -> Value {
    json!({ "type": "string", "minLength": 1, "maxLength": 200,
        "description": "An id of your own for this call. The same call again with the same id changes nothing and \
                        gives the first reply: retry safely." })
}
