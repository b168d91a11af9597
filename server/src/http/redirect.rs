//! Redirects of published pages (308).

use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};

/// A permanent redirect to the canonical spelling of an address.
pub fn permanent(to: &str) -> Response {
    let mut response = StatusCode::PERMANENT_REDIRECT.into_response();
    if let Ok(to) = HeaderValue::from_str(to) {
        response.headers_mut().insert(header::LOCATION, to);
    }
    response
}

/// A redirect to the new address of a renamed page. Not cached: the owner may take the old name back, and after 90 days
/// anyone can claim it.
pub fn renamed(to: &str) -> Response {
    let mut response = permanent(to);
    response.headers_mut().insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    response
}
