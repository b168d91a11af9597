//! Compression of HTML responses.

use std::io::Write as _;
use std::sync::Arc;

use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};

use super::accept_encoding::accepts;
use super::packed_documents::PackedDocument;

/// An encoding that documents are packed with while a client waits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Packing {
    /// The more compact one.
    Brotli,
    /// For older clients.
    Gzip,
}

/// Compresses an HTML document with the best encoding that the client accepts; one that is the same for everyone has
/// been compressed before. Static files are compressed in advance; JSON is not compressed.
pub async fn compress(response: Response, request_headers: &HeaderMap) -> Response {
    let content_type =
        response.headers().get(header::CONTENT_TYPE).and_then(|value| value.to_str().ok()).unwrap_or_default();
    // A response that varies by encoding was compressed, or left uncompressed, on purpose.
    let chosen = response.headers().contains_key(header::VARY);
    if chosen || !content_type.starts_with("text/html") || response.headers().contains_key(header::CONTENT_ENCODING) {
        return response;
    }
    let kept = response.extensions().get::<Arc<PackedDocument>>().cloned();
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
    let packing = Packing::for_client(request_headers);
    let packed = packing.and_then(|packing| {
        let packed = match &kept {
            Some(document) => document.packed(packing),
            None => packing.pack(&body).map(Into::into),
        };
        packed.map(|packed| (packed, packing.name()))
    });
    let Some((packed, encoding)) = packed else { return Response::from_parts(parts, body.into()) };
    parts.headers.insert(header::CONTENT_ENCODING, HeaderValue::from_static(encoding));
    parts.headers.remove(header::CONTENT_LENGTH);
    Response::from_parts(parts, packed.into())
}

impl Packing {
    fn for_client(request_headers: &HeaderMap) -> Option<Self> {
        [Self::Brotli, Self::Gzip].into_iter().find(|packing| accepts(request_headers, packing.name()))
    }

    const fn name(self) -> &'static str {
        match self {
            Self::Brotli => "br",
            Self::Gzip => "gzip",
        }
    }

    /// The packed bytes; `None` when they can't be packed.
    pub(super) fn pack(self, body: &[u8]) -> Option<Vec<u8>> {
        let mut packed = Vec::new();
        match self {
            Self::Brotli => {
                let params =
                    brotli::enc::BrotliEncoderParams { quality: 5, size_hint: body.len(), ..Default::default() };
                brotli::BrotliCompress(&mut &*body, &mut packed, &params).ok()?;
                Some(packed)
            }
            Self::Gzip => {
                let mut encoder = flate2::write::GzEncoder::new(packed, flate2::Compression::fast());
                encoder.write_all(body).ok()?;
                encoder.finish().ok()
            }
        }
    }
}
