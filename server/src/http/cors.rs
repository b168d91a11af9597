//! CORS: responses that pages of any site may read.

use axum::http::{HeaderMap, HeaderValue, header};

/// Lets a page of any site read the response.
pub fn allow_any_origin(headers: &mut HeaderMap) {
    headers.insert(header::ACCESS_CONTROL_ALLOW_ORIGIN, HeaderValue::from_static("*"));
}

/// Lets a page of any site read the response, including its `ETag` and `Retry-After`.
pub fn allow_any_origin_with_etag(headers: &mut HeaderMap) {
    allow_any_origin(headers);
    headers.insert(header::ACCESS_CONTROL_EXPOSE_HEADERS, HeaderValue::from_static("ETag, Retry-After"));
}
