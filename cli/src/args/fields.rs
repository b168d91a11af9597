//! JSON from flags: those that were given become fields.

use serde::Serialize;
use serde_json::{Map, Value, json};

/// Fields of a body, in the order they were put.
#[derive(Debug, Default)]
pub struct Fields(Map<String, Value>);

impl Fields {
    /// A field, if it was given.
    pub fn put(mut self, name: &str, value: Option<impl Serialize>) -> Self {
        if let Some(value) = value {
            self.0.insert(name.to_owned(), json!(value));
        }
        self
    }

    /// An object as a field, if anything is in it.
    pub fn group(self, name: &str, inner: Self) -> Self {
        let some = (!inner.0.is_empty()).then_some(inner.0);
        self.put(name, some)
    }

    /// The fields of an object, which win over those put before.
    pub fn with(mut self, object: Option<Value>) -> Self {
        if let Some(Value::Object(map)) = object {
            self.0.extend(map);
        }
        self
    }

    /// Whether nothing was given.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The fields.
    pub fn map(self) -> Map<String, Value> {
        self.0
    }
}
