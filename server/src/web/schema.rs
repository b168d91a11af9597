//! Files at fixed URLs: the schemas and the OpenAPI description from `schema/`, and the logos of platforms.

use std::borrow::Cow;
use std::sync::LazyLock;

use axum::body::Bytes;
use axum::extract::{Path, State};
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::Response;
use serde_json::json;

use super::public_rate::PublicRate;
use super::screen;
use crate::http::{cors, etag, reply};
use crate::service::secret;
use crate::state::App;

/// `GET /schema`: the schema files and their addresses; readable from any site, as they are.
pub async fn index(_: PublicRate, State(app): State<App>) -> Response {
    let entry = |(name, title): &(&str, &str)| json!({ "title": title, "url": format!("{}/schema/{name}", app.config.base_url) });
    let schemas: Vec<_> = SCHEMAS.iter().map(entry).collect();
    let mut response = reply::json(StatusCode::OK, &json!({ "schemas": schemas }));
    let headers = response.headers_mut();
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("public, max-age=3600"));
    response
}

/// The schema files, and what each describes.
const SCHEMAS: [(&str, &str); 2] = [("brief.schema.json", "A brief"), ("page.schema.json", "A page file")];

/// A schema file; readable from any site, so that editors can validate against it.
pub async fn get(_: PublicRate, State(app): State<App>, Path(file): Path<String>, headers: HeaderMap) -> Response {
    match schema_file(&file) {
        Some(file) => public_file(&app, file, "application/schema+json", &headers),
        None => screen::not_found(&app, None, false),
    }
}

/// `GET /openapi.json`.
pub async fn openapi(_: PublicRate, State(app): State<App>, headers: HeaderMap) -> Response {
    static FILE: LazyLock<File> = LazyLock::new(|| File::new(include_str!("../../../schema/openapi.json")));
    public_file(&app, &FILE, "application/json", &headers)
}

/// `GET /brands.svg`: the logos of all platforms, for the frontend.
pub async fn brands(_: PublicRate, State(app): State<App>, headers: HeaderMap) -> Response {
    static FILE: LazyLock<File> = LazyLock::new(|| File::new(mantel_app::components::brand::sprite()));
    public_file(&app, &FILE, "image/svg+xml", &headers)
}

/// A file with its entity tag, which is computed once.
struct File {
    body: Cow<'static, str>,
    etag: String,
}

impl File {
    fn new(body: impl Into<Cow<'static, str>>) -> Self {
        let body = body.into();
        let etag = format!("\"{}\"", secret::hash(body.as_bytes()).get(..16).unwrap_or_default());
        Self { body, etag }
    }
}

fn public_file(app: &App, file: &'static File, content_type: &'static str, request_headers: &HeaderMap) -> Response {
    let mut headers = HeaderMap::new();
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("public, max-age=3600"));
    cors::allow_any_origin(&mut headers);
    let etag = &file.etag;
    if etag::unchanged(request_headers, etag) {
        let mut response = etag::not_modified(etag);
        response.headers_mut().extend(headers);
        return response;
    }
    // Compressed once for everyone.
    let document = app.screens.get(etag).unwrap_or_else(|| {
        headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(content_type));
        if let Ok(etag) = HeaderValue::from_str(etag) {
            headers.insert(header::ETAG, etag);
        }
        app.screens.insert(etag.clone(), headers, Bytes::from_static(file.body.as_bytes()))
    });
    document.response()
}

fn schema_file(file: &str) -> Option<&'static File> {
    static BRIEF: LazyLock<File> = LazyLock::new(|| File::new(include_str!("../../../schema/brief.schema.json")));
    static PAGE: LazyLock<File> = LazyLock::new(|| File::new(include_str!("../../../schema/page.schema.json")));
    match file {
        "brief.schema.json" => Some(&BRIEF),
        "page.schema.json" => Some(&PAGE),
        _ => None,
    }
}
