//! Responses: the service's views as the API's bodies, and files.

use std::sync::Arc;

use axum::body::Bytes;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use mantel_model::photo::Pictures;
use mantel_model::{TileId, api};
use serde::Serialize;

use super::error::Refusal;
use super::{etag, security_headers};
use crate::clock::rfc3339;
use crate::config::Config;
use crate::service::{Outcome, PageView, Published, Revision, SavedChange, StoredReply};

/// What a handler of the API returns.
pub type Reply<T = Response> = Result<T, Refusal>;

/// A JSON response; never stored, because it depends on the credential.
pub fn json(status: StatusCode, body: &impl Serialize) -> Response {
    serialized(status, serde_json::to_vec(body).unwrap_or_default())
}

/// A JSON reply that is already serialized.
pub fn serialized(status: StatusCode, json: Vec<u8>) -> Response {
    let mut response = (status, json).into_response();
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("application/json"));
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    response
}

/// A file of this media type, which may do nothing where it is opened.
pub fn file(bytes: impl Into<Bytes>, kind: &'static str, caching: &'static str) -> Response {
    let mut response = bytes.into().into_response();
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(kind));
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static(caching));
    security_headers::allow_nothing(headers);
    response
}

/// Marks a refusal in plain text whose words are the handler's, which stays as it is; others get a page.
#[derive(Clone, Copy, Debug)]
pub struct OwnWords;

/// A refusal in plain text, for programs that ask for a file.
pub fn refused_in_words(status: StatusCode, words: &str) -> Response {
    let mut response = (status, format!("{words}\n")).into_response();
    response.extensions_mut().insert(OwnWords);
    response
}

/// The reply to a change: its result with an entity tag, or the preview of a dry run.
pub fn outcome<B: Serialize>(status: StatusCode, outcome: Outcome, body: impl Fn(&SavedChange) -> B) -> Response {
    match outcome {
        Outcome::Saved(change) => etag::tagged(json(status, &body(&change)), &change.page.etag),
        Outcome::DryRun(dry_run) => json(
            StatusCode::OK,
            &api::DryRun {
                dry_run: true,
                version: u64::try_from(dry_run.version).unwrap_or_default(),
                unpublished_changes: dry_run.unpublished_changes,
                changes: dry_run.changes,
                warnings: (!dry_run.warnings.is_empty()).then_some(dry_run.warnings),
            },
        ),
    }
}

/// A reply to be stored for retries of the call.
pub fn to_store(status: StatusCode, etag: &str, body: &impl Serialize) -> StoredReply {
    let body = serde_json::to_string(body).unwrap_or_default();
    StoredReply { status: status.as_u16(), etag: etag.to_owned(), body }
}

/// The response for a reply that was or will be stored.
pub fn stored(reply: StoredReply) -> Response {
    let status = StatusCode::from_u16(reply.status).unwrap_or(StatusCode::OK);
    let response = serialized(status, reply.body.into_bytes());
    if reply.etag.is_empty() { response } else { etag::tagged(response, &reply.etag) }
}

/// The stored reply, for a retry.
pub fn replayed(reply: StoredReply) -> Response {
    let mut response = stored(reply);
    response.headers_mut().insert("idempotency-replayed", HeaderValue::from_static("true"));
    response
}

/// The version of a view, as in reply bodies.
pub fn version(view: &PageView) -> u64 {
    u64::try_from(view.version).unwrap_or_default()
}

/// The body for a page.
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
        draft: api::DraftView::of(Arc::unwrap_or_clone(view.draft), &view.facts),
        pictures: Pictures::new(),
        warnings: None,
    }
}

/// The body for a page after a change.
pub fn changed_page_body(config: &Config, change: &SavedChange) -> api::PageView {
    page_body(config, change.page.clone())
}

/// The body for a published page.
pub fn published_body(config: &Config, live: Published) -> api::PublicPage {
    let page = api::DraftView::of(Arc::unwrap_or_clone(live.page), &live.facts);
    api::PublicPage {
        url: config.page_url(&live.username),
        username: live.username,
        published_at: rfc3339(live.at),
        version: u64::try_from(live.version).unwrap_or_default(),
        profile: page.profile,
        theme: page.theme,
        tiles: page.tiles,
    }
}

/// The next step, for agents (specification, `next` hint).
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

/// The page, with its entity tag.
pub fn page(status: StatusCode, config: &Config, view: PageView) -> Response {
    let etag = view.etag.clone();
    etag::tagged(json(status, &page_body(config, view)), &etag)
}

/// The tiles that an edit touched, in their current form.
pub fn touched_tiles(change: &SavedChange) -> Vec<api::TileView> {
    let tile = |id: &TileId| change.page.draft.tile(id).cloned();
    let tiles = change.touched.iter().filter_map(tile);
    tiles.map(|tile| api::TileView::of(tile, &change.page.facts)).collect()
}

/// An entry of the history.
pub fn history_entry(revision: Revision) -> api::HistoryEntry {
    api::HistoryEntry {
        version: u64::try_from(revision.version).unwrap_or_default(),
        at: rfc3339(revision.at),
        by: revision.by,
        act: revision.act,
        summary: revision.summary,
        edits: u64::try_from(revision.edits).unwrap_or_default(),
        live: revision.live,
        published_at: revision.published.as_ref().map(|published| rfc3339(published.0)),
        published_by: revision.published.map(|published| published.1),
    }
}
