//! A published page in a small form, `/{username}/embed`: the one address that other sites may show in a frame.

use axum::extract::{Path, State};
use axum::http::{HeaderMap, HeaderValue, header};
use axum::response::{IntoResponse, Response};
use mantel_model::Username;

use super::lookup;
use crate::assets;
use crate::heavy_work;
use crate::http::etag;
use crate::http::security_headers::{self, Frames, ScriptPolicy};
use crate::page_document::embedded_html;
use crate::service::Published;
use crate::state::App;
use crate::web::public_rate::PublicRate;

/// The small form of the page with this name.
pub async fn get(_: PublicRate, State(app): State<App>, Path(name): Path<String>, headers: HeaderMap) -> Response {
    let (app, headers) = (&app, &headers);
    let address = |name: &Username| format!("/{name}/embed");
    lookup::published_form(app, &name, address, |page| async move { Ok(response(app, &page, headers).await) }).await
}

async fn response(app: &App, published: &Published, request_headers: &HeaderMap) -> Response {
    let url = app.config.page_url(&published.username);
    let images = app.image_metadata.for_page(&published.live_version.account, &published.page, &published.facts).await;
    let weight = heavy_work::rendering(published.page.tiles.len());
    let document = heavy_work::run_for_bytes(weight, || embedded_html(published, images.pictures, &url)).await;
    let html = assets::with_hashed_urls(&document.html).into_owned();
    let etag = etag::of_content(&published.etag, html.as_bytes());
    let mut response = html.into_response();
    let headers = response.headers_mut();
    headers.extend(security_headers::document_headers(ScriptPolicy::None));
    security_headers::allow_only_inline_style(headers, &document.style_hash);
    security_headers::allow_frames(headers, Frames::AnySite);
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("public, max-age=300"));
    etag::conditional(request_headers, response, &etag, published.at)
}
