//! CORS: responses that pages of any site may read.

use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::middleware::map_response;
use axum::response::{IntoResponse, Response};
use axum::routing::MethodRouter;

/// Lets a page of any site read the response.
pub fn allow_any_origin(headers: &mut HeaderMap) {
    headers.insert(header::ACCESS_CONTROL_ALLOW_ORIGIN, HeaderValue::from_static("*"));
}

/// Lets a page of any site read the response, including its entity tag and its rates.
pub fn allow_any_origin_with_etag(headers: &mut HeaderMap) {
    allow_any_origin(headers);
    let exposed = HeaderValue::from_static("ETag, Retry-After, RateLimit, RateLimit-Policy");
    headers.insert(header::ACCESS_CONTROL_EXPOSE_HEADERS, exposed);
}

/// Makes a read one that pages of any site may do: all its replies can be read, errors too, and a preflight is answered.
pub fn readable_by_any_site<S: Clone + Send + Sync + 'static>(read: MethodRouter<S>) -> MethodRouter<S> {
    read.options(preflight).layer(map_response(async |mut response: Response| {
        allow_any_origin_with_etag(response.headers_mut());
        response
    }))
}

/// Makes an address that knows its callers by a bearer alone, never by a cookie, one that pages of any site may call: all its
/// replies can be read, errors and their challenge too, and a preflight is answered.
pub fn callable_by_any_site<S: Clone + Send + Sync + 'static>(calls: MethodRouter<S>) -> MethodRouter<S> {
    calls.options(bearer_preflight).layer(map_response(async |mut response: Response| {
        let headers = response.headers_mut();
        allow_any_origin(headers);
        let exposed =
            HeaderValue::from_static("WWW-Authenticate, Mcp-Session-Id, Retry-After, RateLimit, RateLimit-Policy");
        headers.insert(header::ACCESS_CONTROL_EXPOSE_HEADERS, exposed);
        response
    }))
}

/// The preflight of a browser that calls with a bearer from another site.
pub async fn bearer_preflight() -> Response {
    let mut response = StatusCode::NO_CONTENT.into_response();
    let headers = response.headers_mut();
    allow_any_origin(headers);
    headers.insert(header::ACCESS_CONTROL_ALLOW_METHODS, HeaderValue::from_static("GET, POST, DELETE"));
    // The star stands for the headers that later versions of the protocol add, but not for Authorization (Fetch standard).
    let named = HeaderValue::from_static("Authorization, Content-Type, MCP-Protocol-Version, *");
    headers.insert(header::ACCESS_CONTROL_ALLOW_HEADERS, named);
    headers.insert(header::ACCESS_CONTROL_MAX_AGE, HeaderValue::from_static("86400"));
    response
}

/// The preflight of a browser that sends a condition from another site.
pub async fn preflight() -> Response {
    let mut response = StatusCode::NO_CONTENT.into_response();
    let headers = response.headers_mut();
    headers.insert(header::ACCESS_CONTROL_ALLOW_METHODS, HeaderValue::from_static("GET, HEAD"));
    let conditions = HeaderValue::from_static("If-None-Match, If-Modified-Since");
    headers.insert(header::ACCESS_CONTROL_ALLOW_HEADERS, conditions);
    headers.insert(header::ACCESS_CONTROL_MAX_AGE, HeaderValue::from_static("86400"));
    response
}
