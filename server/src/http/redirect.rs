//! Permanent redirects (308): to the canonical spelling of an address, and to the new address of a renamed page.

use axum::http::{HeaderValue, StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};

/// A permanent redirect to the canonical spelling of an address.
pub fn permanent(to: &str) -> Response {
    let mut response = StatusCode::PERMANENT_REDIRECT.into_response();
    if let Ok(to) = HeaderValue::from_str(to) {
        response.headers_mut().insert(header::LOCATION, to);
    }
    response
}

/// The address without the slashes at its end, if it has any. What browsers would read as the address of another host is
/// none of ours.
pub fn without_trailing_slash(uri: &Uri) -> Option<String> {
    let path = uri.path();
    let trimmed = path.trim_end_matches('/');
    let elsewhere = trimmed.is_empty() || trimmed.starts_with("//") || trimmed.contains('\\');
    if elsewhere || trimmed.len() == path.len() {
        return None;
    }
    Some(uri.query().map_or_else(|| trimmed.to_owned(), |query| format!("{trimmed}?{query}")))
}

/// A redirect to the new address of a renamed page. Not cached: the owner may take the old name back, and after 90 days
/// anyone can claim it.
pub fn renamed(to: &str) -> Response {
    let mut response = permanent(to);
    response.headers_mut().insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    response
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests fail by panicking")]
mod tests {
    use axum::http::Uri;

    #[test]
    fn slashes_at_the_end_are_cut_and_never_lead_to_another_host() {
        let cut = |address: &str| super::without_trailing_slash(&address.parse::<Uri>().unwrap());
        assert_eq!(cut("/ada/").as_deref(), Some("/ada"));
        assert_eq!(cut("/api/v1/page///?a=b/").as_deref(), Some("/api/v1/page?a=b/"));
        for address in ["/", "/ada", "//evil.example/", "///evil.example/", "/\\evil.example/", "//"] {
            assert_eq!(cut(address), None, "{address}");
        }
    }
}
