//! `PATCH /api/v1/page/profile`.

use axum::extract::State;
use axum::http::StatusCode;
use mantel_model::Edit;
use mantel_model::api::{Patch, ProfileReply};

use super::call::Call;
use crate::http::identity::Editor;
use crate::http::reply::{self, Reply};
use crate::service::{Change, SavedChange};
use crate::state::App;

/// Changes the profile fields that are sent; replies with the whole profile.
pub async fn change(State(app): State<App>, Editor(caller): Editor, call: Call) -> Reply {
    let patch = Patch::read(&call.body)?;
    let change = Change::new(Edit::Profile(patch.fields), "profile", call.options(&patch.terms)?);
    let profile = |change: &SavedChange| ProfileReply {
        profile: change.page.draft.profile.clone(),
        version: reply::version(&change.page),
        unpublished_changes: change.page.unpublished_changes,
    };
    Ok(reply::outcome(StatusCode::OK, app.service.edit(&caller, change).await?, profile))
}
