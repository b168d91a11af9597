//! Versions over HTTP: `ETag`, `If-Match`, `If-None-Match` (decisions, The page over REST).

use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};

use super::error::Refusal;

/// A base that no page is at: versions start at 1.
pub const NO_VERSION: i64 = 0;

/// The version that an edit is based on: `baseVersion` of the body or `If-Match`, of which only the version part
/// counts. A weak tag never matches (RFC 9110, 13.1.1): [`NO_VERSION`].
///
/// # Errors
/// When `If-Match` is not one of our tags, or the two disagree.
pub fn base_version(headers: &HeaderMap, body: Option<u64>) -> Result<Option<i64>, Refusal> {
    let body = body.map(|body| i64::try_from(body).unwrap_or(i64::MAX));
    let Some(tag) = headers.get(header::IF_MATCH) else { return Ok(body) };
    let tag = tag.to_str().unwrap_or_default().trim();
    if tag == "*" {
        return Ok(body);
    }
    let version = version_of(tag).ok_or_else(|| {
        let detail = "If-Match must be an ETag as the page's replies carry it, like \"7.2.0\", or *.";
        Refusal::new("invalid_input", detail)
    })?;
    match body {
        _ if tag.starts_with("W/") => Ok(Some(NO_VERSION)),
        Some(body) if body != version => Err(Refusal::new(
            "invalid_input",
            format!("If-Match says version {version}, baseVersion says {body}; send one."),
        )),
        _ => Ok(Some(version)),
    }
}

fn version_of(tag: &str) -> Option<i64> {
    let inner = tag.strip_prefix("W/").unwrap_or(tag).strip_prefix('"')?.strip_suffix('"')?;
    let digits = inner.split('.').next()?;
    digits.bytes().all(|byte| byte.is_ascii_digit()).then(|| digits.parse().ok()).flatten()
}

/// Whether the client already has this version: `If-None-Match` compares the whole tag.
pub fn unchanged(headers: &HeaderMap, etag: &str) -> bool {
    let tags = headers.get_all(header::IF_NONE_MATCH).iter().filter_map(|value| value.to_str().ok());
    tags.flat_map(|value| value.split(',')).map(str::trim).any(|tag| tag == "*" || tag.trim_start_matches("W/") == etag)
}

/// 304 with the entity tag.
pub fn not_modified(etag: &str) -> Response {
    tagged(StatusCode::NOT_MODIFIED.into_response(), etag)
}

/// Adds the entity tag to a response.
pub fn tagged(mut response: Response, etag: &str) -> Response {
    if let Ok(value) = HeaderValue::from_str(etag) {
        response.headers_mut().insert(header::ETAG, value);
    }
    response
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests fail by panicking")]
mod tests {
    use super::*;

    #[test]
    fn if_match_compares_the_version_part() {
        assert_eq!(version_of("\"7.2.0\""), Some(7));
        assert_eq!(version_of("W/\"7.2.0\""), Some(7));
        assert_eq!(version_of("\"7\""), Some(7));
        assert_eq!(version_of("7"), None);
        assert_eq!(version_of("\"x.1\""), None);
        assert_eq!(version_of("\"\""), None);
    }

    #[test]
    fn a_weak_tag_never_matches() {
        let base = |tag: &'static str, body| {
            base_version(&HeaderMap::from_iter([(header::IF_MATCH, HeaderValue::from_static(tag))]), body).ok()
        };
        assert_eq!(base("\"7.2.0\"", None), Some(Some(7)));
        assert_eq!(base("W/\"7.2.0\"", None), Some(Some(NO_VERSION)));
        assert_eq!(base("W/\"7.2.0\"", Some(7)), Some(Some(NO_VERSION)));
        assert_eq!(base("W/nonsense", None), None);
    }
}
