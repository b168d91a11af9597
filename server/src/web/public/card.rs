//! The share card of a published page, what link previews show: `/{username}/card.jpg`.

use axum::body::Bytes;
use axum::extract::{Path, Query, State};
use axum::http::{HeaderMap, HeaderValue, header};
use axum::response::{IntoResponse, Response};
use mantel_model::Username;
use serde::Deserialize;

use super::lookup;
use crate::drawings::{self, Drawing};
use crate::http::{etag, security_headers};
use crate::service::Published;
use crate::state::App;
use crate::web::public_rate::PublicRate;

/// The parameter of the address in a page.
#[derive(Debug, Deserialize)]
pub struct Version {
    /// Which version of the drawing.
    pub v: Option<String>,
}

/// The card of the page with this name. Where it is not drawn yet: that of the look, until it is.
pub async fn get(
    _: PublicRate,
    State(app): State<App>,
    Path(name): Path<String>,
    Query(version): Query<Version>,
    headers: HeaderMap,
) -> Response {
    let (app, headers) = (&app, &headers);
    let address = |name: &Username| format!("/{name}/card.jpg");
    let asked = version.v.as_deref();
    lookup::published_form(app, &name, address, |page| async move { Ok(card(app, &page, asked, headers).await) }).await
}

async fn card(app: &App, published: &Published, asked: Option<&str>, request_headers: &HeaderMap) -> Response {
    match app.drawings.kept(published, Drawing::Card).await {
        Some(card) => kept(card, "image/jpeg", &drawings::version(published, Drawing::Card), asked, request_headers),
        None => {
            app.drawings.want(&published.username, Drawing::Card);
            picture(drawings::generic(published.page.theme.look()), "image/jpeg", "no-store")
        }
    }
}

/// A drawing of this version. `asked` is the version in the address.
pub fn kept(
    drawing: Bytes,
    kind: &'static str,
    version: &str,
    asked: Option<&str>,
    request_headers: &HeaderMap,
) -> Response {
    let etag = format!("\"{version}\"");
    if etag::unchanged(request_headers, &etag) {
        return etag::not_modified(&etag);
    }
    // An address with another version, or none, may lead to another drawing tomorrow.
    let caching = if asked == Some(version) { "public, max-age=31536000, immutable" } else { "public, max-age=300" };
    etag::tagged(picture(drawing, kind, caching), &etag)
}

/// A picture of this media type.
pub fn picture(bytes: Bytes, kind: &'static str, caching: &'static str) -> Response {
    let mut response = bytes.into_response();
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(kind));
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static(caching));
    security_headers::allow_nothing(headers);
    response
}
