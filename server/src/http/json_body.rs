//! Request bodies: JSON read strictly, so that nothing is understood in two ways.

use std::fmt;

use axum::body::Bytes;
use axum::extract::{FromRequest, Request};
use axum::http::{HeaderMap, header};
use mantel_model::limits::JSON_DEPTH;
use serde::de::{DeserializeSeed, Deserializer, Error as _, MapAccess, SeqAccess, Visitor};
use serde_json::{Map, Number, Value};

use super::error::Refusal;

/// The whole body.
///
/// # Errors
/// When it does not arrive whole.
pub async fn bytes<S: Send + Sync>(request: Request, state: &S) -> Result<Bytes, Refusal> {
    let gone = |_| Refusal::new("invalid_json", "The body did not arrive whole; send it again.");
    Bytes::from_request(request, state).await.map_err(gone)
}

/// A JSON body: `application/json`, UTF-8, no repeated keys, nested at most 32 deep.
///
/// # Errors
/// With line and column.
pub fn json(headers: &HeaderMap, bytes: &[u8]) -> Result<Value, Refusal> {
    let kind = headers.get(header::CONTENT_TYPE).and_then(|header| header.to_str().ok()).unwrap_or_default();
    let kind = kind.split(';').next().unwrap_or_default().trim().to_ascii_lowercase();
    if kind != "application/json" && !(kind.starts_with("application/") && kind.ends_with("+json")) {
        let said = if kind.is_empty() { "no Content-Type".to_owned() } else { format!("Content-Type {kind}") };
        let words = format!("The body must be JSON, but came with {said}; send Content-Type: application/json.");
        return Err(Refusal::new("unsupported_media_type", words));
    }
    read(bytes).map_err(|why| Refusal::new("invalid_json", why))
}

/// Reads one JSON value and nothing after it.
///
/// # Errors
/// A sentence with line and column.
pub fn read(bytes: &[u8]) -> Result<Value, String> {
    let text = std::str::from_utf8(bytes)
        .map_err(|error| format!("The body is not UTF-8 from byte {} on.", error.valid_up_to()))?;
    let mut reader = serde_json::Deserializer::from_str(text);
    let value = Strict { depth: 0 }.deserialize(&mut reader).map_err(|error| words(&error))?;
    reader.end().map_err(|error| words(&error))?;
    Ok(value)
}

fn words(error: &serde_json::Error) -> String {
    let whole = error.to_string();
    let what = whole.split(" at line ").next().unwrap_or_default();
    format!("The body can't be read as JSON at line {}, column {}: {what}.", error.line(), error.column())
}

/// Reads a value at a depth.
#[derive(Clone, Copy)]
struct Strict {
    depth: usize,
}

impl Strict {
    fn deeper<E: serde::de::Error>(self) -> Result<Self, E> {
        if self.depth >= JSON_DEPTH {
            return Err(E::custom(format_args!("it is nested deeper than {JSON_DEPTH} levels")));
        }
        Ok(Self { depth: self.depth + 1 })
    }
}

impl<'de> DeserializeSeed<'de> for Strict {
    type Value = Value;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Value, D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Strict {
    type Value = Value;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a JSON value")
    }

    fn visit_unit<E>(self) -> Result<Value, E> {
        Ok(Value::Null)
    }

    fn visit_bool<E>(self, it: bool) -> Result<Value, E> {
        Ok(Value::Bool(it))
    }

    fn visit_i64<E>(self, it: i64) -> Result<Value, E> {
        Ok(Value::Number(it.into()))
    }

    fn visit_u64<E>(self, it: u64) -> Result<Value, E> {
        Ok(Value::Number(it.into()))
    }

    fn visit_f64<E: serde::de::Error>(self, it: f64) -> Result<Value, E> {
        Number::from_f64(it).map(Value::Number).ok_or_else(|| E::custom("a number is out of range"))
    }

    fn visit_str<E>(self, it: &str) -> Result<Value, E> {
        Ok(Value::String(it.to_owned()))
    }

    fn visit_string<E>(self, it: String) -> Result<Value, E> {
        Ok(Value::String(it))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Value, A::Error> {
        let inner = self.deeper()?;
        let mut list = Vec::new();
        while let Some(item) = items.next_element_seed(inner)? {
            list.push(item);
        }
        Ok(Value::Array(list))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut fields: A) -> Result<Value, A::Error> {
        let inner = self.deeper()?;
        let mut map = Map::new();
        while let Some(key) = fields.next_key::<String>()? {
            if map.contains_key(&key) {
                let key: String = key.chars().take(64).collect();
                return Err(A::Error::custom(format_args!("the key \"{key}\" stands twice in one object")));
            }
            map.insert(key, fields.next_value_seed(inner)?);
        }
        Ok(Value::Object(map))
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests fail by panicking")]
mod tests {
    use super::read;

    #[test]
    fn values_come_back_as_written() {
        let text = r#"{"b":[1,-2,2.5,true,null,"é"],"a":{}}"#;
        assert_eq!(read(text.as_bytes()).unwrap().to_string(), text);
    }

    #[test]
    fn repeated_keys_depth_rests_and_bad_utf8_are_refused_with_their_place() {
        assert_eq!(
            read(b"{\"a\":1,\n \"a\":2}").unwrap_err(),
            "The body can't be read as JSON at line 2, column 4: the key \"a\" stands twice in one object."
        );
        let deep = |n: usize| format!("{}{}", "[".repeat(n), "]".repeat(n));
        assert!(read(deep(32).as_bytes()).is_ok());
        assert!(read(deep(33).as_bytes()).unwrap_err().contains("deeper than 32"));
        assert!(read(deep(100_000).as_bytes()).unwrap_err().contains("deeper than 32"));
        assert!(read(b"{} x").unwrap_err().contains("line 1, column 4"));
        assert!(read(b"\"\xff\"").unwrap_err().contains("byte 1"));
        assert!(read(b"1e999").unwrap_err().contains("out of range"));
    }
}
