//! `GET`, `PUT` and `DELETE /api/v1/page`.

use std::sync::Arc;

use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use mantel_model::Edit;
use mantel_model::api::{self, PutPage};

use super::Reply;
use super::call::{BareCall, Call};
use crate::http::error::Refusal;
use crate::http::identity::{Editor, Reader};
use crate::http::{etag, reply};
use crate::service::{Change, RandomIds};
use crate::state::App;

/// The caller's page.
pub async fn get(State(app): State<App>, Reader(caller): Reader, headers: HeaderMap) -> Reply {
    let view = app.service.page(&caller).await?;
    if etag::unchanged(&headers, &view.etag) {
        return Ok(etag::not_modified(&view.etag));
    }
    let pictures = app.pictures_of(&view.account, &view.draft, &view.facts).await.pictures;
    let etag = view.etag.clone();
    let body = api::PageView { pictures: Arc::unwrap_or_clone(pictures), ..reply::page_body(&app.config, view) };
    Ok(etag::tagged(reply::json(StatusCode::OK, &body), &etag))
}

/// Replaces the whole draft.
pub async fn put(State(app): State<App>, Editor(caller): Editor, call: Call) -> Reply {
    let put = PutPage::read(&call.body, &mut RandomIds)?;
    let change = Change::new(Edit::Replace(put.page.draft), "replace", call.terms(&put.terms)?);
    let done = app.service.edit(&caller, change).await?;
    Ok(reply::done(StatusCode::OK, done, move |it| reply::page_of(&app, it)))
}

/// Deletes the page.
pub async fn delete(State(app): State<App>, Editor(caller): Editor, BareCall(call): BareCall) -> Reply {
    let said = api::Terms::read(&call.body, "deleting the page")?;
    let base = call.base(&said)?;
    if said.dry_run {
        return Err(no_dry_run("deleting the page"));
    }
    app.service.delete_page(&caller, base).await?;
    Ok(gone())
}

/// What has nothing to show beforehand.
pub fn no_dry_run(what: &str) -> Refusal {
    Refusal::invalid("/dryRun", format!("{what} can't be tried; leave dryRun out"))
}

fn gone() -> Response {
    StatusCode::NO_CONTENT.into_response()
}
