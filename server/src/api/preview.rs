//! `/api/v1/page/preview`: the private link to the draft.

use axum::extract::State;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use mantel_model::api::{PreviewLink, PreviewReply};

use crate::clock::rfc3339;
use crate::http::identity::{Editor, Reader};
use crate::http::reply::{self, Reply};
use crate::service::Preview;
use crate::state::App;

/// The link, or `null` if there is none.
pub async fn get(State(app): State<App>, Reader(caller): Reader) -> Reply {
    let found = app.service.preview(&caller).await?;
    Ok(preview_reply(&app, StatusCode::OK, found))
}

/// Creates the link, replacing an existing one.
pub async fn post(State(app): State<App>, Editor(caller): Editor) -> Reply {
    let made = app.service.make_preview(&caller).await?;
    Ok(preview_reply(&app, StatusCode::CREATED, Some(made)))
}

/// Revokes the link.
pub async fn delete(State(app): State<App>, Editor(caller): Editor) -> Reply {
    app.service.revoke_preview(&caller).await?;
    Ok(StatusCode::NO_CONTENT.into_response())
}

fn preview_reply(app: &App, status: StatusCode, preview: Option<Preview>) -> Response {
    let link = |preview: Preview| PreviewLink {
        url: app.config.preview_url(&preview.secret),
        created_at: rfc3339(preview.created_at),
    };
    reply::json(status, &PreviewReply { preview: preview.map(link) })
}
