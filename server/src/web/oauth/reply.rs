//! Replies of the authorization server: JSON that must not be cached, errors in the form of RFC 6749, any origin
//! allowed.

use axum::Json;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::Serialize;
use serde_json::json;

use crate::http::cors;
use crate::service::Error;
use crate::service::oauth::OauthError;

/// The result of a handler.
pub type Reply = Result<Response, OauthError>;

/// A reply with secrets, which must not be stored.
pub fn secret(status: StatusCode, body: &impl Serialize) -> Response {
    let mut response = (status, Json(body)).into_response();
    let headers = response.headers_mut();
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    headers.insert(header::PRAGMA, HeaderValue::from_static("no-cache"));
    // Browser-based clients may call from any origin: cookies are ignored here.
    cors::allow_any_origin(headers);
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
