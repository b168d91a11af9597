//! Files at fixed URLs: the schemas and the OpenAPI description from `schema/`, and the logos of platforms.

use std::sync::LazyLock;

use axum::extract::{Path, State};
use axum::http::{HeaderMap, HeaderValue, header};
use axum::response::{IntoResponse, Response};

use super::screen;
use crate::http::{cors, etag};
use crate::service::secret;
use crate::state::App;

/// A schema file; readable from any site, so that editors can validate against it.
pub async fn get(State(app): State<App>, Path(file): Path<String>, headers: HeaderMap) -> Response {
    match schema_file(&file) {
        Some(body) => public_file(body, "application/schema+json", &headers),
        None => screen::not_found(&app, None, false),
    }
}

/// `GET /openapi.json`.
pub async fn openapi(headers: HeaderMap) -> Response {
    public_file(include_str!("../../../schema/openapi.json"), "application/json", &headers)
}

/// `GET /brands.svg`: the logos of all platforms, for the frontend.
pub async fn brands(headers: HeaderMap) -> Response {
    static SPRITE: LazyLock<String> = LazyLock::new(mantel_app::components::brand::sprite);
    public_file(&SPRITE, "image/svg+xml", &headers)
}

fn public_file(body: &'static str, content_type: &'static str, request_headers: &HeaderMap) -> Response {
    let etag = format!("\"{}\"", secret::hash(body).get(..16).unwrap_or_default());
    let mut response = if etag::unchanged(request_headers, &etag) {
        etag::not_modified(&etag)
    } else {
        etag::tagged(([(header::CONTENT_TYPE, content_type)], body).into_response(), &etag)
    };
    let headers = response.headers_mut();
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("public, max-age=3600"));
    cors::allow_any_origin(headers);
    response
}

fn schema_file(file: &str) -> Option<&'static str> {
    match file {
        "brief.schema.json" => Some(include_str!("../../../schema/brief.schema.json")),
        "page.schema.json" => Some(include_str!("../../../schema/page.schema.json")),
        _ => None,
    }
}
