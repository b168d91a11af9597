//! Redirects of published pages (308).

use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};

/// Another spelling of the same address, for good.
pub fn permanent(to: &str) -> Response {
    let mut response = StatusCode::PERMANENT_REDIRECT.into_response();
    if let Ok(to) = HeaderValue::from_str(to) {
        response.headers_mut().insert(header::LOCATION, to);
    }
    response
}

/// The new address of a page that was renamed. Not cached: the owner may take the old name back, and after 90 days it is
/// anyone's.
pub fn renamed(to: &str) -> Response {
    let mut response = permanent(to);
    response.headers_mut().insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    response
}
