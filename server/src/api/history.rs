//! `/api/v1/page/history`: lists the last hundred drafts, reads one of them, and restores it.

use std::collections::HashMap;

use axum::extract::{Path, State};
use axum::http::{HeaderMap, StatusCode};
use mantel_model::api::{self, DraftView, History, HistoryDraft, HistoryEntry};

use super::call::OptionalBodyCall;
use crate::clock::rfc3339;
use crate::http::error::Refusal;
use crate::http::etag;
use crate::http::identity::{Editor, Reader};
use crate::http::reply::{self, Reply};
use crate::service::{Error, Revision};
use crate::state::App;

/// The history: who changed what, when and how; newest first.
pub async fn list(State(app): State<App>, Reader(caller): Reader, headers: HeaderMap) -> Reply {
    let view = app.service.page(&caller).await?;
    if etag::unchanged(&headers, &view.etag) {
        return Ok(etag::not_modified(&view.etag));
    }
    let history = app.service.history(&caller).await?.into_iter().map(entry).collect();
    Ok(etag::tagged(reply::json(StatusCode::OK, &History { history }), &view.etag))
}

/// An earlier draft of the page.
pub async fn get(State(app): State<App>, Reader(caller): Reader, Path(version): Path<String>) -> Reply {
    let (revision, draft) = app.service.revision(&caller, number(&version)?).await?;
    let body = HistoryDraft { entry: entry(revision), draft: DraftView::of(draft, &HashMap::new()) };
    Ok(reply::json(StatusCode::OK, &body))
}

/// Restores an earlier draft.
pub async fn restore(
    State(app): State<App>,
    Editor(caller): Editor,
    Path(version): Path<String>,
    OptionalBodyCall(call): OptionalBodyCall,
) -> Reply {
    let options = call.options(&api::Terms::read(&call.body, "a restore")?)?;
    let outcome = app.service.restore(&caller, number(&version)?, options).await?;
    Ok(reply::outcome(StatusCode::OK, outcome, move |change| reply::changed_page_body(&app.config, change)))
}

fn entry(revision: Revision) -> HistoryEntry {
    HistoryEntry {
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

/// Parses a version; anything else is reported as an unknown version.
fn number(text: &str) -> Result<i64, Refusal> {
    let digits = text.bytes().all(|byte| byte.is_ascii_digit());
    let found = text.parse().ok().filter(|_| digits);
    found.ok_or_else(|| Error::VersionNotFound(text.chars().take(20).collect()).into())
}
