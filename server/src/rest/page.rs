//! `GET` and `PUT /api/v1/page`.

use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use mantel_model::Edit;
use mantel_model::api::PutPage;

use super::body::Json;
use super::identity::{Editor, Reader};
use super::{Reply, entity, reply};
use crate::service::{Change, RandomIds};
use crate::state::App;

/// The caller's page.
pub async fn get(State(app): State<App>, Reader(caller): Reader, headers: HeaderMap) -> Reply {
    let view = app.service.page(&caller).await?;
    if entity::unchanged(&headers, &view.etag) {
        return Ok(entity::not_modified(&view.etag));
    }
    Ok(reply::page(StatusCode::OK, &app.config, view, None))
}

/// Replaces the whole draft.
pub async fn put(State(app): State<App>, Editor(caller): Editor, headers: HeaderMap, Json(body): Json) -> Reply {
    let put = PutPage::read(&body, &mut RandomIds)?;
    let base = entity::base(&headers, put.base_version)?;
    let change = Change { edit: Edit::Replace(put.page.draft), base, act: "replace" };
    let outcome = app.service.edit(&caller, change).await?;
    Ok(reply::page(StatusCode::OK, &app.config, outcome.page, None))
}
