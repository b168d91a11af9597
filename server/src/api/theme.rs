//! `PATCH` and `POST /api/v1/page/theme`.

use axum::extract::State;
use axum::http::StatusCode;
use mantel_model::Edit;
use mantel_model::api::{Patch, ThemeReply};

use super::Reply;
use super::call::Call;
use crate::http::identity::Editor;
use crate::http::reply;
use crate::service::{Change, SavedChange};
use crate::state::App;

/// Changes the theme fields that are sent; replies with the whole theme.
pub async fn change(State(app): State<App>, Editor(caller): Editor, call: Call) -> Reply {
    let patch = Patch::read(&call.body)?;
    let change = Change::new(Edit::Theme(patch.fields), "theme", call.terms(&patch.terms)?);
    let theme = |outcome: &SavedChange| ThemeReply {
        theme: outcome.page.draft.theme.clone(),
        version: reply::version(&outcome.page),
        unpublished_changes: outcome.page.unpublished_changes,
    };
    Ok(reply::done(StatusCode::OK, app.service.edit(&caller, change).await?, theme))
}
