//! The language of a visitor.

use std::borrow::Cow;

use axum::http::HeaderMap;
use axum::http::header::ACCEPT_LANGUAGE;

/// Old tags that some systems still send, and those of today.
const RENAMED: [(&str, &str); 3] = [("iw", "he"), ("in", "id"), ("ji", "yi")];

/// The browser's first language, without script and region, lower case: `pt` of `pt-BR,pt;q=0.9`; empty when not said.
pub fn language(headers: &HeaderMap) -> Cow<'_, str> {
    let accepted = headers.get(ACCEPT_LANGUAGE).and_then(|value| value.to_str().ok()).unwrap_or_default();
    let first = accepted.split([',', ';', '-', '_']).next().unwrap_or_default().trim();
    if !(2..=3).contains(&first.len()) || !first.bytes().all(|byte| byte.is_ascii_alphabetic()) {
        return Cow::Borrowed("");
    }
    if let Some((_, today)) = RENAMED.iter().find(|(old, _)| first.eq_ignore_ascii_case(old)) {
        return Cow::Borrowed(today);
    }
    if first.bytes().any(|byte| byte.is_ascii_uppercase()) {
        Cow::Owned(first.to_ascii_lowercase())
    } else {
        Cow::Borrowed(first)
    }
}
