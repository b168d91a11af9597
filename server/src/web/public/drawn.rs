//! How drawings of pages are served: share cards, icons, QR codes and stickers.

use axum::body::Bytes;
use axum::http::HeaderMap;
use axum::response::Response;
use serde::Deserialize;

use crate::drawings::{Drawing, version};
use crate::http::etag;
use crate::http::reply::file;
use crate::service::Published;
use crate::state::App;

/// The parameter of the addresses in a page.
#[derive(Debug, Deserialize)]
pub struct Version {
    /// Which version of the drawing.
    v: Option<String>,
}

/// A drawing of a page. Where it is not made yet: the one in its place, until it is.
pub async fn kept(
    app: &App,
    published: &Published,
    drawing: Drawing,
    asked: &Version,
    request_headers: &HeaderMap,
    (kind, in_its_place): (&'static str, Bytes),
) -> Response {
    let Some(made) = app.drawings.kept(published, drawing).await else {
        app.drawings.want(&published.username, drawing);
        return file(in_its_place, kind, "no-store");
    };
    if etag::unchanged(request_headers, &made.etag) {
        return etag::not_modified(&made.etag);
    }
    // An address with another version, or none, may lead to another drawing tomorrow, and so may a picture that does not stay.
    let same = made.stays && asked.v.as_ref() == Some(&version(published, drawing));
    let caching = if same { "public, max-age=31536000, immutable" } else { "public, max-age=300" };
    etag::tagged(file(made.bytes, drawing.mime(), caching), &made.etag)
}
