//! Addresses that programs try on any site (RFC 8615).

use axum::Json;
use axum::extract::State;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Redirect, Response};
use serde_json::json;

use super::public_rate::PublicRate;
use super::screen;
use crate::clock::rfc3339;
use crate::http::cors;
use crate::state::App;

/// How long what `security.txt` says is good, ms; RFC 9116 advises less than a year.
const GOOD_FOR: i64 = 180 * DAY;
const DAY: i64 = 24 * 60 * 60 * 1000;

/// `/.well-known/change-password`: where a password manager sends its user (W3C, A Well-Known URL for Changing Passwords).
pub async fn change_password() -> Redirect {
    Redirect::to("/settings#password")
}

/// `/.well-known/security.txt` (RFC 9116), if this instance has a contact.
pub async fn security_txt(_: PublicRate, State(app): State<App>) -> Response {
    let Some(contact) = &app.config.security_contact else { return screen::not_found(&app, None, false) };
    let now = app.service.clock().now();
    // The same text all day.
    let expires = rfc3339((now + GOOD_FOR).div_euclid(DAY) * DAY);
    let base = &app.config.base_url;
    let text = format!(
        "Contact: {contact}\nExpires: {expires}\nCanonical: {base}/.well-known/security.txt\nPreferred-Languages: en\n"
    );
    ([(header::CACHE_CONTROL, HeaderValue::from_static("public, max-age=86400"))], text).into_response()
}

/// `/.well-known/api-catalog` (RFC 9727): the API, its description and its documentation.
pub async fn api_catalog(_: PublicRate, State(app): State<App>) -> Response {
    let at = |path: &str| format!("{}{path}", app.config.base_url);
    let catalog = json!({ "linkset": [{
        "anchor": at("/api/v1"),
        "service-desc": [{ "href": at("/openapi.json"), "type": "application/json" }],
        "service-doc": [{ "href": at("/docs"), "type": "text/html" }],
        "status": [{ "href": at("/readyz"), "type": "text/plain" }],
    }] });
    let mut response = (StatusCode::OK, Json(catalog)).into_response();
    let headers = response.headers_mut();
    let kind = "application/linkset+json; profile=\"https://www.rfc-editor.org/info/rfc9727\"";
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(kind));
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("public, max-age=3600"));
    cors::allow_any_origin(headers);
    response
}
