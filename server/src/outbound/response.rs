//! Reads a response within its limits, whatever its headers claim.

use axum::body::Bytes;
use axum::http::{HeaderMap, Response, StatusCode, header};
use http_body_util::BodyExt;
use hyper::body::Incoming;
use url::Url;

use super::error::FetchError;
use super::request::BodyLimit;

/// A fetched response.
#[derive(Clone, Debug)]
pub struct Fetched {
    /// Its URL after all redirects.
    pub url: Url,
    /// Its status.
    pub status: StatusCode,
    /// Its headers.
    pub headers: HeaderMap,
    /// Its body up to the requested limit; empty unless the status is 200.
    pub body: Bytes,
}

impl Fetched {
    /// What its `Content-Type` says; empty without one that is text.
    pub fn content_type(&self) -> &str {
        self.headers.get(header::CONTENT_TYPE).and_then(|value| value.to_str().ok()).unwrap_or_default()
    }
}

/// Reads a response up to the limit.
pub(super) async fn read(url: Url, response: Response<Incoming>, limit: BodyLimit) -> Result<Fetched, FetchError> {
    let (parts, body) = response.into_parts();
    let (status, headers) = (parts.status, parts.headers);
    if status != StatusCode::OK {
        return Ok(Fetched { url, status, headers, body: Bytes::new() });
    }
    if headers.get(header::CONTENT_ENCODING).is_some_and(|header| header != "identity") {
        return Err(FetchError("it came packed"));
    }
    Ok(Fetched { url, status, headers, body: read_body(body, limit).await? })
}

async fn read_body(mut body: Incoming, limit: BodyLimit) -> Result<Bytes, FetchError> {
    const BROKEN: FetchError = FetchError("it is too large or broke off");
    let mut all = Vec::new();
    let mut head = HeadScan::default();
    while let Some(frame) = body.frame().await {
        let Ok(data) = frame.map_err(|_| BROKEN)?.into_data() else { continue };
        let remaining = limit.bytes() - all.len();
        if data.len() > remaining && matches!(limit, BodyLimit::Whole(_)) {
            return Err(BROKEN);
        }
        all.extend_from_slice(&data[..data.len().min(remaining)]);
        if data.len() >= remaining && !matches!(limit, BodyLimit::Whole(_))
            || matches!(limit, BodyLimit::Head(_)) && head.is_complete(&all)
        {
            break;
        }
    }
    Ok(all.into())
}

/// Searches for the end of a page's head as the page arrives: each byte once, however small the pieces.
#[derive(Debug, Default)]
struct HeadScan {
    /// How much was searched, bytes.
    searched: usize,
    /// Whether the head ended, or the body began.
    ended: bool,
    /// Whether there was a title. A page without one may have its metadata in the body.
    titled: bool,
}

impl HeadScan {
    /// Whether the head is complete in the page so far, which is what it was at the last call and more.
    fn is_complete(&mut self, page: &[u8]) -> bool {
        const LONGEST: usize = b"<title".len();
        // The beginning of a tag may have been the end of the last piece.
        let recent = page.get(self.searched.saturating_sub(LONGEST - 1)..).unwrap_or_default();
        self.searched = page.len();
        self.ended = self.ended || has_tag(recent, b"</head") || has_tag(recent, b"<body");
        self.titled = self.titled || has_tag(recent, b"<title");
        self.ended && self.titled
    }
}

/// Whether a tag with this name begins anywhere.
fn has_tag(page: &[u8], tag: &[u8]) -> bool {
    page.windows(tag.len()).any(|window| window.eq_ignore_ascii_case(tag))
}

/// The target of a redirect, if the response is one.
pub(super) fn redirect(url: &Url, response: &Response<Incoming>) -> Option<Result<Url, FetchError>> {
    if !matches!(response.status().as_u16(), 301 | 302 | 303 | 307 | 308) {
        return None;
    }
    let location = response.headers().get(header::LOCATION)?;
    let next = location.to_str().ok().and_then(|text| url.join(text).ok());
    Some(next.ok_or(FetchError("it leads to what is no address")))
}

#[cfg(test)]
mod tests {
    use super::HeadScan;

    fn ends(page: &[u8]) -> bool {
        HeadScan::default().is_complete(page)
    }

    #[test]
    fn the_end_of_a_head_is_found_across_chunks() {
        let page = b"<title>x</title></HEAD><body>";
        let mut scan = HeadScan::default();
        assert!(!scan.is_complete(&page[..18]));
        assert!(scan.is_complete(&page[..23]));
        assert!(ends(b"<html><title>x</title><body class=x>"));
        assert!(!ends(b"<html><body><meta name=description content=x>"));
        assert!(!ends(b"<header><bo"));
        for pieces in 1..=page.len() {
            let mut scan = HeadScan::default();
            let found = (1..=page.len())
                .filter(|at| at % pieces == 0 || *at == page.len())
                .find(|at| scan.is_complete(&page[..*at]));
            assert!(found.is_some_and(|at| at >= 22), "{pieces}");
        }
    }

    /// A page of bodies without a title was searched from its beginning for every piece that arrived.
    #[test]
    fn no_byte_is_searched_again_for_each_piece() {
        let page = b"<body>".repeat(1000);
        let (mut scan, mut bytes) = (HeadScan::default(), 0);
        for end in (0..page.len()).step_by(7) {
            bytes += end - scan.searched.saturating_sub(5).min(end);
            assert!(!scan.is_complete(&page[..end]));
        }
        assert!(bytes < page.len() * 2, "{bytes}");
    }
}
