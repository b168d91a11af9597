//! The request id: in the log, in the response, and in the problem details of an internal error.

use axum::http::{HeaderName, HeaderValue};
use axum::response::Response;

use crate::service::secret;

/// The response header that carries it.
pub const REQUEST_ID: HeaderName = HeaderName::from_static("x-request-id");

tokio::task_local! {
    static ID: String;
}

/// A new id.
pub fn generate() -> String {
    format!("r_{}", secret::random(16))
}

/// Runs the handling of a request with this id.
pub async fn scope<F: Future>(id: String, answer: F) -> F::Output {
    ID.scope(id, answer).await
}

/// The id of the current request.
pub fn current() -> Option<String> {
    ID.try_with(Clone::clone).ok()
}

/// Sets the header of a response.
pub fn set(response: &mut Response, id: &str) {
    if let Ok(mut value) = HeaderValue::from_str(id) {
        // Over HTTP/2 it is then not added to the compression table, where each would push out what others share (RFC 7541, 7.1.3).
        value.set_sensitive(true);
        response.headers_mut().insert(REQUEST_ID, value);
    }
}
