//! Presses on the links of a published page: told by browsers (`ping`) at `/{username}/pressed/{target}`, or counted on the way at
//! `/{username}/go/{target}`. A target is the id of a tile; of a note's further links, the id, a dot and the link's number.

use axum::extract::{Path, State};
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, header};
use axum::response::{IntoResponse, Response};
use mantel_model::Username;

use super::lookup::{self, PageLookup};
use crate::http::client_address::ClientAddress;
use crate::http::error::Refusal;
use crate::http::rate_limit::Kind as Rate;
use crate::http::session::csrf::{self, RequestOrigin};
use crate::page_document::link_of;
use crate::service::Error;
use crate::state::App;
use crate::web::screen;

/// Counts a press that a browser tells of. Where it is not counted the answer is the same: browsers show none.
pub async fn pressed(
    State(app): State<App>,
    ClientAddress(address): ClientAddress,
    Path((name, target)): Path<(String, String)>,
    headers: HeaderMap,
) -> Response {
    if let Err(error) = app.rate_limits.take_address(Rate::Presses, address) {
        return Refusal::from(error).into_response();
    }
    if is_own(&headers, &app)
        && is_ping(&headers)
        && let Ok(PageLookup::Exact(page)) = lookup::find(&app, &name).await
        && page.counts.has_target(&target)
    {
        app.visits.press(&page.counts, &target, &headers);
    }
    (StatusCode::NO_CONTENT, [(header::CACHE_CONTROL, "no-store")]).into_response()
}

/// Whether a request comes from a page of this server. Browsers that do not say where from name the page in `Ping-From`.
fn is_own(headers: &HeaderMap, app: &App) -> bool {
    match csrf::origin(headers, &app.config) {
        RequestOrigin::SameOrigin => true,
        RequestOrigin::CrossSite if headers.contains_key("sec-fetch-site") => false,
        // The origin of a ping may be kept back as "null".
        RequestOrigin::CrossSite | RequestOrigin::Unknown => {
            let from = headers.get("ping-from").and_then(|value| value.to_str().ok()).unwrap_or_default();
            from.strip_prefix(app.config.base_url.as_str()).is_some_and(|rest| rest.starts_with('/'))
        }
    }
}

/// Whether it has the media type that no form and no script of a page can send with `no-cors`.
fn is_ping(headers: &HeaderMap) -> bool {
    headers.get(header::CONTENT_TYPE).is_some_and(|kind| kind == "text/ping")
}

/// Leads to where a tile's link leads, and counts the press.
pub async fn go(
    State(app): State<App>,
    ClientAddress(address): ClientAddress,
    Path((name, target)): Path<(String, String)>,
    method: Method,
    headers: HeaderMap,
) -> Response {
    if let Err(error) = app.rate_limits.take_address(Rate::Public, address) {
        return screen::error_screen(&error.into());
    }
    let counts = method == Method::GET && app.rate_limits.take_address(Rate::Presses, address).is_ok();
    let (tile, link) = split(&target);
    let lead = |name: &Username| format!("/{name}");
    let answer = lookup::published_form(&app, &name, lead, |published| {
        let found = published.page.tiles.iter().find(|candidate| candidate.id.as_str() == tile);
        let found = found.and_then(|tile| link_of(tile, link));
        async move { found.map(|to| to_there(&to)).ok_or(Error::Unknown("link")) }
    })
    .await;
    if counts
        && answer.status() == StatusCode::SEE_OTHER
        && let Ok(PageLookup::Exact(page)) = lookup::find(&app, &name).await
        && page.counts.has_target(tile)
    {
        app.visits.follow(&page.counts, tile, &headers);
    }
    answer
}

fn to_there(address: &str) -> Response {
    let Ok(location) = HeaderValue::from_str(address) else { return StatusCode::NOT_FOUND.into_response() };
    let headers = [
        (header::LOCATION, location),
        (header::CACHE_CONTROL, HeaderValue::from_static("no-store")),
        (header::REFERRER_POLICY, HeaderValue::from_static("strict-origin-when-cross-origin")),
    ];
    (StatusCode::SEE_OTHER, headers).into_response()
}

fn split(target: &str) -> (&str, usize) {
    match target.split_once('.') {
        Some((tile, link)) => (tile, link.parse().unwrap_or(usize::MAX)),
        None => (target, 0),
    }
}
