//! Parses the bytes of a body as JSON: bounded nesting, and an error with line and column for invalid JSON.

use serde_json::Value;

use crate::limits;
use crate::problem::Problem;

/// Parses a body strictly.
///
/// # Errors
/// What is wrong and where: not UTF-8 text, nested deeper than [`crate::limits::JSON_DEPTH`], or not JSON at all.
pub fn read_json(body: &[u8]) -> Result<Value, Problem> {
    let wrong = |message: String| Problem::new("", message);
    let text = std::str::from_utf8(body).map_err(|error| {
        wrong(format!("the body is not UTF-8 text: byte {} is the first that is not", error.valid_up_to() + 1))
    })?;
    if text.trim().is_empty() {
        return Err(wrong("the body is empty; send JSON".to_owned()));
    }
    if depth(text) > limits::JSON_DEPTH {
        return Err(wrong(format!("this JSON is nested more than {} levels deep", limits::JSON_DEPTH)));
    }
    serde_json::from_str(text).map_err(|error| {
        let what = error.to_string();
        let what = what.rsplit_once(" at line ").map_or(what.as_str(), |(message, _)| message);
        wrong(format!("this is not JSON: line {}, column {}: {what}", error.line(), error.column()))
    })
}

/// How deep lists and objects are nested, counted without a full parse.
fn depth(text: &str) -> usize {
    let (mut open, mut deepest, mut quoted, mut escaped) = (0usize, 0usize, false, false);
    for byte in text.bytes() {
        match byte {
            _ if escaped => escaped = false,
            b'\\' if quoted => escaped = true,
            b'"' => quoted = !quoted,
            _ if quoted => {}
            b'{' | b'[' => {
                open += 1;
                deepest = deepest.max(open);
            }
            b'}' | b']' => open = open.saturating_sub(1),
            _ => {}
        }
    }
    deepest
}
