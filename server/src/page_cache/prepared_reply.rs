//! Replies that are ready: headers and bytes, shared by all who ask.

use std::io::Write as _;
use std::path::Path;

use axum::body::{Body, Bytes};
use axum::http::{HeaderMap, HeaderName, HeaderValue, StatusCode, header};
use axum::response::Response;

use crate::assets;
use crate::http::listener::Shared;

/// Where each reply's own id goes; there is room for it in a ready one.
pub const REQUEST_ID: HeaderName = HeaderName::from_static("x-request-id");
/// Brotli's quality for the first who asks, who waits for it.
const QUICK: i32 = 5;
/// And for everybody after, made while nobody waits.
const BEST: i32 = 11;

/// How a document is sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Packing {
    /// As it is.
    Plain,
    /// For clients of every age.
    Gzip,
    /// The smallest.
    Brotli,
}

/// How much work packing may be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effort {
    /// Somebody waits.
    Quick,
    /// Nobody does.
    Best,
}

impl Packing {
    /// The smallest one that a client takes.
    pub fn for_client(headers: &HeaderMap) -> Self {
        if assets::accepts(headers, "br") {
            Self::Brotli
        } else if assets::accepts(headers, "gzip") {
            Self::Gzip
        } else {
            Self::Plain
        }
    }

    /// The last letter of the tag: the same page packed in another way is other bytes.
    pub const fn letter(self, effort: Effort) -> char {
        match (self, effort) {
            (Self::Plain, _) => 'p',
            (Self::Gzip, Effort::Quick) => 'g',
            (Self::Gzip, Effort::Best) => 'G',
            (Self::Brotli, Effort::Quick) => 'b',
            (Self::Brotli, Effort::Best) => 'B',
        }
    }

    /// Its name in `Content-Encoding`.
    pub const fn name(self) -> Option<&'static str> {
        match self {
            Self::Plain => None,
            Self::Gzip => Some("gzip"),
            Self::Brotli => Some("br"),
        }
    }

    /// The packed bytes; `None` when they can't be packed.
    pub fn pack(self, body: &[u8], effort: Effort) -> Option<Vec<u8>> {
        let best = effort == Effort::Best;
        match self {
            Self::Plain => Some(body.to_vec()),
            Self::Gzip => {
                let level = if best { flate2::Compression::best() } else { flate2::Compression::fast() };
                let mut encoder = flate2::write::GzEncoder::new(Vec::new(), level);
                encoder.write_all(body).ok()?;
                encoder.finish().ok()
            }
            Self::Brotli => {
                let quality = if best { BEST } else { QUICK };
                // A window as large as the page: a larger one is memory alone.
                let lgwin = (usize::BITS - body.len().leading_zeros()).clamp(16, 22) as i32;
                let size_hint = body.len();
                let params = brotli::enc::BrotliEncoderParams { quality, lgwin, size_hint, ..Default::default() };
                let mut out = Vec::new();
                brotli::BrotliCompress(&mut &*body, &mut out, &params).ok()?;
                Some(out)
            }
        }
    }
}

/// A reply that is ready.
#[derive(Clone, Debug)]
pub struct Form {
    head: HeaderMap,
    unchanged: HeaderMap,
    body: Bytes,
    shared: Option<Shared>,
}

impl Form {
    /// Over its headers, its tag (quotes included) and its bytes.
    pub fn new(mut head: HeaderMap, tag: &str, body: Bytes) -> Self {
        head.insert(REQUEST_ID, HeaderValue::from_static(""));
        if let Ok(tag) = HeaderValue::from_str(tag) {
            head.insert(header::ETAG, tag);
        }
        // What RFC 9110, 15.4.5 asks of a 304, and what keeps browsers strict.
        let mut unchanged = head.clone();
        for it in [header::CONTENT_TYPE, header::CONTENT_ENCODING, header::LAST_MODIFIED, header::LINK] {
            unchanged.remove(it);
        }
        head.insert(header::CONTENT_LENGTH, HeaderValue::from(body.len()));
        Self { head, unchanged, body, shared: None }
    }

    /// The same with its bytes in the kernel's memory too, as those of a file in this folder.
    pub fn in_kernel(self, folder: &Path) -> Self {
        Self { shared: Shared::new(&self.body, folder), ..self }
    }

    /// Its bytes in the kernel's memory, if they lie there.
    pub fn shared(&self) -> Option<Shared> {
        self.shared.clone()
    }

    /// The whole reply.
    pub fn whole(&self) -> Response {
        reply(StatusCode::OK, &self.head, Body::from(self.body.clone()))
    }

    /// 304 for a client that has it already: under this tag, or under whatever one.
    pub fn not_modified(&self, tag: &str) -> Response {
        let mut response = reply(StatusCode::NOT_MODIFIED, &self.unchanged, Body::empty());
        if tag != "*"
            && self.unchanged.get(header::ETAG).is_none_or(|it| it != tag)
            && let Ok(tag) = HeaderValue::from_str(tag)
        {
            response.headers_mut().insert(header::ETAG, tag);
        }
        response
    }
}

fn reply(status: StatusCode, head: &HeaderMap, body: Body) -> Response {
    let mut response = Response::new(body);
    *response.status_mut() = status;
    *response.headers_mut() = head.clone();
    response
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests fail by panicking")]
mod tests {
    use super::*;

    #[test]
    fn the_smallest_packing_that_a_client_takes() {
        let taken = |accept: &'static str| {
            let mut headers = HeaderMap::new();
            headers.insert(header::ACCEPT_ENCODING, HeaderValue::from_static(accept));
            Packing::for_client(&headers)
        };
        for (accept, packing) in [
            ("gzip, deflate, br", Packing::Brotli),
            ("br;q=0, gzip", Packing::Gzip),
            ("br; q=0.000, gzip;q=0", Packing::Plain),
            ("BR;q=0.1", Packing::Brotli),
            ("*", Packing::Brotli),
            ("*;q=0", Packing::Plain),
            ("br;q=0, *", Packing::Gzip),
            ("identity", Packing::Plain),
            ("", Packing::Plain),
        ] {
            assert_eq!(taken(accept), packing, "{accept:?}");
        }
        assert_eq!(Packing::for_client(&HeaderMap::new()), Packing::Plain);
    }

    #[test]
    fn more_work_makes_fewer_bytes() {
        let sheet = assets::path("looks/painted.css").and_then(assets::file).unwrap().plain;
        for packing in [Packing::Gzip, Packing::Brotli] {
            let size = |effort| packing.pack(sheet, effort).unwrap().len();
            assert!(size(Effort::Best) < size(Effort::Quick), "{packing:?}");
        }
    }
}
