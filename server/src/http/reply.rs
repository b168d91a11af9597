//! Replies: the service's views as the API's bodies.

use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use mantel_model::photo::Pictures;
use mantel_model::{TileId, api};
use serde::Serialize;

use super::etag;
use crate::clock::rfc3339;
use crate::config::Config;
use crate::service::{Outcome, PageView, SavedChange};
use crate::state::App;

/// A JSON reply; what a credential sees is nobody else's to keep.
pub fn json(status: StatusCode, body: &impl Serialize) -> Response {
    written(status, serde_json::to_vec(body).unwrap_or_default())
}

/// A JSON reply that is written already.
pub fn written(status: StatusCode, json: Vec<u8>) -> Response {
    let mut response = (status, json).into_response();
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("application/json"));
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    response
}

/// The reply to a change: what it made, tagged; or what it would make.
pub fn done<B: Serialize>(status: StatusCode, done: Outcome, say: impl Fn(&SavedChange) -> B) -> Response {
    match done {
        Outcome::Saved(outcome) => etag::tagged(json(status, &say(&outcome)), &outcome.page.etag),
        Outcome::DryRun(it) => json(
            StatusCode::OK,
            &api::DryRun {
                dry_run: true,
                version: u64::try_from(it.version).unwrap_or_default(),
                unpublished_changes: it.unpublished_changes,
                changes: it.changes,
                warnings: (!it.warnings.is_empty()).then_some(it.warnings),
            },
        ),
    }
}

/// The version of a view as bodies carry it.
pub fn version(view: &PageView) -> u64 {
    u64::try_from(view.version).unwrap_or_default()
}

/// The page's body.
pub fn page_body(config: &Config, view: PageView) -> api::PageView {
    let live = view
        .live
        .map(|(version, at)| api::Published { version: u64::try_from(version).unwrap_or_default(), at: rfc3339(at) });
    api::PageView {
        url: config.page_url(&view.username),
        version: version(&view),
        unpublished_changes: view.unpublished_changes,
        next: next(&view).to_owned(),
        published: live,
        suspended: view.suspended,
        username: view.username,
        draft: api::DraftView::of(view.draft, &view.facts),
        pictures: Pictures::new(),
        warnings: None,
    }
}

/// The body of a page after a change.
pub fn page_of(app: &App, outcome: &SavedChange) -> api::PageView {
    page_body(&app.config, outcome.page.clone())
}

/// What to do next, for agents (specification, `next` hint).
pub fn next(view: &PageView) -> &'static str {
    if view.suspended.is_some() {
        return "The page was taken down: tell the owner why. The draft can be edited and exported, but nothing goes live.";
    }
    match (&view.live, view.unpublished_changes, view.draft.tiles.is_empty()) {
        (None, _, true) => "The page is empty and not live: add tiles, then publish when the owner is happy.",
        (None, _, false) => "The page is not live yet: publish when the owner is happy.",
        (Some(_), true, _) => "Draft differs from the live page: publish when the owner is happy.",
        (Some(_), false, _) => "The live page is up to date: nothing to do.",
    }
}

/// The page, tagged.
pub fn page(status: StatusCode, config: &Config, view: PageView) -> Response {
    let etag = view.etag.clone();
    etag::tagged(json(status, &page_body(config, view)), &etag)
}

/// The tiles an edit touched, as they stand now.
pub fn touched(outcome: &SavedChange) -> Vec<api::TileView> {
    let tile = |id: &TileId| outcome.page.draft.tile(id).cloned();
    let tiles = outcome.touched.iter().filter_map(tile);
    tiles.map(|tile| api::TileView::of(tile, &outcome.page.facts)).collect()
}
