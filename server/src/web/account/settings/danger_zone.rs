//! Unpublishing the page, deleting it, deleting the account.

use axum::extract::State;
use axum::http::{StatusCode, header};
use axum::response::Response;
use mantel_app::app::AccountDeleted;
use mantel_app::site::settings::{Section, Settings};
use mantel_model::Problem;

use super::{redirect_with_notice, show_problem};
use crate::http::rate_limit::Kind;
use crate::http::session::cookie;
use crate::service::{Error, Result, Session};
use crate::state::App;
use crate::web::account::require_sign_in::RequireSignIn;
use crate::web::posted_form::PostedForm;
use crate::web::screen;

/// Unpublishes the page.
pub async fn unpublish(State(app): State<App>, RequireSignIn(session): RequireSignIn, _form: PostedForm) -> Response {
    match app.service.unpublish(&session.caller, None).await {
        Ok(_) => redirect_with_notice("offline"),
        Err(error) => show_problem(&app, &session, Section::DangerZone, error, Settings::default()).await,
    }
}

/// Deletes the page, if its name was typed correctly.
pub async fn delete_page(State(app): State<App>, RequireSignIn(session): RequireSignIn, form: PostedForm) -> Response {
    match try_delete_page(&app, &session, &form.text("name")).await {
        Ok(()) => redirect_with_notice("deleted"),
        Err(error) => {
            let again = Settings { typed: vec![("name", form.text("name"))], ..Settings::default() };
            show_problem(&app, &session, Section::DangerZone, error, again).await
        }
    }
}

async fn try_delete_page(app: &App, session: &Session, typed: &str) -> Result<()> {
    let page = app.service.page(&session.caller).await?;
    if !typed.eq_ignore_ascii_case(page.username.as_str()) {
        let message =
            format!("Nothing was deleted: the page is called {}, and something else was typed.", page.username);
        return Err(Error::Invalid(vec![Problem::new("/name", message)]));
    }
    app.service.delete_page(&session.caller, None).await
}

/// Deletes the account with all its data, if the password is correct.
pub async fn delete_account(
    State(app): State<App>,
    RequireSignIn(session): RequireSignIn,
    form: PostedForm,
) -> Response {
    match try_delete_account(&app, &session, form.raw("password")).await {
        Ok(()) => account_deleted_screen(&app),
        Err(error) => show_problem(&app, &session, Section::DangerZone, error, Settings::default()).await,
    }
}

async fn try_delete_account(app: &App, session: &Session, password: &str) -> Result<()> {
    app.rate_limits.take_account(Kind::Passwords, &session.caller.account)?;
    let account = &session.caller.account;
    if !app.service.knows_password(account, password).await? {
        return Err(Error::WrongPassword);
    }
    app.delete_account(account).await
}

fn account_deleted_screen(app: &App) -> Response {
    let mut response = screen::screen(StatusCode::OK, "Goodbye", AccountDeleted);
    if let Some(value) = cookie::clear(&app.config) {
        response.headers_mut().append(header::SET_COOKIE, value);
    }
    response
}
