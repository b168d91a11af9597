//! Compression of texts: documents, JSON, drawings.

use std::io::Write as _;
use std::sync::Arc;

use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};

use super::accept_encoding::accepts;
use super::shared_documents::SharedDocument;
use crate::heavy_work;

/// An encoding that documents are compressed with while a client waits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ContentCoding {
    /// The more compact one.
    Brotli,
    /// For older clients.
    Gzip,
}

/// The types of content that are compressed. Pictures and archives are compressed already, a stream of events must not wait,
/// and static files are compressed in advance.
const COMPRESSED: [&str; 8] = [
    "text/html",
    "text/plain",
    "application/json",
    "application/problem+json",
    "application/schema+json",
    "application/xml",
    "application/atom+xml",
    "image/svg+xml",
];
/// Below this size compression gains nothing, bytes.
const WORTHWHILE: usize = 1024;

/// Compresses a text with the best encoding that the client accepts; one that is the same for everyone has been compressed
/// before.
pub async fn compress(response: Response, request_headers: &HeaderMap) -> Response {
    let content_type =
        response.headers().get(header::CONTENT_TYPE).and_then(|value| value.to_str().ok()).unwrap_or_default();
    let text = COMPRESSED.contains(&content_type.split(';').next().unwrap_or_default().trim());
    // A response that varies by encoding was compressed, or left uncompressed, on purpose.
    let chosen = response.headers().contains_key(header::VARY);
    if chosen || !text || response.headers().contains_key(header::CONTENT_ENCODING) {
        return response;
    }
    let kept = response.extensions().get::<Arc<SharedDocument>>().cloned();
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
    if body.len() < WORTHWHILE {
        return Response::from_parts(parts, body.into());
    }
    let coding = ContentCoding::for_client(request_headers);
    let compressed = match (coding, &kept) {
        (Some(coding), Some(document)) => document.compressed(coding),
        (Some(coding), None) => heavy_work::run_for_bytes(body.len(), || coding.encode(&body)).await.map(Into::into),
        (None, _) => None,
    };
    let encoding = coding.map(ContentCoding::name);
    let Some((compressed, encoding)) = compressed.zip(encoding) else {
        return Response::from_parts(parts, body.into());
    };
    weaken_stored_etag(&mut parts.headers);
    parts.headers.insert(header::CONTENT_ENCODING, HeaderValue::from_static(encoding));
    parts.headers.remove(header::CONTENT_LENGTH);
    Response::from_parts(parts, compressed.into())
}

/// Makes the entity tag of a response that caches may store a weak one: strong ones differ between encodings (RFC 9110,
/// 8.8.3.3). That of a draft, which no cache stores, stays as it is for `If-Match`.
fn weaken_stored_etag(headers: &mut HeaderMap) {
    let stored = headers.get(header::CACHE_CONTROL).is_none_or(|value| value != "no-store");
    let etag = headers.get(header::ETAG).and_then(|value| value.to_str().ok()).filter(|etag| etag.starts_with('"'));
    if stored && let Some(weak) = etag.and_then(|etag| HeaderValue::from_str(&format!("W/{etag}")).ok()) {
        headers.insert(header::ETAG, weak);
    }
}

impl ContentCoding {
    fn for_client(request_headers: &HeaderMap) -> Option<Self> {
        [Self::Brotli, Self::Gzip].into_iter().find(|coding| accepts(request_headers, coding.name()))
    }

    const fn name(self) -> &'static str {
        match self {
            Self::Brotli => "br",
            Self::Gzip => "gzip",
        }
    }

    /// The compressed bytes; `None` when they can't be compressed.
    pub(super) fn encode(self, body: &[u8]) -> Option<Vec<u8>> {
        let mut compressed = Vec::new();
        match self {
            Self::Brotli => {
                let params =
                    brotli::enc::BrotliEncoderParams { quality: 5, size_hint: body.len(), ..Default::default() };
                brotli::BrotliCompress(&mut &*body, &mut compressed, &params).ok()?;
                Some(compressed)
            }
            Self::Gzip => {
                let mut encoder = flate2::write::GzEncoder::new(compressed, flate2::Compression::fast());
                encoder.write_all(body).ok()?;
                encoder.finish().ok()
            }
        }
    }
}
