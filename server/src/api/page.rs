//! `GET`, `PUT` and `DELETE /api/v1/page`.

use std::sync::Arc;

use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use mantel_model::Edit;
use mantel_model::api::{self, PutPage};

use super::call::{Call, OptionalBodyCall, no_dry_run};
use crate::http::error::Refusal;
use crate::http::etag;
use crate::http::identity::{Editor, Reader};
use crate::http::reply::{self, Reply};
use crate::service::{Change, RandomIds};
use crate::state::App;

/// The caller's page.
pub async fn get(State(app): State<App>, Reader(caller): Reader, headers: HeaderMap) -> Reply {
    let view = app.service.page(&caller).await?;
    if etag::unchanged(&headers, &view.etag) {
        return Ok(etag::not_modified(&view.etag));
    }
    let pictures = app.image_metadata.for_page(&view.account, &view.draft, &view.facts).await.pictures;
    let etag = view.etag.clone();
    let body = api::PageView { pictures: Arc::unwrap_or_clone(pictures), ..reply::page_body(&app.config, view) };
    Ok(etag::tagged(reply::json(StatusCode::OK, &body), &etag))
}

/// Replaces the whole draft.
pub async fn put(State(app): State<App>, Editor(caller): Editor, call: Call) -> Reply {
    let put = PutPage::read(&call.body, &mut RandomIds)?;
    if let Some(named) = &put.page.username {
        let username = app.service.page(&caller).await?.username;
        if *named != username {
            let message = format!(
                "this page is called {username}; leave the username out here, or change it with POST /api/v1/page/username"
            );
            return Err(Refusal::invalid("/page/username", message));
        }
    }
    let change = Change::new(Edit::Replace(Box::new(put.page.draft)), "replace", call.options(&put.terms)?);
    let outcome = app.service.edit(&caller, change).await?;
    Ok(reply::outcome(StatusCode::OK, outcome, move |change| reply::changed_page_body(&app.config, change)))
}

/// Deletes the page.
pub async fn delete(State(app): State<App>, Editor(caller): Editor, OptionalBodyCall(call): OptionalBodyCall) -> Reply {
    let terms = api::Terms::read(&call.body, "deleting the page")?;
    let base = call.base(&terms)?;
    if terms.dry_run {
        return Err(no_dry_run("deleting the page"));
    }
    app.service.delete_page(&caller, base).await?;
    Ok(no_content())
}

fn no_content() -> Response {
    StatusCode::NO_CONTENT.into_response()
}
