//! Files that are no asset by hash: the schemas and the description of the API, as they are under `schema/`, and the marks of platforms.

use std::sync::LazyLock;

use axum::extract::{Path, State};
use axum::http::{HeaderMap, HeaderValue, header};
use axum::response::{IntoResponse, Response};

use super::screen;
use crate::http::etag;
use crate::service::secret;
use crate::state::App;

/// A schema file; readable from any site, so that editors can validate against it.
pub async fn get(State(app): State<App>, Path(file): Path<String>, headers: HeaderMap) -> Response {
    match named(&file) {
        Some(body) => for_any_site(body, "application/schema+json", &headers),
        None => screen::missing(&app, None, false),
    }
}

/// `GET /openapi.json`.
pub async fn openapi(headers: HeaderMap) -> Response {
    for_any_site(include_str!("../../../schema/openapi.json"), "application/json", &headers)
}

/// `GET /brands.svg`: the marks of all platforms, for the browser's half.
pub async fn brands(headers: HeaderMap) -> Response {
    static SPRITE: LazyLock<String> = LazyLock::new(mantel_app::components::brand::sprite);
    for_any_site(&SPRITE, "image/svg+xml", &headers)
}

fn for_any_site(body: &'static str, kind: &'static str, asked: &HeaderMap) -> Response {
    let etag = format!("\"{}\"", secret::hash(body).get(..16).unwrap_or_default());
    let mut response = if etag::unchanged(asked, &etag) {
        etag::not_modified(&etag)
    } else {
        etag::tagged(([(header::CONTENT_TYPE, kind)], body).into_response(), &etag)
    };
    let headers = response.headers_mut();
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("public, max-age=3600"));
    headers.insert(header::ACCESS_CONTROL_ALLOW_ORIGIN, HeaderValue::from_static("*"));
    response
}

fn named(file: &str) -> Option<&'static str> {
    match file {
        "brief.schema.json" => Some(include_str!("../../../schema/brief.schema.json")),
        "page.schema.json" => Some(include_str!("../../../schema/page.schema.json")),
        _ => None,
    }
}
