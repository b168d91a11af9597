//! JSON request bodies.

use axum::http::{HeaderMap, header};
use serde_json::Value;

use super::error::Refusal;
use crate::strict_json;

/// Parses a JSON body: `application/json`, UTF-8, no repeated keys, nested at most 32 deep.
///
/// # Errors
/// With line and column.
pub fn json(headers: &HeaderMap, bytes: &[u8]) -> Result<Value, Refusal> {
    let kind = headers.get(header::CONTENT_TYPE).and_then(|header| header.to_str().ok()).unwrap_or_default();
    let kind = kind.split(';').next().unwrap_or_default().trim().to_ascii_lowercase();
    if kind != "application/json" && !(kind.starts_with("application/") && kind.ends_with("+json")) {
        let found = if kind.is_empty() { "no Content-Type".to_owned() } else { format!("Content-Type {kind}") };
        let detail = format!("The body must be JSON, but came with {found}; send Content-Type: application/json.");
        return Err(Refusal::new("unsupported_media_type", detail));
    }
    strict_json::parse(bytes).map_err(|why| Refusal::new("invalid_json", why))
}
