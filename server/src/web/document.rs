//! Documents on their way out: headers that keep browsers strict, hashed addresses, compression.

use std::io::Write as _;

use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use mantel_app::site::Document;

use crate::assets;

/// What a document's scripts may do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scripts {
    /// None at all: published pages. They may ask this server for what is public, as tools in the page do for robots.txt.
    None,
    /// Our own file that moves windows: published pages in lofi.
    Windows,
    /// Our own files.
    Own,
    /// Our own files and WebAssembly: the editor.
    Wasm,
    /// Our own files, one of which writes its styles into the page: the reference of the API.
    Reference,
}

impl Scripts {
    /// Styles come from files; what an owner chooses (accent, backdrop) are style attributes of values we wrote.
    /// Pages show pictures of this server alone: what lies elsewhere is served from here.
    const fn policy(self) -> &'static str {
        match self {
            Self::None => {
                "default-src 'none'; connect-src 'self'; style-src 'self'; style-src-attr 'unsafe-inline'; \
                 font-src 'self'; img-src 'self' data:; base-uri 'none'; form-action 'none'; \
                 frame-ancestors 'none'"
            }
            Self::Windows => {
                "default-src 'none'; script-src 'self'; connect-src 'self'; style-src 'self'; \
                 style-src-attr 'unsafe-inline'; font-src 'self'; img-src 'self' data:; \
                 base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
            }
            Self::Own => {
                "default-src 'none'; script-src 'self'; connect-src 'self'; style-src 'self'; \
                 style-src-attr 'unsafe-inline'; font-src 'self'; img-src 'self' https: http: data:; \
                 base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
            }
            Self::Reference => {
                "default-src 'none'; script-src 'self'; connect-src 'self'; style-src 'self' 'unsafe-inline'; \
                 font-src 'self'; img-src 'self' data:; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
            }
            Self::Wasm => {
                "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'; style-src 'self'; \
                 style-src-attr 'unsafe-inline'; font-src 'self'; img-src 'self' https: http: data: blob:; \
                 base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
            }
        }
    }
}

/// The addresses of stylesheets by name; those that the binary does not hold are left out.
pub fn styles(names: &[&str]) -> Vec<String> {
    names.iter().filter_map(|name| assets::path(name)).map(str::to_owned).collect()
}

/// A document as a reply that is never kept by others.
pub fn reply(status: StatusCode, html: &str, scripts: Scripts) -> Response {
    let mut response = (status, assets::hashed(html).into_owned()).into_response();
    response.headers_mut().extend(head(scripts));
    response
}

/// What a document's headers say, beginning with that nobody keeps it.
pub fn head(scripts: Scripts) -> HeaderMap {
    let mut headers = HeaderMap::new();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("text/html; charset=utf-8"));
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    headers.insert(header::CONTENT_SECURITY_POLICY, HeaderValue::from_static(scripts.policy()));
    headers.insert("cross-origin-opener-policy", HeaderValue::from_static("same-origin"));
    headers
}

/// Lets a document wear the stylesheet inside it, known by its hash, and no other.
pub fn only_style(headers: &mut HeaderMap, hash: &str) {
    let now = headers.get(header::CONTENT_SECURITY_POLICY).and_then(|header| header.to_str().ok());
    let policy = now.unwrap_or_default().replace("style-src 'self'", &format!("style-src '{hash}'"));
    if let Ok(policy) = HeaderValue::from_str(&policy) {
        headers.insert(header::CONTENT_SECURITY_POLICY, policy);
    }
}

/// A document of Mantel's own with its title and stylesheets.
pub fn own(title: &str, sheets: &[&str]) -> Document {
    Document {
        title: title.to_owned(),
        styles: styles(sheets),
        script: assets::path("/door.js").map(str::to_owned),
        ..Document::default()
    }
}

/// A document in the smallest encoding the client takes. Files of the site come packed; JSON stays as it is.
pub async fn pack(response: Response, accepted: &HeaderMap) -> Response {
    let kind =
        response.headers().get(header::CONTENT_TYPE).and_then(|headers| headers.to_str().ok()).unwrap_or_default();
    // What varies by encoding already was packed, or left plain, on purpose.
    let done = response.headers().contains_key(header::VARY);
    if done || !kind.starts_with("text/html") || response.headers().contains_key(header::CONTENT_ENCODING) {
        return response;
    }
    let (mut parts, body) = response.into_parts();
    // Our own documents: whole in memory already.
    let Ok(body) = axum::body::to_bytes(body, usize::MAX).await else {
        return StatusCode::INTERNAL_SERVER_ERROR.into_response();
    };
    if body.is_empty() {
        // The answer to a HEAD: nothing to pack.
        return Response::from_parts(parts, body.into());
    }
    parts.headers.append(header::VARY, HeaderValue::from_static("Accept-Encoding"));
    let packed = brotli_of(&body, accepted).or_else(|| gzip_of(&body, accepted));
    let Some((packed, encoding)) = packed else { return Response::from_parts(parts, body.into()) };
    parts.headers.insert(header::CONTENT_ENCODING, HeaderValue::from_static(encoding));
    parts.headers.remove(header::CONTENT_LENGTH);
    Response::from_parts(parts, packed.into())
}

fn brotli_of(body: &[u8], accepted: &HeaderMap) -> Option<(Vec<u8>, &'static str)> {
    let params = brotli::enc::BrotliEncoderParams { quality: 5, size_hint: body.len(), ..Default::default() };
    let mut out = Vec::new();
    let done = assets::accepts(accepted, "br") && brotli::BrotliCompress(&mut &*body, &mut out, &params).is_ok();
    done.then_some((out, "br"))
}

fn gzip_of(body: &[u8], accepted: &HeaderMap) -> Option<(Vec<u8>, &'static str)> {
    let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    let done = assets::accepts(accepted, "gzip") && encoder.write_all(body).is_ok();
    done.then(|| encoder.finish().ok()).flatten().map(|it| (it, "gzip"))
}
