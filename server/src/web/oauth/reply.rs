//! Replies of the authorization server: JSON that no cache keeps, refusals in the form of RFC 6749, any origin welcome.

use axum::Json;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::Serialize;
use serde_json::json;

use crate::http::cors;
use crate::service::Error;
use crate::service::oauth::OauthError;

/// What a handler gives.
pub type Reply = Result<Response, OauthError>;

/// A reply that holds secrets: kept by nobody.
pub fn secret(status: StatusCode, body: &impl Serialize) -> Response {
    let mut response = (status, Json(body)).into_response();
    let headers = response.headers_mut();
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    headers.insert(header::PRAGMA, HeaderValue::from_static("no-cache"));
    // Programs in browsers may ask from anywhere: no cookie counts here.
    cors::allow_any_origin(headers);
    response
}

/// The answer to a browser that asks whether it may ask.
pub async fn preflight() -> Response {
    let mut response = StatusCode::NO_CONTENT.into_response();
    let headers = response.headers_mut();
    // Programs in browsers may ask from anywhere: no cookie counts here.
    cors::allow_any_origin(headers);
    headers.insert(header::ACCESS_CONTROL_ALLOW_METHODS, HeaderValue::from_static("GET, POST"));
    let named = "Authorization, Content-Type, MCP-Protocol-Version";
    headers.insert(header::ACCESS_CONTROL_ALLOW_HEADERS, HeaderValue::from_static(named));
    headers.insert(header::ACCESS_CONTROL_MAX_AGE, HeaderValue::from_static("86400"));
    response
}

fn status(error: &OauthError) -> StatusCode {
    match error {
        OauthError::Refused("invalid_client", _) => StatusCode::UNAUTHORIZED,
        OauthError::Refused(..) => StatusCode::BAD_REQUEST,
        OauthError::Service(Error::RateLimited(_)) => StatusCode::TOO_MANY_REQUESTS,
        OauthError::Service(Error::Unavailable) => StatusCode::SERVICE_UNAVAILABLE,
        OauthError::Service(Error::StorageFull) => StatusCode::INSUFFICIENT_STORAGE,
        OauthError::Service(_) => StatusCode::INTERNAL_SERVER_ERROR,
    }
}

impl IntoResponse for OauthError {
    fn into_response(self) -> Response {
        let body = json!({ "error": self.code(), "error_description": self.to_string() });
        let mut response = secret(status(&self), &body);
        let wait = match &self {
            Self::Service(Error::RateLimited(seconds)) => *seconds,
            Self::Service(Error::Unavailable) => 2,
            _ => return response,
        };
        response.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from(wait));
        response
    }
}
