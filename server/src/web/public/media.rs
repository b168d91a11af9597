//! `/media/{hash}`: an uploaded image, public and immutable, and its variants; `/media/far/…`: remote images.

use axum::extract::{Path, State};
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, header};
use axum::response::{IntoResponse, Response};
use object_store::GetRange;

use crate::http::{etag, security_headers};
use crate::media::{BlobError, FileType, Variant, is_hash};
use crate::picture_address::{SignedTarget, remote_hash};
use crate::service::Error;
use crate::state::App;
use crate::web::screen;

/// The image. Its name is the hash of its content, so a browser's copy is never out of date.
pub async fn get(State(app): State<App>, Path(hash): Path<String>, method: Method, headers: HeaderMap) -> Response {
    if app.blocked_media.blocks(&hash).await {
        return taken_down();
    }
    let known = is_hash(&hash) && app.blocked_media.is_uploaded(&hash).await;
    let found = if known { find(&app, &hash, &method, &headers).await } else { Ok(None) };
    match found {
        Ok(Some(response)) => response,
        Ok(None) => screen::not_found(&app, None, false),
        Err(lost) => screen::error_screen(&Error::from(lost).into()),
    }
}

/// `/media/{hash}/{made}`: a smaller size, the dithered version or the sketch of a picture.
pub async fn variant(
    State(app): State<App>,
    Path((hash, name)): Path<(String, String)>,
    headers: HeaderMap,
) -> Response {
    let Some(what) = Variant::parse(&name).filter(|_| is_hash(&hash)) else {
        return screen::not_found(&app, None, false);
    };
    if app.blocked_media.blocks(&hash).await {
        return taken_down();
    }
    if !app.blocked_media.is_uploaded(&hash).await {
        return screen::not_found(&app, None, false);
    }
    match derived(&app, &hash, what, &headers).await {
        Ok(Some(response)) => immutable(response),
        Ok(None) => screen::not_found(&app, None, false),
        Err(lost) => screen::error_screen(&Error::from(lost).into()),
    }
}

/// The reply for a picture of a page that was taken down.
fn taken_down() -> Response {
    screen::error_screen(&Error::TakenDown.into())
}

/// A variant of a picture with its entity tag, without caching headers.
async fn derived(app: &App, hash: &str, what: Variant, headers: &HeaderMap) -> Result<Option<Response>, BlobError> {
    let etag = format!("\"{hash}-{}\"", what.name());
    if etag::unchanged(headers, &etag) {
        return Ok(Some(etag::not_modified(&etag)));
    }
    let Some(bytes) = app.media.variant(hash, what).await? else { return Ok(None) };
    let mut response = bytes.into_response();
    response.headers_mut().insert(header::CONTENT_TYPE, HeaderValue::from_static(what.mime()));
    Ok(Some(etag::tagged(response, &etag)))
}

/// `/media/far/{signature}/{address}`: a remote image.
pub async fn remote(
    State(app): State<App>,
    Path((signature, address)): Path<(String, String)>,
    method: Method,
    headers: HeaderMap,
) -> Response {
    let found = match remote_hash(&app, &signature, &address).await {
        Ok(SignedTarget::Hash(hash)) => find(&app, &hash, &method, &headers).await.map_err(Error::from),
        Ok(SignedTarget::Unnamed) => return unnamed(),
        other => other.map(|_| None),
    };
    for_a_day(found)
}

/// A smaller size, the dithered version or the sketch of a remote image.
pub async fn remote_variant(
    State(app): State<App>,
    Path((signature, address, name)): Path<(String, String, String)>,
    headers: HeaderMap,
) -> Response {
    let Some(what) = Variant::parse(&name) else { return for_a_day(Ok(None)) };
    let found = match remote_hash(&app, &signature, &address).await {
        Ok(SignedTarget::Hash(hash)) => derived(&app, &hash, what, &headers).await.map_err(Error::from),
        Ok(SignedTarget::Unnamed) => return unnamed(),
        other => other.map(|_| None),
    };
    for_a_day(found)
}

/// The reply for an image that no page names: not cached, since an edit may name it again.
fn unnamed() -> Response {
    (StatusCode::NOT_FOUND, [(header::CACHE_CONTROL, HeaderValue::from_static("no-store"))]).into_response()
}

/// Cached for a day: a remote image may change, and a missing one may appear.
fn for_a_day(found: Result<Option<Response>, Error>) -> Response {
    let (mut response, caching) = match found {
        Ok(Some(response)) => (immutable(response), "public, max-age=86400"),
        Ok(None) => (StatusCode::NOT_FOUND.into_response(), "public, max-age=300"),
        Err(error) => return screen::error_screen(&error.into()),
    };
    response.headers_mut().insert(header::CACHE_CONTROL, HeaderValue::from_static(caching));
    response
}

