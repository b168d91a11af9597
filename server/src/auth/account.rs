//! `/account`: the page's address and state, who may edit it, the password.

use axum::extract::State;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Redirect, Response};
use mantel_app::door::account;

use super::SignedIn;
use super::entry::{begin, status_of};
use super::form::Form;
use crate::rates::Kind;
use crate::service::clock::day;
use crate::service::{Error, Result, Session, Terms, starter};
use crate::site::screen;
use crate::state::App;

/// Signed out: sign in first, then come back.
fn sign_in_first() -> Response {
    Redirect::to("/signin?next=%2Faccount").into_response()
}

/// The account page.
pub async fn page(State(app): State<App>, SignedIn(session): SignedIn) -> Response {
    let Some(session) = session else { return sign_in_first() };
    show(&app, &session, account::Account::default()).await
}

/// Claims a name with a starter page.
pub async fn claim(State(app): State<App>, SignedIn(session): SignedIn, form: Form) -> Response {
    let Some(session) = session else { return sign_in_first() };
    let name = form.text("username");
    match app.service.claim(&session.caller, &starter(&name), Terms::default()).await {
        Ok(_) => Redirect::to("/account").into_response(),
        Err(error) => refused(&app, &session, "claim", error, name).await,
    }
}

/// Makes the draft live.
pub async fn publish(State(app): State<App>, SignedIn(session): SignedIn, _form: Form) -> Response {
    let Some(session) = session else { return sign_in_first() };
    match app.service.publish(&session.caller, Terms::default()).await {
        Ok(_) => Redirect::to("/account").into_response(),
        Err(error) => refused(&app, &session, "claim", error, String::new()).await,
    }
}

/// Changes the password; every browser but this one is signed out, and this one gets a new session.
pub async fn change_password(State(app): State<App>, SignedIn(session): SignedIn, form: Form) -> Response {
    let Some(session) = session else { return sign_in_first() };
    match try_change(&app, &session, &form).await {
        Ok(response) => response,
        Err(error) => refused(&app, &session, "password", error, String::new()).await,
    }
}

async fn try_change(app: &App, session: &Session, form: &Form) -> Result<Response> {
    app.rates.take_account(Kind::SignIn, &session.email)?;
    let account = &session.caller.account;
    app.service.change_password(account, form.raw("current"), form.raw("password")).await?;
    begin(app, account, "/account").await
}

async fn refused(app: &App, session: &Session, form: &str, error: Error, wished: String) -> Response {
    let status = status_of(&error);
    let words = match &error {
        Error::Invalid(problems) => problems.iter().map(|it| it.message.clone()).collect::<Vec<_>>().join(" "),
        other => other.to_string(),
    };
    let shown = account::Account { problems: vec![(form.to_owned(), words)], wished, ..Default::default() };
    let mut response = show(app, session, shown).await;
    if response.status() == StatusCode::OK {
        *response.status_mut() = status;
    }
    response
}

/// The page, filled with what the account has.
async fn show(app: &App, session: &Session, shown: account::Account) -> Response {
    match filled(app, session, shown).await {
        Ok(filled) => screen(app, StatusCode::OK, "Your page", || account::view(&filled)),
        Err(error) => crate::site::trouble(&error.into()),
    }
}

async fn filled(app: &App, session: &Session, mut shown: account::Account) -> Result<account::Account> {
    shown.email = session.email.clone();
    shown.host = app.config.host().to_owned();
    shown.page = match app.service.page(&session.caller).await {
        Ok(page) => Some(account::OwnPage {
            url: app.config.page_url(&page.username),
            username: page.username.to_string(),
            live_since: page.live.map(|it| day(it.1)),
            unpublished: page.unpublished_changes,
        }),
        Err(Error::NoPage) => None,
        Err(other) => return Err(other),
    };
    let account = &session.caller.account;
    shown.agents = (app.service.connections(account).await?.len(), app.service.keys(account).await?.len());
    Ok(shown)
}
