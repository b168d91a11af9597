//! Versions over HTTP: `ETag`, `If-Match`, `If-None-Match` (decisions, The page over REST), and `Last-Modified`.

use std::sync::LazyLock;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use axum::http::{HeaderMap, HeaderName, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};

use super::error::Refusal;
use crate::clock::{Clock, http_date};
use crate::service::secret;

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

/// The entity tag of a form of a page: the page's own, and a digest of the content, which changes with the program too.
pub fn of_content(page: &str, content: &[u8]) -> String {
    let digest = secret::hash(content);
    format!("\"{}-{}\"", page.trim_matches('"'), digest.get(..12).unwrap_or_default())
}

/// The response with its entity tag and the time of its last change, ms since 1970; 304 for a client that already has it,
/// by its tag or, without one, by its date (RFC 9110, 13.1.3).
pub fn conditional(request: &HeaderMap, response: Response, etag: &str, changed: i64) -> Response {
    // Another version of the program may write another form of the same page.
    static STARTED: LazyLock<i64> = LazyLock::new(|| Clock::default().now());
    let changed = changed.max(*STARTED);
    // A date has no part of a second.
    let second = UNIX_EPOCH + Duration::from_secs(u64::try_from(changed / 1000).unwrap_or_default());
    let has_it = if request.contains_key(header::IF_NONE_MATCH) {
        unchanged(request, etag)
    } else {
        date_of(request, &header::IF_MODIFIED_SINCE).is_some_and(|since| second <= since)
    };
    let mut response = if has_it {
        let mut not_modified = not_modified(etag);
        if let Some(caching) = response.headers().get(header::CACHE_CONTROL) {
            not_modified.headers_mut().insert(header::CACHE_CONTROL, caching.clone());
        }
        not_modified
    } else {
        tagged(response, etag)
    };
    if let Ok(changed) = HeaderValue::from_str(&http_date(changed)) {
        response.headers_mut().insert(header::LAST_MODIFIED, changed);
    }
    response
}

/// The date that a header holds.
pub fn date_of(headers: &HeaderMap, name: &HeaderName) -> Option<SystemTime> {
    httpdate::parse_http_date(headers.get(name)?.to_str().ok()?).ok()
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
