//! Compression of HTML responses.

use std::io::Write as _;

use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};

use super::accept_encoding::accepts;

/// Compresses an HTML document with the best encoding that the client accepts. Static files are compressed in advance;
/// JSON is not compressed.
pub async fn compress(response: Response, request_headers: &HeaderMap) -> Response {
    let content_type =
        response.headers().get(header::CONTENT_TYPE).and_then(|value| value.to_str().ok()).unwrap_or_default();
    // A response that varies by encoding was compressed, or left uncompressed, on purpose.
    let chosen = response.headers().contains_key(header::VARY);
    if chosen || !content_type.starts_with("text/html") || response.headers().contains_key(header::CONTENT_ENCODING) {
        return response;
    }
    let (mut parts, body) = response.into_parts();
    // Our own documents are in memory already.
    let Ok(body) = axum::body::to_bytes(body, usize::MAX).await else {
        return StatusCode::INTERNAL_SERVER_ERROR.into_response();
    };
    if body.is_empty() {
        // The response to a HEAD: nothing to compress.
        return Response::from_parts(parts, body.into());
    }
    parts.headers.append(header::VARY, HeaderValue::from_static("Accept-Encoding"));
    let compressed = brotli(&body, request_headers).or_else(|| gzip(&body, request_headers));
    let Some((compressed, encoding)) = compressed else { return Response::from_parts(parts, body.into()) };
    parts.headers.insert(header::CONTENT_ENCODING, HeaderValue::from_static(encoding));
    parts.headers.remove(header::CONTENT_LENGTH);
    Response::from_parts(parts, compressed.into())
}

fn brotli(body: &[u8], request_headers: &HeaderMap) -> Option<(Vec<u8>, &'static str)> {
    let params = brotli::enc::BrotliEncoderParams { quality: 5, size_hint: body.len(), ..Default::default() };
    let mut out = Vec::new();
    let compressed = accepts(request_headers, "br") && brotli::BrotliCompress(&mut &*body, &mut out, &params).is_ok();
    compressed.then_some((out, "br"))
}

fn gzip(body: &[u8], request_headers: &HeaderMap) -> Option<(Vec<u8>, &'static str)> {
    let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    let compressed = accepts(request_headers, "gzip") && encoder.write_all(body).is_ok();
    compressed.then(|| encoder.finish().ok()).flatten().map(|body| (body, "gzip"))
}
