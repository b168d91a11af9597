//! `PATCH` and `POST /api/v1/page/theme`.

use axum::extract::State;
use axum::http::StatusCode;
use mantel_model::Edit;
use mantel_model::api::{Patch, ThemeReply};

use super::call::Call;
use crate::http::identity::Editor;
use crate::http::reply::{self, Reply};
use crate::service::{Change, SavedChange};
use crate::state::App;

/// Changes the theme fields that are sent; replies with the whole theme.
pub async fn change(State(app): State<App>, Editor(caller): Editor, call: Call) -> Reply {
    let patch = Patch::read(&call.body)?;
    let change = Change::new(Edit::Theme(patch.fields), "theme", call.options(&patch.terms)?);
    let theme = |change: &SavedChange| ThemeReply {
        theme: change.page.draft.theme.clone(),
        version: reply::version(&change.page),
        unpublished_changes: change.page.unpublished_changes,
    };
    Ok(reply::outcome(StatusCode::OK, app.service.edit(&caller, change).await?, theme))
}
