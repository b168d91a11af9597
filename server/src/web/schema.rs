//! Files at fixed URLs: the schemas and the OpenAPI description from `schema/`, and the logos of platforms.

use std::borrow::Cow;
use std::sync::LazyLock;

use axum::extract::{Path, State};
use axum::http::{HeaderMap, HeaderValue, header};
use axum::response::{IntoResponse, Response};

use super::public_rate::PublicRate;
use super::screen;
use crate::http::{cors, etag};
use crate::service::secret;
use crate::state::App;

/// A schema file; readable from any site, so that editors can validate against it.
pub async fn get(_: PublicRate, State(app): State<App>, Path(file): Path<String>, headers: HeaderMap) -> Response {
    match schema_file(&file) {
        Some(file) => public_file(file, "application/schema+json", &headers),
        None => screen::not_found(&app, None, false),
    }
}

/// `GET /openapi.json`.
pub async fn openapi(_: PublicRate, headers: HeaderMap) -> Response {
    static FILE: LazyLock<File> = LazyLock::new(|| File::new(include_str!("../../../schema/openapi.json")));
    public_file(&FILE, "application/json", &headers)
}

/// `GET /brands.svg`: the logos of all platforms, for the frontend.
pub async fn brands(_: PublicRate, headers: HeaderMap) -> Response {
    static FILE: LazyLock<File> = LazyLock::new(|| File::new(mantel_app::components::brand::sprite()));
    public_file(&FILE, "image/svg+xml", &headers)
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

fn public_file(file: &'static File, content_type: &'static str, request_headers: &HeaderMap) -> Response {
    let etag = &file.etag;
    let mut response = if etag::unchanged(request_headers, etag) {
        etag::not_modified(etag)
    } else {
        etag::tagged(([(header::CONTENT_TYPE, content_type)], &*file.body).into_response(), etag)
    };
    let headers = response.headers_mut();
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("public, max-age=3600"));
    cors::allow_any_origin(headers);
    response
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
