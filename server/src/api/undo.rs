//! `POST /api/v1/page/undo`: takes back the caller's own edits.

use axum::extract::State;
use axum::http::StatusCode;
use mantel_model::api::{PageView, Undo};
use serde::Serialize;

use super::call::OptionalBodyCall;
use crate::http::identity::Editor;
use crate::http::reply::{self, Reply};
use crate::service::{SavedChange, Undoing};
use crate::state::App;

/// The page after an undo.
#[derive(Serialize)]
struct Undone {
    #[serde(flatten)]
    page: PageView,
    /// What stays because somebody changed it since.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    warnings: Vec<mantel_model::Problem>,
}

/// Takes back the last edit of the credential, or all of them since a version.
pub async fn post(State(app): State<App>, Editor(caller): Editor, OptionalBodyCall(call): OptionalBodyCall) -> Reply {
    let body = Undo::read(&call.body)?;
    let options = call.options(&body.terms)?;
    let to = body.to.map(|to| i64::try_from(to).unwrap_or(i64::MAX));
    let outcome = app.service.undo_own(&caller, Undoing::since(to), options).await?;
    let undone = move |change: &SavedChange| Undone {
        page: reply::changed_page_body(&app.config, change),
        warnings: change.warnings.clone(),
    };
    Ok(reply::outcome(StatusCode::OK, outcome, undone))
}
