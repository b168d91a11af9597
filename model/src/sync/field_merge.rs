//! Fields of an object as they were found and as they are to be, brought together with what they are now.

use serde::Serialize;
use serde_json::{Map, Value};

/// Fields by name; `null` clears one.
pub type Fields = Map<String, Value>;

/// What has to be done still, and the fields that others set to something else.
#[derive(Debug, Default, PartialEq)]
pub struct Merged {
    /// The fields to set.
    pub set: Fields,
    /// What they are now.
    pub was: Fields,
    /// The fields that are neither as they were found nor as they are to be.
    pub clashing: Vec<String>,
}

/// A value's fields.
pub fn of(value: &impl Serialize) -> Fields {
    match serde_json::to_value(value) {
        Ok(Value::Object(map)) => map,
        _ => Map::new(),
    }
}

/// Sets `patch` on `now` where `now` still is what `was` found. Fields that are as they should be already are left out.
///
/// An object (a place, a focus point, the background) is taken apart: what differs in other members merges; once one
/// member clashes, the whole field does.
pub fn merge(now: &Fields, patch: &Fields, was: &Fields) -> Merged {
    let mut merged = Merged::default();
    for (name, mine) in patch {
        let (now, found) = (get(now, name), get(was, name));
        match fate(now, mine, found) {
            Fate::Done => {}
            Fate::Conflict => merged.clashing.push(name.clone()),
            Fate::Set(value, before) => {
                merged.set.insert(name.clone(), value);
                merged.was.insert(name.clone(), before);
            }
        }
    }
    merged
}

enum Fate {
    Done,
    Conflict,
    Set(Value, Value),
}

fn fate(now: &Value, mine: &Value, found: &Value) -> Fate {
    if let (Value::Object(now), Value::Object(mine), Value::Object(found)) = (now, mine, found) {
        let inner = merge(now, mine, found);
        return match (inner.clashing.is_empty(), inner.set.is_empty()) {
            (false, _) => Fate::Conflict,
            (true, true) => Fate::Done,
            (true, false) => Fate::Set(Value::Object(inner.set), Value::Object(inner.was)),
        };
    }
    if now == mine {
        Fate::Done
    } else if now == found {
        Fate::Set(mine.clone(), now.clone())
    } else {
        Fate::Conflict
    }
}

/// A field that is absent is `null`.
fn get<'a>(fields: &'a Fields, name: &str) -> &'a Value {
    fields.get(name).unwrap_or(&Value::Null)
}
