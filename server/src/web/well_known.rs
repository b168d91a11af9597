//! Addresses that programs try on any site (RFC 8615).

use axum::Json;
use axum::extract::rejection::QueryRejection;
use axum::extract::{Query, State};
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Redirect, Response};
use mantel_model::Username;
use mantel_model::tile::{Kind, Platform, Social};
use serde::Deserialize;
use serde_json::json;

use super::public::lookup;
use super::public_rate::PublicRate;
use super::screen;
use crate::clock::rfc3339;
use crate::http::error::Refusal;
use crate::http::reply::refused_in_words;
use crate::service::Error;
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

/// The parameters of WebFinger.
#[derive(Debug, Deserialize)]
pub struct WebFinger {
    resource: Option<String>,
}

/// `/.well-known/webfinger` (RFC 7033): `acct:ines@` this host, or the address of the page, leads to the profile in the fediverse that
/// the page names, the one on Mastodon first, so that people are found there under the name they have here.
pub async fn webfinger(
    _: PublicRate,
    State(app): State<App>,
    query: Result<Query<WebFinger>, QueryRejection>,
) -> Response {
    let Some(resource) = query.ok().and_then(|Query(query)| query.resource) else {
        let words = "resource is needed, like acct:ines@harrow.example";
        return refused_in_words(StatusCode::BAD_REQUEST, words);
    };
    let Some(name) = page_of_resource(&app, &resource) else { return no_profile() };
    let page = match lookup::published(&app, &name).await {
        Ok(page) => page,
        Err(Error::PageNotFound(_) | Error::TakenDown) => return no_profile(),
        Err(error) => return Refusal::from(error).into_response(),
    };
    let profiles = page.page.tiles.iter().filter_map(|tile| match &tile.kind {
        Kind::Social(social) => social.handle.split_once('@').map(|(user, server)| (social, user, server)),
        _ => None,
    });
    let federated = profiles.filter(|(social, ..)| social.platform.is_federated());
    let on_mastodon = |social: &Social| social.platform == Platform::Mastodon;
    let Some((social, user, server)) = federated.min_by_key(|(social, ..)| !on_mastodon(social)) else {
        return no_profile();
    };
    let url = app.config.page_url(&page.username);
    let mut links = vec![json!({ "rel": "http://webfinger.net/rel/profile-page", "type": "text/html", "href": url })];
    if on_mastodon(social) {
        // Where Mastodon keeps the account; it asks that server again before it believes it. Others keep it elsewhere, and tell.
        let kept = format!("https://{server}/users/{user}");
        links.push(json!({ "rel": "self", "type": "application/activity+json", "href": kept }));
    }
    let aliases: Vec<_> = social.address().iter().map(|there| there.as_str().to_owned()).chain([url]).collect();
    let description = json!({ "subject": format!("acct:{user}@{server}"), "aliases": aliases, "links": links });
    let mut response = (StatusCode::OK, Json(description)).into_response();
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("application/jrd+json"));
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("public, max-age=3600"));
    response
}

/// The name of the page that a resource stands for.
fn page_of_resource(app: &App, resource: &str) -> Option<Username> {
    let name = match resource.strip_prefix("acct:") {
        Some(account) => {
            let (name, host) = account.rsplit_once('@')?;
            let ours = app.config.host();
            let bare = ours.split_once(':').map_or(ours, |(host, _)| host);
            (host.eq_ignore_ascii_case(ours) || host.eq_ignore_ascii_case(bare)).then_some(name)?
        }
        None => resource.strip_prefix(&app.config.base_url)?.strip_prefix('/')?,
    };
    Username::parse(name).ok()
}

fn no_profile() -> Response {
    (StatusCode::NOT_FOUND, "No page here names a profile in the fediverse under this name.\n").into_response()
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
    // A HEAD request learns no more than this (RFC 9727, 2).
    if let Ok(own) = HeaderValue::from_str(&format!("<{}>; rel=\"api-catalog\"", at("/.well-known/api-catalog"))) {
        headers.insert(header::LINK, own);
    }
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("public, max-age=3600"));
    response
}
