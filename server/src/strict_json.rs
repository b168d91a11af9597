//! Strict JSON parsing, so that no two parsers understand a document differently: UTF-8, no repeated keys, bounded
//! nesting, a bounded number of values.

use std::fmt;

use mantel_model::limits::{JSON_DEPTH, JSON_VALUES};
use serde::de::{DeserializeSeed, Deserializer, Error as _, MapAccess, SeqAccess, Visitor};
use serde_json::{Map, Number, Value};

/// Parses one JSON value with nothing after it.
///
/// # Errors
/// A sentence with line and column.
pub fn parse(bytes: &[u8]) -> Result<Value, String> {
    let text = std::str::from_utf8(bytes)
        .map_err(|error| format!("The body is not UTF-8 from byte {} on.", error.valid_up_to()))?;
    check_values(bytes)?;
    let mut reader = serde_json::Deserializer::from_str(text);
    let value = Strict { depth: 0 }.deserialize(&mut reader).map_err(|error| message(&error))?;
    reader.end().map_err(|error| message(&error))?;
    Ok(value)
}

/// Checks, without parsing it, that a text has at most [`JSON_VALUES`] values if it is JSON.
///
/// # Errors
/// A sentence that states the limit.
pub fn check_values(bytes: &[u8]) -> Result<(), String> {
    let (mut values, mut quoted, mut escaped) = (1_usize, false, false);
    for byte in bytes {
        match byte {
            _ if escaped => escaped = false,
            b'\\' if quoted => escaped = true,
            b'"' => quoted = !quoted,
            // What is in a list or an object follows its bracket or a comma.
            b'{' | b'[' | b',' if !quoted => values += 1,
            _ => {}
        }
    }
    if values > JSON_VALUES {
        return Err(format!("The body has more than {JSON_VALUES} values; a page has fewer."));
    }
    Ok(())
}

fn message(error: &serde_json::Error) -> String {
    let whole = error.to_string();
    let what = whole.split(" at line ").next().unwrap_or_default();
    format!("The body can't be read as JSON at line {}, column {}: {what}.", error.line(), error.column())
}

/// A value at a nesting depth.
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

    fn visit_bool<E>(self, value: bool) -> Result<Value, E> {
        Ok(Value::Bool(value))
    }

    fn visit_i64<E>(self, value: i64) -> Result<Value, E> {
        Ok(Value::Number(value.into()))
    }

    fn visit_u64<E>(self, value: u64) -> Result<Value, E> {
        Ok(Value::Number(value.into()))
    }

    fn visit_f64<E: serde::de::Error>(self, value: f64) -> Result<Value, E> {
        Number::from_f64(value).map(Value::Number).ok_or_else(|| E::custom("a number is out of range"))
    }

    fn visit_str<E>(self, value: &str) -> Result<Value, E> {
        Ok(Value::String(value.to_owned()))
    }

    fn visit_string<E>(self, value: String) -> Result<Value, E> {
        Ok(Value::String(value))
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
    use mantel_model::limits::JSON_VALUES;

    use super::parse;

    #[test]
    fn values_come_back_as_written() {
        let text = r#"{"b":[1,-2,2.5,true,null,"é"],"a":{}}"#;
        assert_eq!(parse(text.as_bytes()).unwrap().to_string(), text);
    }

    #[test]
    fn repeated_keys_depth_trailing_text_and_bad_utf8_are_refused_with_their_position() {
        assert_eq!(
            parse(b"{\"a\":1,\n \"a\":2}").unwrap_err(),
            "The body can't be read as JSON at line 2, column 4: the key \"a\" stands twice in one object."
        );
        let deep = |n: usize| format!("{}{}", "[".repeat(n), "]".repeat(n));
        assert!(parse(deep(32).as_bytes()).is_ok());
        assert!(parse(deep(33).as_bytes()).unwrap_err().contains("deeper than 32"));
        assert!(parse(deep(20_001).as_bytes()).unwrap_err().contains("more than 20000 values"));
        assert!(parse(b"{} x").unwrap_err().contains("line 1, column 4"));
        assert!(parse(b"\"\xff\"").unwrap_err().contains("byte 1"));
        assert!(parse(b"1e999").unwrap_err().contains("out of range"));
    }

    #[test]
    fn values_are_counted_before_any_takes_memory() {
        let list = |count: usize, item: &str| format!("[{}]", vec![item; count].join(","));
        for (item, of) in [("0", 1), ("{}", 2), ("\"a,[{\\\"\"", 1), ("{\"a\":1}", 2), ("[[]]", 3)] {
            // Each empty list or object counts as if it held something.
            let most = (JSON_VALUES - 1) / of;
            assert!(parse(list(most, item).as_bytes()).is_ok(), "{item}");
            assert!(parse(list(most + 2, item).as_bytes()).unwrap_err().contains("more than 20000 values"), "{item}");
        }
        let fields =
            |count: usize| format!("{{{}}}", (0..count).map(|at| format!("\"a{at}\":0")).collect::<Vec<_>>().join(","));
        assert!(parse(fields(JSON_VALUES - 1).as_bytes()).is_ok());
        assert!(parse(fields(JSON_VALUES + 1).as_bytes()).is_err());
    }
}
