//! `/api/v1/page/history`: lists the last hundred drafts, reads one of them, and restores it.

use std::collections::HashMap;

use axum::extract::{Path, RawQuery, State};
use axum::http::{HeaderMap, StatusCode};
use mantel_model::Problem;
use mantel_model::api::{self, DraftView, History, HistoryDraft};
use mantel_model::limits::HISTORY;

use super::call::OptionalBodyCall;
use crate::http::error::Refusal;
use crate::http::etag;
use crate::http::identity::{Editor, Reader};
use crate::http::reply::{self, Reply};
use crate::service::Error;
use crate::state::App;

/// The largest version that JSON carries exactly everywhere.
pub(super) const MAX_VERSION: i64 = (1 << 53) - 1;

/// The history: who changed what, when and how; newest first.
pub async fn list(
    State(app): State<App>,
    Reader(caller): Reader,
    RawQuery(query): RawQuery,
    headers: HeaderMap,
) -> Reply {
    let (before, limit) = part(&query.unwrap_or_default())?;
    let view = app.service.page(&caller).await?;
    if etag::unchanged(&headers, &view.etag) {
        return Ok(etag::not_modified(&view.etag));
    }
    let (history, older) = app.service.history(&caller, before, limit).await?;
    let history: Vec<_> = history.into_iter().map(reply::history_entry).collect();
    let before = history.last().filter(|_| older).map(|last| last.version);
    Ok(etag::tagged(reply::json(StatusCode::OK, &History { history, before }), &view.etag))
}

/// The part of the history that a query asks for: below which version, and how many entries.
fn part(query: &str) -> Result<(i64, usize), Refusal> {
    let (mut before, mut limit, mut problems) = (i64::MAX, HISTORY, Vec::new());
    for (name, value) in url::form_urlencoded::parse(query.as_bytes()) {
        match &*name {
            "before" => match number(&value) {
                Ok(version) if (1..=MAX_VERSION).contains(&version) => before = version,
                _ => problems.push(Problem::new("/before", "must be a version, as the history lists them")),
            },
            "limit" => match value.parse() {
                Ok(count) if (1..=HISTORY).contains(&count) => limit = count,
                _ => problems.push(Problem::new("/limit", format!("must be a number from 1 to {HISTORY}"))),
            },
            _ => {}
        }
    }
    if problems.is_empty() { Ok((before, limit)) } else { Err(Error::Invalid(problems).into()) }
}

/// An earlier draft of the page.
pub async fn get(State(app): State<App>, Reader(caller): Reader, Path(version): Path<String>) -> Reply {
    let (revision, draft) = app.service.revision(&caller, number(&version)?).await?;
    let body = HistoryDraft { entry: reply::history_entry(revision), draft: DraftView::of(draft, &HashMap::new()) };
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

/// Parses a version; anything else is reported as an unknown version.
fn number(text: &str) -> Result<i64, Refusal> {
    let digits = text.bytes().all(|byte| byte.is_ascii_digit());
    let found = text.parse().ok().filter(|_| digits);
    found.ok_or_else(|| Error::VersionNotFound(text.chars().take(20).collect()).into())
}
