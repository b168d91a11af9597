//! The password, and where the account is signed in.

use axum::extract::{Path, State};
use axum::response::Response;
use mantel_app::site::settings::{BrowserSession, Section, Settings};

use super::{Here, done, refused};
use crate::clock::ago;
use crate::http::rate_limit::Kind;
use crate::service::{Error, Result, Session};
use crate::state::App;
use crate::web::account::sign_in::begin;
use crate::web::form::Form;
use crate::web::session::user_agent::{Browser, in_words};

/// Changes the password; every browser but this one is signed out, and this one gets a new session.
pub async fn password(State(app): State<App>, Here(session): Here, browser: Browser, form: Form) -> Response {
    match try_password(&app, &session, &browser, &form).await {
        Ok(response) => response,
        Err(error) => refused(&app, &session, Section::Password, error, Settings::default()).await,
    }
}

async fn try_password(app: &App, session: &Session, browser: &Browser, form: &Form) -> Result<Response> {
    app.rates.take_account(Kind::SignIn, &session.email)?;
    let account = &session.caller.account;
    app.service.change_password(account, form.raw("current"), form.raw("password")).await.map_err(current_one)?;
    begin(app, account, browser, "/settings?done=password#password").await
}

/// Who changes their password knows which account it is: what does not match is the password.
fn current_one(error: Error) -> Error {
    match error {
        Error::WrongCredentials => Error::WrongPassword,
        other => other,
    }
}

/// Signs another browser out.
pub async fn end(State(app): State<App>, Here(session): Here, Path(id): Path<String>, _form: Form) -> Response {
    match app.service.end_one_session(&session.caller.account, &id).await {
        Ok(()) => done("ended"),
        Err(error) => refused(&app, &session, Section::Sessions, error, Settings::default()).await,
    }
}

/// Signs every other browser out.
pub async fn end_others(State(app): State<App>, Here(session): Here, _form: Form) -> Response {
    match app.service.end_other_sessions(&session).await {
        Ok(()) => done("alone"),
        Err(error) => refused(&app, &session, Section::Sessions, error, Settings::default()).await,
    }
}

/// Where the account is signed in: here first, then the latest seen.
pub async fn list(app: &App, session: &Session, now: i64) -> Result<Vec<BrowserSession>> {
    let mut all: Vec<_> = app.service.sessions(&session.caller.account).await?;
    all.sort_by_key(|it| (it.hash != session.id(), -it.seen_at));
    let listed = all.into_iter().map(|it| BrowserSession {
        current: it.hash == session.id(),
        name: in_words(&it.agent),
        since: ago(it.created_at, now),
        last_seen: ago(it.seen_at, now),
        id: it.hash,
    });
    Ok(listed.collect())
}
