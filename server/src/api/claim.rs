//! `POST /api/v1/claim`.

use axum::extract::State;
use mantel_model::api::Claim;

use super::call::Call;
use crate::http::identity::Editor;
use crate::http::reply::{self, Reply};
use crate::service::{Error, Operation, SavedChange, WriteOptions};
use crate::state::App;

/// Claims a username and creates the page. For an account that has a page, that error comes before any other.
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
    let options = WriteOptions::new(None, claim.dry_run);
    let body_app = app.clone();
    let body = move |change: &SavedChange| reply::changed_page_body(&body_app.config, change);
    let run = async |options| app.service.claim(&caller, &claim, options).await;
    call.create_once(&app, &caller, Operation::CreatePage, options, body, run).await
}
