//! The password, and the sessions of the account.

use axum::extract::{Path, State};
use axum::http::HeaderMap;
use axum::response::Response;
use mantel_app::site::settings::{BrowserSession, Section, Settings};
use mantel_model::Problem;

use super::{redirect_with_notice, show_problem};
use crate::clock::ago;
use crate::http::rate_limit::Kind;
use crate::http::session::user_agent::{UserAgent, describe};
use crate::service::{Error, Keys, Result, Session};
use crate::state::App;
use crate::web::account::require_sign_in::RequireSignIn;
use crate::web::account::sign_in::{Browser, start_session};
use crate::web::posted_form::PostedForm;

/// Changes the password; every other browser is signed out, and this one gets a new session.
pub async fn password(
    State(app): State<App>,
    RequireSignIn(session): RequireSignIn,
    user_agent: UserAgent,
    headers: HeaderMap,
    form: PostedForm,
) -> Response {
    let browser = Browser { headers: &headers, user_agent: &user_agent };
    match try_change_password(&app, &session, &browser, &form).await {
        Ok(response) => response,
        Err(error) => show_problem(&app, &session, Section::Password, error, Settings::default()).await,
    }
}

async fn try_change_password(
    app: &App,
    session: &Session,
    browser: &Browser<'_>,
    form: &PostedForm,
) -> Result<Response> {
    app.rate_limits.take_account(Kind::Passwords, &session.caller.account)?;
    let account = &session.caller.account;
    let keys = if form.raw("keys") == "end" { Keys::End } else { Keys::Stay };
    let changed = app.service.change_password(account, form.raw("current"), form.raw("password"), keys).await;
    changed.map_err(as_wrong_password)?;
    start_session(app, account, browser, "/settings?done=password#password").await
}

/// The account is known here, so wrong credentials mean that the current password is wrong.
fn as_wrong_password(error: Error) -> Error {
    match error {
        Error::WrongCredentials => Error::Invalid(vec![Problem::new("/current", Error::WrongPassword.to_string())]),
        other => other,
    }
}

/// Signs another browser out.
pub async fn end(
    State(app): State<App>,
    RequireSignIn(session): RequireSignIn,
    Path(id): Path<String>,
    _form: PostedForm,
) -> Response {
    match app.service.end_one_session(&session.caller.account, &id).await {
        Ok(()) => redirect_with_notice("ended"),
        Err(error) => show_problem(&app, &session, Section::Sessions, error, Settings::default()).await,
    }
}

/// Signs every other browser out.
pub async fn end_others(State(app): State<App>, RequireSignIn(session): RequireSignIn, _form: PostedForm) -> Response {
    match app.service.end_other_sessions(&session).await {
        Ok(()) => redirect_with_notice("alone"),
        Err(error) => show_problem(&app, &session, Section::Sessions, error, Settings::default()).await,
    }
}

/// The sessions of the account: this one first, then the most recently used.
pub async fn list(app: &App, session: &Session, now: i64) -> Result<Vec<BrowserSession>> {
    let mut all: Vec<_> = app.service.sessions(&session.caller.account).await?;
    all.sort_by_key(|row| (row.hash != session.id(), -row.seen_at));
    let listed = all.into_iter().map(|row| BrowserSession {
        current: row.hash == session.id(),
        name: describe(&row.agent),
        since: ago(row.created_at, now),
        last_seen: ago(row.seen_at, now),
        id: row.hash,
    });
    Ok(listed.collect())
}
