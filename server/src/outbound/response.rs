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
    while let Some(frame) = body.frame().await {
        let Ok(data) = frame.map_err(|_| BROKEN)?.into_data() else { continue };
        let remaining = limit.bytes() - all.len();
        if data.len() > remaining && matches!(limit, BodyLimit::Whole(_)) {
            return Err(BROKEN);
        }
        let read = all.len();
        all.extend_from_slice(&data[..data.len().min(remaining)]);
        if data.len() >= remaining && !matches!(limit, BodyLimit::Whole(_))
            || matches!(limit, BodyLimit::Head(_)) && head_ends(&all, read)
        {
            break;
        }
    }
    Ok(all.into())
}

/// Whether the head of a page ends within the bytes from `from` on. A page without a title may have its metadata in the
/// body.
fn head_ends(page: &[u8], from: usize) -> bool {
    let recent = &page[from.saturating_sub(6)..];
    (has_tag(recent, b"</head") || has_tag(recent, b"<body")) && has_tag(page, b"<title")
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
    use super::head_ends;

    #[test]
    fn the_end_of_a_head_is_found_across_chunks() {
        let page = b"<title>x</title></HEAD><body>";
        assert!(!head_ends(&page[..18], 0));
        assert!(head_ends(&page[..23], 18));
        assert!(head_ends(b"<html><title>x</title><body class=x>", 0));
        assert!(!head_ends(b"<html><body><meta name=description content=x>", 0));
        assert!(!head_ends(b"<header><bo", 0));
    }
}
