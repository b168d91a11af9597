//! Responses prepared in memory: headers and bytes, shared by all requests.

use std::path::Path;

use axum::body::{Body, Bytes};
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::Response;

use crate::http::request_id::REQUEST_ID;
use crate::http::zero_copy::FileBackedBytes;

/// A response, ready to be sent.
#[derive(Clone, Debug)]
pub struct PreparedResponse {
    headers: HeaderMap,
    not_modified_headers: HeaderMap,
    body: Bytes,
    zero_copy: Option<FileBackedBytes>,
}

impl PreparedResponse {
    /// A response with its headers, its entity tag (quotes included) and its body.
    pub fn new(mut headers: HeaderMap, etag: &str, body: Bytes) -> Self {
        // Reserves the entry for the request id that each response gets.
        headers.insert(REQUEST_ID, HeaderValue::from_static(""));
        if let Ok(etag) = HeaderValue::from_str(etag) {
            headers.insert(header::ETAG, etag);
        }
        // The headers that RFC 9110, 15.4.5 requires of a 304, and the security headers. The policy stays with the body that it is for:
        // a browser that has the document in another form has it with the hash of that form's stylesheet.
        let mut not_modified_headers = headers.clone();
        for name in [
            header::CONTENT_TYPE,
            header::CONTENT_ENCODING,
            header::CONTENT_SECURITY_POLICY,
            header::LAST_MODIFIED,
            header::LINK,
        ] {
            not_modified_headers.remove(name);
        }
        headers.insert(header::CONTENT_LENGTH, HeaderValue::from(body.len()));
        Self { headers, not_modified_headers, body, zero_copy: None }
    }

    /// The same response, with its body also in an unnamed file in this folder, to be sent without copying.
    pub fn file_backed(self, folder: &Path) -> Self {
        Self { zero_copy: FileBackedBytes::new(&self.body, folder), ..self }
    }

    /// Its body, if it can be sent without copying.
    pub fn zero_copy(&self) -> Option<FileBackedBytes> {
        self.zero_copy.clone()
    }

    /// The whole response.
    pub fn ok(&self) -> Response {
        response(StatusCode::OK, &self.headers, Body::from(self.body.clone()))
    }

    /// 304 for a client that already has it, under this entity tag or any (`*`).
    pub fn not_modified(&self, etag: &str) -> Response {
        let mut response = response(StatusCode::NOT_MODIFIED, &self.not_modified_headers, Body::empty());
        if etag != "*"
            && self.not_modified_headers.get(header::ETAG).is_none_or(|own| own != etag)
            && let Ok(etag) = HeaderValue::from_str(etag)
        {
            response.headers_mut().insert(header::ETAG, etag);
        }
        response
    }
}

fn response(status: StatusCode, headers: &HeaderMap, body: Body) -> Response {
    let mut response = Response::new(body);
    *response.status_mut() = status;
    *response.headers_mut() = headers.clone();
    response
}
