//! Builds JSON objects from the flags that were given.

use serde::Serialize;
use serde_json::{Map, Value, json};

/// Fields of a request body, in insertion order.
#[derive(Debug, Default)]
pub struct Fields(Map<String, Value>);

impl Fields {
    /// Adds a field, if it was given.
    pub fn put(mut self, name: &str, value: Option<impl Serialize>) -> Self {
        if let Some(value) = value {
            self.0.insert(name.to_owned(), json!(value));
        }
        self
    }

    /// Adds an object as a field, unless it is empty.
    pub fn group(self, name: &str, inner: Self) -> Self {
        let some = (!inner.0.is_empty()).then_some(inner.0);
        self.put(name, some)
    }

    /// Adds the fields of an object; they override those added before.
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
