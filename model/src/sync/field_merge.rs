//! A three-way merge of an object's fields: as found, as wanted, and as they are now.

use serde::Serialize;
use serde_json::{Map, Value};

/// Fields by name; `null` clears one.
pub type Fields = Map<String, Value>;

/// The fields still to be set, and the fields that conflict.
#[derive(Debug, Default, PartialEq)]
pub struct Merged {
    /// The fields to set.
    pub set: Fields,
    /// Their current values.
    pub was: Fields,
    /// The fields whose current value is neither the one found nor the one wanted.
    pub conflicting: Vec<String>,
}

/// A value's fields.
pub fn fields_of(value: &impl Serialize) -> Fields {
    match serde_json::to_value(value) {
        Ok(Value::Object(map)) => map,
        _ => Map::new(),
    }
}

/// Sets the fields of `patch` whose value in `now` is still the one in `was`. Fields already right are left out.
///
/// An object (a position, a focus point, the background) is merged by member; if one
/// member conflicts, the whole field does.
pub fn merge(now: &Fields, patch: &Fields, was: &Fields) -> Merged {
    let mut merged = Merged::default();
    for (name, mine) in patch {
        let (now, found) = (get(now, name), get(was, name));
        match merge_field(now, mine, found) {
            Outcome::Unchanged => {}
            Outcome::Conflict => merged.conflicting.push(name.clone()),
            Outcome::Set(value, before) => {
                merged.set.insert(name.clone(), value);
                merged.was.insert(name.clone(), before);
            }
        }
    }
    merged
}

enum Outcome {
    Unchanged,
    Conflict,
    Set(Value, Value),
}

fn merge_field(now: &Value, mine: &Value, found: &Value) -> Outcome {
    if let (Value::Object(now), Value::Object(mine), Value::Object(found)) = (now, mine, found) {
        let inner = merge(now, mine, found);
        return match (inner.conflicting.is_empty(), inner.set.is_empty()) {
            (false, _) => Outcome::Conflict,
            (true, true) => Outcome::Unchanged,
            (true, false) => Outcome::Set(Value::Object(inner.set), Value::Object(inner.was)),
        };
    }
    if now == mine {
        Outcome::Unchanged
    } else if now == found {
        Outcome::Set(mine.clone(), now.clone())
    } else {
        Outcome::Conflict
    }
}

/// A field that is absent is `null`.
fn get<'a>(fields: &'a Fields, name: &str) -> &'a Value {
    fields.get(name).unwrap_or(&Value::Null)
}
