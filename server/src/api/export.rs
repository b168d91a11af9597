//! Exports of the page: as a page file, as one with its pictures, or as a static website.

use std::sync::Arc;

use axum::extract::State;
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, header};
use axum::response::{IntoResponse, Response};
use mantel_model::{Draft, PageFile, Username};

use crate::export::zip::{Content, Files};
use crate::export::{static_site, zip};
use crate::heavy_work;
use crate::http::etag;
use crate::http::identity::Reader;
use crate::http::reply::{self, Reply};
use crate::media::FileTypes;
use crate::service::{Caller, Error};
use crate::state::App;

/// `GET /api/v1/page/export`: the page file.
pub async fn file(State(app): State<App>, Reader(caller): Reader, headers: HeaderMap) -> Reply {
    file_of(&app, &caller, &headers).await
}

/// The page file of the caller's page.
///
/// # Errors
/// As [`crate::service::Service::page`].
pub async fn file_of(app: &App, caller: &Caller, headers: &HeaderMap) -> Reply {
    let view = app.service.page(caller).await?;
    if etag::unchanged(headers, &view.etag) {
        return Ok(etag::not_modified(&view.etag));
    }
    let name = format!("{}.json", view.username);
    let text = page_file(app, Arc::unwrap_or_clone(view.draft), view.username);
    Ok(etag::tagged(attached(reply::serialized(StatusCode::OK, text.into_bytes()), &name), &view.etag))
}

/// `GET /api/v1/page/export.zip`: the page file and the pictures it refers to.
pub async fn bundle(State(app): State<App>, Reader(caller): Reader, method: Method, headers: HeaderMap) -> Reply {
    bundle_of(&app, &caller, method, headers).await
}

/// The page file of the caller's page and its pictures.
///
/// # Errors
/// As [`crate::service::Service::page`].
pub async fn bundle_of(app: &App, caller: &Caller, method: Method, headers: HeaderMap) -> Reply {
    let view = app.service.page(caller).await?;
    let pictures = pictures(app, &view.draft).await?;
    let name = format!("{}.zip", view.username);
    let etag = tag(&view.etag, &format!("zip-{}", pictures.len()));
    let mut files = files_of(&pictures);
    files
        .insert("page.json".to_owned(), Content::Text(page_file(app, Arc::unwrap_or_clone(view.draft), view.username)));
    Ok(zip(app, RequestParts { method, headers }, files, &name, &etag).await)
}

/// `GET /api/v1/page/export.html.zip`: the published page as a static website.
pub async fn site(State(app): State<App>, Reader(caller): Reader, method: Method, headers: HeaderMap) -> Reply {
    site_of(&app, &caller, method, headers).await
}

/// The caller's published page as a static website.
///
/// # Errors
/// As [`crate::service::Service::own_published`].
pub async fn site_of(app: &App, caller: &Caller, method: Method, headers: HeaderMap) -> Reply {
    let live = app.service.own_published(caller).await?;
    let (kinds, held) = app.image_metadata.stored(&live.page, &live.facts).await.map_err(Error::from)?;
    let name = format!("{}.html.zip", live.username);
    let weight = heavy_work::rendering(live.page.tiles.len());
    let still = heavy_work::run_for_bytes(weight, || static_site::export(&live, &app.config, &kinds, held)).await;
    // The pictures of the page file; those of the HTML document are part of the site.
    let own = pictures(app, &live.page).await?;
    let etag = tag(&live.etag, &format!("{}-{}-{}", still.version, own.len(), kinds.len()));
    let mut files = files_of(&own);
    files.extend(still.files);
    files.insert("page.json".to_owned(), Content::Text(page_file(app, Arc::unwrap_or_clone(live.page), live.username)));
    Ok(zip(app, RequestParts { method, headers }, files, &name, &etag).await)
}

fn page_file(app: &App, draft: Draft, username: Username) -> String {
    PageFile::of(draft, Some(username), &app.config.base_url).to_text()
}

/// The page's own pictures that are in the blob store.
async fn pictures(app: &App, draft: &Draft) -> Result<FileTypes, Error> {
    Ok(app.media.blobs.file_types(draft.pictures().filter_map(|picture| picture.own_name())).await?)
}

fn files_of(pictures: &FileTypes) -> Files {
    pictures.iter().map(|(hash, kind)| (kind.file_name(hash), Content::Picture(hash.clone()))).collect()
}

/// The page's entity tag, extended by what else the file depends on.
fn tag(etag: &str, more: &str) -> String {
    format!("\"{}-{more}\"", etag.trim_matches('"'))
}

/// The parts of the request that the reply depends on.
struct RequestParts {
    method: Method,
    headers: HeaderMap,
}

async fn zip(app: &App, request: RequestParts, files: Files, name: &str, etag: &str) -> Response {
    if etag::unchanged(&request.headers, etag) {
        return etag::not_modified(etag);
    }
    let mut response = StatusCode::OK.into_response();
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("application/zip"));
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    if request.method != Method::HEAD {
        let permit = app.media.export_permit().await;
        *response.body_mut() = zip::body(files, app.media.clone(), permit);
    }
    etag::tagged(attached(response, name), etag)
}

fn attached(mut response: Response, name: &str) -> Response {
    if let Ok(value) = HeaderValue::from_str(&format!("attachment; filename=\"{name}\"")) {
        response.headers_mut().insert(header::CONTENT_DISPOSITION, value);
    }
    response
}
