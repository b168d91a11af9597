//! `POST /api/v1/page/publish`.

use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use mantel_model::api::{Patch, PublishReply};

use super::body::OptionalJson;
use super::identity::Editor;
use super::problem::Refusal;
use super::{Reply, entity, reply};
use crate::service::clock::rfc3339;
use crate::state::App;

/// Makes the draft live; with `baseVersion`, only if it is still what was seen.
pub async fn post(
    State(app): State<App>,
    Editor(caller): Editor,
    headers: HeaderMap,
    OptionalJson(body): OptionalJson,
) -> Reply {
    let patch = Patch::read(&body)?;
    if let Some(name) = patch.fields.as_object().and_then(|it| it.keys().next()) {
        return Err(Refusal::invalid(&format!("/{name}"), "publish takes baseVersion and nothing else"));
    }
    let base = entity::base(&headers, patch.base_version)?;
    let view = app.service.publish(&caller, base).await?;
    let body = PublishReply {
        url: app.config.page_url(&view.username),
        version: reply::version(&view),
        at: rfc3339(view.live.map(|it| it.1).unwrap_or_default()),
    };
    Ok(entity::tagged(reply::json(StatusCode::OK, &body), &view.etag))
}
