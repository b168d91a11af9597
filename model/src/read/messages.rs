//! The wording of reading problems.

use serde_json::Value;

use crate::nearest_name::nearest;
use crate::problem::either;
use crate::safe_url::shortened;

/// "expected a text in quotes, found the number 3".
pub fn mismatch(expected: &str, found: &Value) -> String {
    format!("expected {expected}, found {}", shown(found))
}

/// A description of a value for messages.
pub fn shown(value: &Value) -> String {
    match value {
        Value::Null => "null".to_owned(),
        Value::Bool(it) => it.to_string(),
        Value::Number(it) => format!("the number {it}"),
        Value::String(it) => format!("the text \"{}\"", shortened(it)),
        Value::Array(it) => format!("a list of {}", it.len()),
        Value::Object(_) => "an object".to_owned(),
    }
}

/// "there is no field \"titel\" on a link tile; did you mean \"title\"?".
pub fn unknown_field(name: &str, owner: &str, known: &[&str]) -> String {
    let start = format!("there is no field \"{}\" in {owner}", shortened(name));
    match (nearest(name, known), known) {
        (Some(near), _) => format!("{start}; did you mean \"{near}\"?"),
        (None, []) => start,
        (None, _) => format!("{start}; its fields are {}", either(known).replace(" or ", " and ")),
    }
}

/// One token of a JSON Pointer (RFC 6901); an over-long name is cut, since it is echoed to the client.
pub fn token(name: &str) -> String {
    shortened(name).replace('~', "~0").replace('/', "~1")
}
