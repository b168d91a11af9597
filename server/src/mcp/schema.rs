//! Schemas of tools, fully expanded: no `$ref`, and only `object` at the root, because hosts drop everything else.

use mantel_model::limits;
use mantel_model::look::Look;
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
    fields.push(("dryRun", flag("Only tell what would change.")));
    fields.push(("clientId", client_id()));
    object(fields, required)
}

/// A tile of any type: the fields of all types, each with its type's schema. The platforms are too many to be told in each
/// list of tools: `list_options` names them.
pub fn tile() -> Value {
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
    fields.insert(
        "platform".to_owned(),
        string("Of a social tile, such as instagram; list_options with topic platforms names all."),
    );
    for name in ["src", "image"] {
        fields.insert(name.to_owned(), picture());
    }
    fields.shift_remove("facts");
    json!({ "type": "object", "properties": fields, "required": ["type"], "additionalProperties": false })
}

/// A picture.
pub fn picture() -> Value {
    string("An https address, one of the server's /media/ pictures, or the picture itself as data:image/…;base64,…")
}

/// A look, of those that are offered.
pub fn looks(about: &str) -> Value {
    let looks: Vec<_> = Look::ALL.iter().map(|look| look.as_str()).collect();
    json!({ "type": "string", "enum": looks, "description": about })
}

/// A definition of the page's schema, fully expanded.
pub fn part(name: &str) -> Value {
    definition(name).unwrap_or_default()
}

/// A brief: its fields, and what they are where the name does not say it. Other fields are read too.
pub fn brief() -> Value {
    let texts = ["name", "bio", "location", "lang", "look", "theme", "layout", "avatar"]
        .map(|name| (name, json!({ "type": "string" })));
    let mut fields: Map<_, _> = texts.into_iter().map(|(name, field)| (name.to_owned(), field)).collect();
    let about = "What the page holds, in order: an address, owner/repo or note as text, or {url, title}, {heading}, {text}, \
                 {image, caption}, {repo}, each with size and color.";
    fields.insert("links".to_owned(), json!({ "type": "array", "description": about }));
    json!({ "type": "object", "properties": fields, "additionalProperties": true })
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

fn base_version() -> Value {
    json!({ "type": "integer", "description": "The version you saw; a stale one is refused." })
}

fn client_id() -> Value {
    json!({ "type": "string", "description": "Yours for this call: repeated, it is not done twice." })
}
