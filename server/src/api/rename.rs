//! `POST /api/v1/page/username`: changes the page's address.

use axum::extract::State;
use axum::http::StatusCode;
use mantel_model::api::Rename;

use super::call::{Call, no_dry_run};
use crate::http::identity::Editor;
use crate::http::rate_limit::Kind;
use crate::http::reply::{self, Reply};
use crate::service::{Caller, Error, PageView};
use crate::state::App;

/// Moves the page to another address; the old one redirects to it for 90 days.
pub async fn post(State(app): State<App>, Editor(caller): Editor, call: Call) -> Reply {
    let body = Rename::read(&call.body)?;
    if body.terms.dry_run {
        return Err(no_dry_run("a change of the username"));
    }
    let base = call.base(&body.terms)?;
    let page = rename(&app, &caller, &body.username, base).await?;
    Ok(reply::page(StatusCode::OK, &app.config, page))
}

/// Renames the caller's page, a few times a day at most; unavailable names do not count.
///
/// # Errors
/// As [`crate::service::Service::rename`]; `RateLimited`.
pub async fn rename(app: &App, caller: &Caller, wanted: &str, base: Option<i64>) -> Result<PageView, Error> {
    match app.service.next_name(caller, wanted).await? {
        Some(name) => {
            app.rate_limits.take_account(Kind::Renames, &caller.account)?;
            app.service.rename(caller, &name, base).await
        }
        None => app.service.page(caller).await,
    }
}
