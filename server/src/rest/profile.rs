//! `PATCH /api/v1/page/profile`.

use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use mantel_model::Edit;
use mantel_model::api::{Patch, ProfileReply};

use super::body::Json;
use super::identity::Editor;
use super::{Reply, entity, reply};
use crate::service::Change;
use crate::state::App;

/// Changes the profile fields that are sent; replies with the whole profile.
pub async fn change(State(app): State<App>, Editor(caller): Editor, headers: HeaderMap, Json(body): Json) -> Reply {
    let patch = Patch::read(&body)?;
    let base = entity::base(&headers, patch.base_version)?;
    let outcome = app.service.edit(&caller, Change { edit: Edit::Profile(patch.fields), base, act: "profile" }).await?;
    let body = ProfileReply {
        version: reply::version(&outcome.page),
        unpublished_changes: outcome.page.unpublished_changes,
        profile: outcome.page.draft.profile,
    };
    Ok(entity::tagged(reply::json(StatusCode::OK, &body), &outcome.page.etag))
}
