//! `GET /api/v1/page/check`: what may be wrong with the draft.

use axum::extract::State;
use axum::http::StatusCode;

use crate::http::identity::Reader;
use crate::http::reply::{self, Reply};
use crate::page_check::page_check;
use crate::state::App;

/// The findings, each with the call that mends it where no judgement is needed.
pub async fn get(State(app): State<App>, Reader(caller): Reader) -> Reply {
    Ok(reply::json(StatusCode::OK, &page_check(&app, &caller).await?))
}
