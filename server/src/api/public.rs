//! `GET /api/v1/public/{username}`: a published page as JSON, for anyone and any site.

use axum::extract::{Path, State};
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use mantel_model::Username;
use mantel_model::api::{DraftView, PublicPage};

use crate::clock::rfc3339;
use crate::http::error::Refusal;
use crate::http::rate_limit::Kind;
use crate::service::{Error, Published};
use crate::state::{Address, App};
use crate::web;

/// The published page.
pub async fn get(
    State(app): State<App>,
    Address(address): Address,
    Path(username): Path<String>,
    headers: HeaderMap,
) -> Response {
    let found = match app.rates.take_address(Kind::Public, address) {
        Ok(()) => find(&app, &username, &headers).await,
        Err(error) => Err(error.into()),
    };
    let mut response = found.unwrap_or_else(IntoResponse::into_response);
    for_any_site(response.headers_mut());
    response
}

async fn find(app: &App, name: &str, headers: &HeaderMap) -> Result<Response, Refusal> {
    let Ok(username) = Username::parse(name) else {
        return Err(Error::PageNotFound(name.chars().take(64).collect()).into());
    };
    match app.live(&username).await {
        Err(missing @ Error::PageNotFound(_)) => {
            let now = app.service.published_by_old_name(name).await?.ok_or(missing)?;
            Ok(web::moved_for_now(&format!("/api/v1/public/{}", now.username)))
        }
        found => Ok(found?.json(headers)),
    }
}

/// The published page as its body.
pub fn body(app: &App, live: Published) -> PublicPage {
    let page = DraftView::of(live.page, &live.facts);
    PublicPage {
        url: app.config.page_url(&live.username),
        username: live.username,
        published_at: rfc3339(live.at),
        version: u64::try_from(live.version).unwrap_or_default(),
        profile: page.profile,
        theme: page.theme,
        tiles: page.tiles,
    }
}

/// What a browser asks before it sends `If-None-Match` from another site.
pub async fn preflight() -> Response {
    let mut response = StatusCode::NO_CONTENT.into_response();
    let headers = response.headers_mut();
    headers.insert(header::ACCESS_CONTROL_ALLOW_METHODS, HeaderValue::from_static("GET, HEAD"));
    headers.insert(header::ACCESS_CONTROL_ALLOW_HEADERS, HeaderValue::from_static("If-None-Match"));
    headers.insert(header::ACCESS_CONTROL_MAX_AGE, HeaderValue::from_static("86400"));
    for_any_site(headers);
    response
}

/// Lets a page of any site read the reply.
pub fn for_any_site(headers: &mut HeaderMap) {
    headers.insert(header::ACCESS_CONTROL_ALLOW_ORIGIN, HeaderValue::from_static("*"));
    headers.insert(header::ACCESS_CONTROL_EXPOSE_HEADERS, HeaderValue::from_static("ETag, Retry-After"));
}
