//! `POST /api/v1/claim`.

use axum::extract::State;
use mantel_model::api::Claim;

use super::Reply;
use super::call::Call;
use crate::http::identity::Editor;
use crate::http::reply;
use crate::service::{Error, WriteOptions};
use crate::state::App;

/// Claims a username and makes the page. An account with a page hears that first, whatever the body holds.
pub async fn post(State(app): State<App>, Editor(caller): Editor, call: Call) -> Reply {
    let claim = match Claim::read(&call.body) {
        Ok(claim) => claim,
        Err(problems) => {
            return match app.service.page(&caller).await {
                Ok(page) => Err(Error::PageExists(page.username).into()),
                Err(_) => Err(problems.into()),
            };
        }
    };
    let terms = WriteOptions { dry_run: claim.dry_run, ..WriteOptions::default() };
    let config = app.clone();
    let run = async |terms| app.service.claim(&caller, &claim, terms).await;
    call.once(&app, &caller, terms, move |it| reply::page_of(&config, it), run).await
}
