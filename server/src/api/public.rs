//! `GET /api/v1/public/{username}`: a published page as JSON, for anyone and any site.

use axum::extract::{Path, State};
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use mantel_model::Username;

use crate::http::client_address::ClientAddress;
use crate::http::error::Refusal;
use crate::http::rate_limit::Kind;
use crate::http::{cors, redirect};
use crate::published_page::published_page;
use crate::service::Error;
use crate::state::App;

/// The published page.
pub async fn get(
    State(app): State<App>,
    ClientAddress(address): ClientAddress,
    Path(username): Path<String>,
    headers: HeaderMap,
) -> Response {
    let found = match app.rate_limits.take_address(Kind::Public, address) {
        Ok(()) => find(&app, &username, &headers).await,
        Err(error) => Err(error.into()),
    };
    let mut response = found.unwrap_or_else(IntoResponse::into_response);
    cors::allow_any_origin_with_etag(response.headers_mut());
    response
}

async fn find(app: &App, name: &str, headers: &HeaderMap) -> Result<Response, Refusal> {
    let Ok(username) = Username::parse(name) else {
        return Err(Error::PageNotFound(name.chars().take(64).collect()).into());
    };
    match published_page(app, &username).await {
        Err(missing @ Error::PageNotFound(_)) => {
            let renamed = app.service.published_by_old_name(name).await?.ok_or(missing)?;
            Ok(redirect::renamed(&format!("/api/v1/public/{}", renamed.username)))
        }
        found => Ok(found?.json(headers)),
    }
}

/// The preflight of a browser that sends `If-None-Match` from another site.
pub async fn preflight() -> Response {
    let mut response = StatusCode::NO_CONTENT.into_response();
    let headers = response.headers_mut();
    headers.insert(header::ACCESS_CONTROL_ALLOW_METHODS, HeaderValue::from_static("GET, HEAD"));
    headers.insert(header::ACCESS_CONTROL_ALLOW_HEADERS, HeaderValue::from_static("If-None-Match"));
    headers.insert(header::ACCESS_CONTROL_MAX_AGE, HeaderValue::from_static("86400"));
    cors::allow_any_origin_with_etag(headers);
    response
}
