//! The content encodings of a cached document.

use std::io::Write as _;

use axum::http::HeaderMap;

use super::{brotli_memory, gzip_memory};
use crate::http::accept_encoding::accepts;

/// Brotli's quality while a client waits: 5 takes four times as long for a tenth fewer bytes.
const BROTLI_QUICK: i32 = 3;
/// Brotli's quality in the background.
const BROTLI_BEST: i32 = 11;

/// How a document is encoded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Encoding {
    /// Not compressed.
    Identity,
    /// For older clients.
    Gzip,
    /// The most compact.
    Brotli,
}

/// How much effort compression may take.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effort {
    /// A client waits.
    Quick,
    /// In the background.
    Best,
}

impl Encoding {
    /// The most compact one that the client accepts.
    pub fn for_client(headers: &HeaderMap) -> Self {
        if accepts(headers, "br") {
            Self::Brotli
        } else if accepts(headers, "gzip") {
            Self::Gzip
        } else {
            Self::Identity
        }
    }

    /// All ends of an entity tag: of a document as it was drawn, and of one with its typefaces inside (`t`),
    /// which is never compressed in a hurry.
    pub const ETAG_SUFFIXES: [&'static str; 8] = ["", "g", "G", "b", "B", "t", "tG", "tB"];

    /// The end of the entity tag, which differs between encodings of the same document.
    pub const fn etag_suffix(self, effort: Effort) -> &'static str {
        match (self, effort) {
            (Self::Identity, _) => "",
            (Self::Gzip, Effort::Quick) => "g",
            (Self::Gzip, Effort::Best) => "G",
            (Self::Brotli, Effort::Quick) => "b",
            (Self::Brotli, Effort::Best) => "B",
        }
    }

    /// Its name in `Content-Encoding`.
    pub const fn name(self) -> Option<&'static str> {
        match self {
            Self::Identity => None,
            Self::Gzip => Some("gzip"),
            Self::Brotli => Some("br"),
        }
    }

    /// The encoded bytes; `None` when they can't be encoded.
    pub fn encode(self, body: &[u8], effort: Effort) -> Option<Vec<u8>> {
        let best = effort == Effort::Best;
        match self {
            Self::Identity => Some(body.to_vec()),
            Self::Gzip if !best => gzip_memory::compress(body),
            Self::Gzip => {
                let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::best());
                encoder.write_all(body).ok()?;
                encoder.finish().ok()
            }
            Self::Brotli => {
                let quality = if best { BROTLI_BEST } else { BROTLI_QUICK };
                // A window as large as the page: a larger one would only take memory.
                let lgwin = (usize::BITS - body.len().leading_zeros()).clamp(16, 22) as i32;
                let size_hint = body.len();
                let params = brotli::enc::BrotliEncoderParams { quality, lgwin, size_hint, ..Default::default() };
                if !best {
                    return brotli_memory::compress(body, &params);
                }
                let mut out = Vec::new();
                brotli::BrotliCompress(&mut &*body, &mut out, &params).ok()?;
                Some(out)
            }
        }
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests fail by panicking")]
mod tests {
    use axum::http::{HeaderValue, header};

    use super::*;
    use crate::assets;

    #[test]
    fn the_smallest_encoding_that_a_client_accepts() {
        let chosen = |accept: &'static str| {
            let mut headers = HeaderMap::new();
            headers.insert(header::ACCEPT_ENCODING, HeaderValue::from_static(accept));
            Encoding::for_client(&headers)
        };
        for (accept, encoding) in [
            ("gzip, deflate, br", Encoding::Brotli),
            ("br;q=0, gzip", Encoding::Gzip),
            ("br; q=0.000, gzip;q=0", Encoding::Identity),
            ("BR;q=0.1", Encoding::Brotli),
            ("*", Encoding::Brotli),
            ("*;q=0", Encoding::Identity),
            ("br;q=0, *", Encoding::Gzip),
            ("identity", Encoding::Identity),
            ("", Encoding::Identity),
        ] {
            assert_eq!(chosen(accept), encoding, "{accept:?}");
        }
        assert_eq!(Encoding::for_client(&HeaderMap::new()), Encoding::Identity);
    }

    #[test]
    fn more_effort_makes_fewer_bytes() {
        let stylesheet = assets::path("looks/painted.css").and_then(assets::file).unwrap().plain;
        for encoding in [Encoding::Gzip, Encoding::Brotli] {
            let size = |effort| encoding.encode(stylesheet, effort).unwrap().len();
            assert!(size(Effort::Best) < size(Effort::Quick), "{encoding:?}");
        }
    }
}
