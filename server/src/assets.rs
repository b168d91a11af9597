//! The site's files, inside the binary: found by name for pages, by address for browsers.

use std::borrow::Cow;
use std::collections::HashMap;
use std::sync::LazyLock;

use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};

use crate::http::etag;

/// A file.
#[derive(Debug)]
pub struct Asset {
    /// What pages call it: `looks/painted.css`, `/favicon.svg`.
    pub name: &'static str,
    /// Its address, content hash inside: never changes, kept forever.
    pub path: &'static str,
    /// Its media type.
    pub mime: &'static str,
    /// Its bytes, not packed.
    pub plain: &'static [u8],
    br: Option<&'static [u8]>,
    gzip: Option<&'static [u8]>,
}

#[rustfmt::skip]
static ASSETS: &[Asset] = include!(concat!(env!("OUT_DIR"), "/assets.rs"));

static BY_ADDRESS: LazyLock<HashMap<&'static str, &'static Asset>> = LazyLock::new(|| {
    let plain = ASSETS.iter().filter(|asset| asset.name.starts_with('/')).map(|it| (it.name, it));
    plain.chain(ASSETS.iter().map(|asset| (asset.path, asset))).collect()
});

/// Every address of a file, hashed and plain.
pub fn paths() -> impl Iterator<Item = &'static str> {
    BY_ADDRESS.keys().copied()
}

/// The address of a file by name, if the binary holds it.
pub fn path(name: &str) -> Option<&'static str> {
    ASSETS.iter().find(|asset| asset.name == name).map(|asset| asset.path)
}

/// The file at an address, hashed or plain.
pub fn file(address: &str) -> Option<&'static Asset> {
    BY_ADDRESS.get(address).copied()
}

/// The file at an address, as its reply.
pub fn answer(address: &str, headers: &HeaderMap) -> Option<Response> {
    let asset = BY_ADDRESS.get(address)?;
    let etag = format!("\"{}\"", asset.path.rsplit('/').next().unwrap_or_default());
    if etag::unchanged(headers, &etag) {
        return Some(etag::not_modified(&etag));
    }
    let (body, encoding) = asset.packed(headers);
    let mut response = (StatusCode::OK, body).into_response();
    let out = response.headers_mut();
    out.insert(header::CONTENT_TYPE, HeaderValue::from_static(asset.mime));
    let forever = address == asset.path;
    let keep = if forever { "public, max-age=31536000, immutable" } else { "public, max-age=3600" };
    out.insert(header::CACHE_CONTROL, HeaderValue::from_static(keep));
    if asset.br.is_some() {
        out.insert(header::VARY, HeaderValue::from_static("Accept-Encoding"));
    }
    if let Some(encoding) = encoding {
        out.insert(header::CONTENT_ENCODING, HeaderValue::from_static(encoding));
    }
    Some(etag::tagged(response, &etag))
}

impl Asset {
    fn packed(&self, headers: &HeaderMap) -> (&'static [u8], Option<&'static str>) {
        match (accepts(headers, "br"), self.br, accepts(headers, "gzip"), self.gzip) {
            (true, Some(body), _, _) => (body, Some("br")),
            (_, _, true, Some(body)) => (body, Some("gzip")),
            _ => (self.plain, None),
        }
    }
}

/// Whether the client takes an encoding: `q=0` refuses it, `*` stands for all that are not named (RFC 9110, 12.5.3).
pub fn accepts(headers: &HeaderMap, encoding: &str) -> bool {
    let all = headers.get_all(header::ACCEPT_ENCODING).iter().filter_map(|it| it.to_str().ok());
    let mut others = false;
    for it in all.flat_map(|it| it.split(',')) {
        let (name, weight) = it.split_once(';').unwrap_or((it, ""));
        let name = name.trim();
        if name.eq_ignore_ascii_case(encoding) {
            return wanted(weight);
        }
        if name == "*" {
            others = wanted(weight);
        }
    }
    others
}

fn wanted(weight: &str) -> bool {
    weight.trim().strip_prefix("q=").is_none_or(|rest| rest.trim().parse::<f32>().is_ok_and(|value| value > 0.0))
}

/// A document with the plain addresses in its attributes (`src="/samples/…"`) replaced by the hashed ones.
pub fn hashed(html: &str) -> Cow<'_, str> {
    let mut out = String::new();
    let mut rest = html;
    while let Some(at) = rest.find("=\"/") {
        let (before, from) = rest.split_at(at + 2);
        let end = from.find('"').unwrap_or(from.len());
        let (address, after) = from.split_at(end);
        out.push_str(before);
        let known = BY_ADDRESS.get(address).filter(|it| it.name.starts_with('/'));
        out.push_str(known.map_or(address, |it| it.path));
        rest = after;
    }
    if out.is_empty() { Cow::Borrowed(html) } else { Cow::Owned(out + rest) }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests fail by panicking")]
mod tests {
    use super::*;

    #[test]
    fn files_are_found_by_name_and_address() {
        for look in mantel_model::look::Look::ALL {
            let path = path(&format!("looks/{look}.css")).unwrap();
            assert!(path.starts_with(&format!("/assets/{look}.")), "{path}");
        }
        let html = hashed("<img src=\"/favicon.svg\"><a href=\"/ada\">");
        assert!(html.contains("src=\"/assets/favicon.") && html.ends_with("<a href=\"/ada\">"), "{html}");
    }

    #[test]
    fn stylesheets_refer_to_nothing_by_a_plain_address() {
        for asset in ASSETS.iter().filter(|asset| asset.mime.starts_with("text/css")) {
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

    #[test]
    fn encodings_are_taken_as_asked() {
        let mut headers = HeaderMap::new();
        headers.insert(header::ACCEPT_ENCODING, "gzip, br;q=0".parse().unwrap());
        assert!(accepts(&headers, "gzip") && !accepts(&headers, "br"));
    }
}
