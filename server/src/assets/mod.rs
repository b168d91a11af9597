//! Static files, embedded in the binary: found by name for pages, by URL path for browsers.

// Where they are read from in development.
#[cfg(any(test, assets_in_folder))]
pub mod folder;

use std::borrow::Cow;
use std::collections::HashMap;
use std::sync::LazyLock;

use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use memchr::memmem;

use crate::http::accept_encoding::accepts;
use crate::http::{cors, etag};

/// A file.
#[derive(Debug)]
pub struct Asset {
    /// Its name in pages: `looks/painted.css`, `/favicon.svg`.
    pub name: &'static str,
    /// Its URL path, which contains a content hash: immutable, cached forever.
    pub path: &'static str,
    /// Its media type.
    pub mime: &'static str,
    /// Its bytes, not compressed.
    pub plain: &'static [u8],
    br: Option<&'static [u8]>,
    gzip: Option<&'static [u8]>,
}

#[cfg(assets_in_folder)]
use folder::all;

/// Every file.
#[cfg(not(assets_in_folder))]
const fn all() -> &'static [Asset] {
    include!(concat!(env!("OUT_DIR"), "/assets.rs"))
}

static BY_PATH: LazyLock<HashMap<&'static str, &'static Asset>> = LazyLock::new(|| {
    let plain = all().iter().filter(|asset| asset.name.starts_with('/')).map(|asset| (asset.name, asset));
    plain.chain(all().iter().map(|asset| (asset.path, asset))).collect()
});

/// Every URL path of a file, hashed and plain.
pub fn paths() -> impl Iterator<Item = &'static str> {
    BY_PATH.keys().copied()
}

/// The hashed URL path of a file by name, if the binary has it.
pub fn path(name: &str) -> Option<&'static str> {
    all().iter().find(|asset| asset.name == name).map(|asset| asset.path)
}

/// The file at a URL path, hashed or plain.
pub fn file(path: &str) -> Option<&'static Asset> {
    BY_PATH.get(path).copied()
}

/// The response with the file at a URL path.
pub fn response(path: &str, headers: &HeaderMap) -> Option<Response> {
    let asset = BY_PATH.get(path)?;
    let etag = format!("\"{}\"", asset.path.rsplit('/').next().unwrap_or_default());
    if etag::unchanged(headers, &etag) {
        let mut response = etag::not_modified(&etag);
        asset.share(response.headers_mut());
        return Some(response);
    }
    let (body, encoding) = asset.encoded(headers);
    let mut response = (StatusCode::OK, body).into_response();
    let out = response.headers_mut();
    out.insert(header::CONTENT_TYPE, HeaderValue::from_static(asset.mime));
    let caching = if path == asset.path { "public, max-age=31536000, immutable" } else { "public, max-age=3600" };
    out.insert(header::CACHE_CONTROL, HeaderValue::from_static(caching));
    asset.share(out);
    if asset.br.is_some() {
        out.insert(header::VARY, HeaderValue::from_static("Accept-Encoding"));
    }
    if let Some(encoding) = encoding {
        out.insert(header::CONTENT_ENCODING, HeaderValue::from_static(encoding));
    }
    Some(etag::tagged(response, &etag))
}

impl Asset {
    /// Lets documents of any origin use typefaces and masks, which browsers fetch with CORS: pages are drawn in the sandboxed frames
    /// of chats, too (`mcp/app_view.rs`), and these files are the same for everyone.
    fn share(&self, headers: &mut HeaderMap) {
        if self.mime.starts_with("font/") || self.mime.starts_with("image/") {
            cors::allow_any_origin(headers);
        }
    }

    fn encoded(&self, headers: &HeaderMap) -> (&'static [u8], Option<&'static str>) {
        match (accepts(headers, "br"), self.br, accepts(headers, "gzip"), self.gzip) {
            (true, Some(body), _, _) => (body, Some("br")),
            (_, _, true, Some(body)) => (body, Some("gzip")),
            _ => (self.plain, None),
        }
    }
}

/// A document with the plain URLs in its attributes (`src="/samples/…"`) replaced by the hashed ones.
pub fn with_hashed_urls(html: &str) -> Cow<'_, str> {
    let mut out = String::new();
    let mut rest = html;
    let attribute = memmem::Finder::new("=\"/");
    while let Some(at) = attribute.find(rest.as_bytes()) {
        if out.is_empty() {
            // A hashed address is a little longer.
            out.reserve(html.len() + html.len() / 64);
        }
        let (before, from) = rest.split_at(at + 2);
        let end = from.find('"').unwrap_or(from.len());
        let (address, after) = from.split_at(end);
        out.push_str(before);
        let known = BY_PATH.get(address).filter(|asset| asset.name.starts_with('/'));
        out.push_str(known.map_or(address, |asset| asset.path));
        rest = after;
    }
    if out.is_empty() {
        return Cow::Borrowed(html);
    }
    out.push_str(rest);
    Cow::Owned(out)
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests fail by panicking")]
mod tests {
    use super::*;

    #[test]
    fn files_are_found_by_name_and_path() {
        for look in mantel_model::look::Look::ALL {
            let path = path(&format!("looks/{look}.css")).unwrap();
            assert!(path.starts_with(&format!("/assets/{look}.")), "{path}");
        }
        let html = with_hashed_urls("<img src=\"/favicon.svg\"><a href=\"/ada\">");
        assert!(html.contains("src=\"/assets/favicon.") && html.ends_with("<a href=\"/ada\">"), "{html}");
    }

    #[test]
    fn stylesheets_refer_to_no_plain_url() {
        for asset in all().iter().filter(|asset| asset.mime.starts_with("text/css")) {
            let css = std::str::from_utf8(asset.plain).unwrap();
            for part in css.split("url(").skip(1) {
                let address = part.split(')').next().unwrap().trim_matches(['"', '\'']);
                let own = address.starts_with("/assets/")
                    || address.starts_with("data:")
                    || address.starts_with('#')
                    || address.starts_with("%23");
                assert!(own, "{} refers to {address}", asset.name);
            }
        }
    }
}
