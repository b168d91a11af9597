//! Reading a reply: within its limits, whatever it claims.

use axum::body::Bytes;
use axum::http::{HeaderMap, Response, StatusCode, header};
use http_body_util::BodyExt;
use hyper::body::Incoming;
use url::Url;

use super::{NotFetched, Take};

/// What came.
#[derive(Clone, Debug)]
pub struct Fetched {
    /// Where it came from, after every redirect.
    pub url: Url,
    /// Its status.
    pub status: StatusCode,
    /// Its headers.
    pub headers: HeaderMap,
    /// Its body as far as it was wanted; empty unless the status is 200.
    pub body: Bytes,
}

/// Reads a reply as far as it is wanted.
pub(super) async fn read(url: Url, reply: Response<Incoming>, take: Take) -> Result<Fetched, NotFetched> {
    let (parts, body) = reply.into_parts();
    let (status, headers) = (parts.status, parts.headers);
    if status != StatusCode::OK {
        return Ok(Fetched { url, status, headers, body: Bytes::new() });
    }
    if headers.get(header::CONTENT_ENCODING).is_some_and(|header| header != "identity") {
        return Err(NotFetched("it came packed"));
    }
    Ok(Fetched { url, status, headers, body: take_body(body, take).await? })
}

async fn take_body(mut body: Incoming, take: Take) -> Result<Bytes, NotFetched> {
    const BROKEN: NotFetched = NotFetched("it is too large or broke off");
    let mut all = Vec::new();
    while let Some(frame) = body.frame().await {
        let Ok(data) = frame.map_err(|_| BROKEN)?.into_data() else { continue };
        let room = take.limit() - all.len();
        if data.len() > room && matches!(take, Take::Whole(_)) {
            return Err(BROKEN);
        }
        let read = all.len();
        all.extend_from_slice(&data[..data.len().min(room)]);
        if data.len() >= room && !matches!(take, Take::Whole(_)) || matches!(take, Take::Head(_)) && ends(&all, read) {
            break;
        }
    }
    Ok(all.into())
}

/// Whether the head of a page ends in what was read from `from` on. One without a title says who it is in its body, if at all.
fn ends(page: &[u8], from: usize) -> bool {
    let new = &page[from.saturating_sub(6)..];
    (opens(new, b"</head") || opens(new, b"<body")) && opens(page, b"<title")
}

/// Whether a tag of this name begins somewhere.
fn opens(page: &[u8], tag: &[u8]) -> bool {
    page.windows(tag.len()).any(|pair| pair.eq_ignore_ascii_case(tag))
}

/// Where a reply leads on, if it does.
pub(super) fn leads(url: &Url, reply: &Response<Incoming>) -> Option<Result<Url, NotFetched>> {
    if !matches!(reply.status().as_u16(), 301 | 302 | 303 | 307 | 308) {
        return None;
    }
    let to = reply.headers().get(header::LOCATION)?;
    let next = to.to_str().ok().and_then(|text| url.join(text).ok());
    Some(next.ok_or(NotFetched("it leads to what is no address")))
}

#[cfg(test)]
mod tests {
    use super::ends;

    #[test]
    fn the_end_of_a_head_is_found_where_two_pieces_meet() {
        let page = b"<title>x</title></HEAD><body>";
        assert!(!ends(&page[..18], 0));
        assert!(ends(&page[..23], 18));
        assert!(ends(b"<html><title>x</title><body class=x>", 0));
        assert!(!ends(b"<html><body><meta name=description content=x>", 0));
        assert!(!ends(b"<header><bo", 0));
    }
}
