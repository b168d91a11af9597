//! The schemas, as they are in the repository: `schema/brief.schema.json` and `schema/page.schema.json`.

use axum::extract::{Path, State};
use axum::http::{HeaderValue, header};
use axum::response::{IntoResponse, Response};

use super::screens;
use crate::state::App;

/// A schema file; readable from any site, so that editors can validate against it.
pub async fn get(State(app): State<App>, Path(file): Path<String>) -> Response {
    let Some(body) = named(&file) else { return screens::missing(&app, None, false) };
    let mut response = body.into_response();
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("application/schema+json"));
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
