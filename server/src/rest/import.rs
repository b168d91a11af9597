//! `POST /api/v1/page/import`.

use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use mantel_model::api::Import;

use super::body::Json;
use super::identity::Editor;
use super::{Reply, entity, reply};
use crate::state::App;

/// Loads a brief, a full page, or text that holds one.
pub async fn post(State(app): State<App>, Editor(caller): Editor, headers: HeaderMap, Json(body): Json) -> Reply {
    let mut import = Import::read(&body)?;
    let base = entity::base(&headers, import.base_version)?;
    import.base_version = base.and_then(|it| u64::try_from(it).ok());
    let done = app.service.import(&caller, &import).await?;
    Ok(reply::page(StatusCode::CREATED, &app.config, done.page, Some(done.warnings)))
}