async fn find(app: &App, hash: &str, method: &Method, headers: &HeaderMap) -> Result<Option<Response>, BlobError> {
    let Some((length, start)) = app.media.blobs.head(hash).await? else { return Ok(None) };
    let Ok(kind) = FileType::detect(&start) else { return Ok(None) };
    let etag = format!("\"{hash}\"");
    if etag::unchanged(headers, &etag) {
        return Ok(Some(immutable(etag::not_modified(&etag))));
    }
    let part = part(headers, length, &etag);
    let mut response = match part {
        ByteRange::Whole => StatusCode::OK.into_response(),
        ByteRange::Some(..) => StatusCode::PARTIAL_CONTENT.into_response(),
        ByteRange::Beyond => StatusCode::RANGE_NOT_SATISFIABLE.into_response(),
    };
    let out = response.headers_mut();
    out.insert(header::CONTENT_TYPE, HeaderValue::from_static(kind.mime()));
    out.insert(header::ACCEPT_RANGES, HeaderValue::from_static("bytes"));
    let (range, count) = match part {
        ByteRange::Whole => (None, length),
        ByteRange::Some(from, to) => {
            out.insert(header::CONTENT_RANGE, text(&format!("bytes {from}-{}/{length}", to - 1)));
            (Some(GetRange::Bounded(from..to)), to - from)
        }
        ByteRange::Beyond => {
            out.insert(header::CONTENT_RANGE, text(&format!("bytes */{length}")));
            return Ok(Some(response));
        }
    };
    out.insert(header::CONTENT_LENGTH, count.into());
    if method != Method::HEAD {
        let Some(found) = app.media.blobs.stream(hash, range).await? else { return Ok(None) };
        *response.body_mut() = found;
    }
    Ok(Some(immutable(etag::tagged(response, &etag))))
}

/// Cached forever; when opened as a document, it may do nothing at all.
fn immutable(mut response: Response) -> Response {
    let headers = response.headers_mut();
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("public, max-age=31536000, immutable"));
    security_headers::allow_nothing(headers);
    response
}

fn text(value: &str) -> HeaderValue {
    HeaderValue::from_str(value).unwrap_or(HeaderValue::from_static(""))
}

/// The requested part of the image.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum ByteRange {
    Whole,
    /// A range of bytes: start, and exclusive end.
    Some(u64, u64),
    /// A range beyond its end.
    Beyond,
}

/// A single range of bytes (RFC 9110, 14); several ranges, and invalid ones, get the whole image.
fn part(headers: &HeaderMap, length: u64, etag: &str) -> ByteRange {
    let header = |name| headers.get(name).and_then(|header| header.to_str().ok());
    let same = header(header::IF_RANGE).is_none_or(|header| header == etag);
    let range = header(header::RANGE).filter(|_| same).and_then(|range| range.strip_prefix("bytes="));
    let Some((from, to)) = range.and_then(|range| range.split_once('-')) else { return ByteRange::Whole };
    match (from.parse::<u64>(), to.parse::<u64>()) {
        (Ok(from), _) if to.is_empty() && from < length => ByteRange::Some(from, length),
        (Ok(from), Ok(to)) if from <= to && from < length => ByteRange::Some(from, to.saturating_add(1).min(length)),
        (Ok(from), _) if from >= length => ByteRange::Beyond,
        (_, Ok(0)) if from.is_empty() => ByteRange::Beyond,
        (_, Ok(last)) if from.is_empty() => ByteRange::Some(length.saturating_sub(last), length),
        _ => ByteRange::Whole,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_range_is_parsed_and_anything_else_is_the_whole() {
        let of = |range: &'static str| {
            let mut headers = HeaderMap::new();
            headers.insert(header::RANGE, HeaderValue::from_static(range));
            part(&headers, 10, "\"x\"")
        };
        assert_eq!(of("bytes=0-3"), ByteRange::Some(0, 4));
        assert_eq!(of("bytes=4-"), ByteRange::Some(4, 10));
        assert_eq!(of("bytes=-3"), ByteRange::Some(7, 10));
        assert_eq!(of("bytes=-30"), ByteRange::Some(0, 10));
        assert_eq!(of("bytes=0-18446744073709551615"), ByteRange::Some(0, 10));
        assert_eq!(of("bytes=10-"), ByteRange::Beyond);
        assert_eq!(of("bytes=-0"), ByteRange::Beyond);
        for whole in ["bytes=5-4", "bytes=0-1,3-4", "bytes=", "bytes=a-b", "lines=0-1", "bytes=-"] {
            assert_eq!(of(whole), ByteRange::Whole, "{whole}");
        }
    }
}
