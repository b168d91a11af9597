//! `POST /api/v1/claim`.

use axum::extract::State;
use axum::http::StatusCode;
use mantel_model::api::Claim;

use super::body::Json;
use super::identity::Editor;
use super::{Reply, reply};
use crate::service::Error;
use crate::state::App;

/// Claims a username and makes the page. An account with a page hears that first, whatever the body holds.
pub async fn post(State(app): State<App>, Editor(caller): Editor, Json(body): Json) -> Reply {
    let claim = match Claim::read(&body) {
        Ok(claim) => claim,
        Err(problems) => {
            return match app.service.page(&caller).await {
                Ok(page) => Err(Error::PageExists(page.username).into()),
                Err(_) => Err(problems.into()),
            };
        }
    };
    let view = app.service.claim(&caller, &claim).await?;
    Ok(reply::page(StatusCode::CREATED, &app.config, view, None))
}
