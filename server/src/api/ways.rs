//! `/api/v1/page/ways`: names for where the page's address is put up.

use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::response::IntoResponse;
use mantel_model::api::{NamedWay, NewWay, Ways};

use super::call::Call;
use crate::clock::rfc3339;
use crate::http::identity::{Editor, Reader};
use crate::http::reply::{self, Reply};
use crate::service::{Caller, PageWay, Result};
use crate::state::App;

/// The named ways.
pub async fn get(State(app): State<App>, Reader(caller): Reader) -> Reply {
    let url = page_url(&app, &caller).await?;
    let ways = app.service.ways(&caller).await?;
    Ok(reply::json(StatusCode::OK, &Ways { ways: ways.into_iter().map(|way| named(&url, way)).collect() }))
}

/// Names a way; naming it again changes nothing.
pub async fn post(State(app): State<App>, Editor(caller): Editor, call: Call) -> Reply {
    let body = NewWay::read(&call.body)?;
    let (way, new) = app.service.name_way(&caller, &body.name).await?;
    let status = if new { StatusCode::CREATED } else { StatusCode::OK };
    Ok(reply::json(status, &named(&page_url(&app, &caller).await?, way)))
}

/// Forgets a way.
pub async fn delete(State(app): State<App>, Editor(caller): Editor, Path(name): Path<String>) -> Reply {
    app.service.forget_way(&caller, &name).await?;
    Ok(StatusCode::NO_CONTENT.into_response())
}

async fn page_url(app: &App, caller: &Caller) -> Result<String> {
    Ok(app.config.page_url(&app.service.page(caller).await?.username))
}

fn named(page: &str, way: PageWay) -> NamedWay {
    NamedWay { url: format!("{page}+{}", way.name), created_at: rfc3339(way.created_at), name: way.name }
}
