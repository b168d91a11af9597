//! `PATCH /api/v1/page/profile`.

use axum::extract::State;
use axum::http::StatusCode;
use mantel_model::Edit;
use mantel_model::api::{Patch, ProfileReply};

use super::Reply;
use super::call::Call;
use crate::http::identity::Editor;
use crate::http::reply;
use crate::service::{Change, SavedChange};
use crate::state::App;

/// Changes the profile fields that are sent; replies with the whole profile.
pub async fn change(State(app): State<App>, Editor(caller): Editor, call: Call) -> Reply {
    let patch = Patch::read(&call.body)?;
    let change = Change::new(Edit::Profile(patch.fields), "profile", call.terms(&patch.terms)?);
    let profile = |outcome: &SavedChange| ProfileReply {
        profile: outcome.page.draft.profile.clone(),
        version: reply::version(&outcome.page),
        unpublished_changes: outcome.page.unpublished_changes,
    };
    Ok(reply::done(StatusCode::OK, app.service.edit(&caller, change).await?, profile))
}
