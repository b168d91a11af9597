//! `/forgot` and `/reset/{secret}`: a new password for who forgot theirs, by mail.

use axum::extract::{Path, State};
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::Response;
use mantel_app::site::auth;
use mantel_app::site::auth::{Forgot, Reset};

use super::sign_in::{problem_of, status_of};
use crate::http::rate_limit::Kind;
use crate::service::{Error, PasswordReset};
use crate::state::{Address, App};
use crate::web::form::Form;
use crate::web::screen;

/// The form that asks for an address.
pub async fn forgot_page(State(app): State<App>) -> Response {
    forgot_screen(&app, StatusCode::OK, Forgot::default())
}

fn forgot_screen(app: &App, status: StatusCode, mut it: Forgot) -> Response {
    it.mails = app.mailer.goes_out();
    screen(app, status, "Forgot your password", || auth::forgot(&it))
}

/// Mails a link, if the address has an account. The answer, and how long it takes, is the same if it has none: all of it
/// happens after the answer.
pub async fn forgot(State(app): State<App>, Address(address): Address, form: Form) -> Response {
    let email = form.text("email");
    let allowed = app.rates.take_address(Kind::SignIn, address);
    let allowed =
        allowed.and_then(|()| app.rates.take_account(Kind::SignIn, &crate::service::accounts::normalize_email(&email)));
    if let Err(error) = allowed {
        let again = Forgot { email, problem: Some(error.to_string()), ..Forgot::default() };
        return forgot_screen(&app, status_of(&error), again);
    }
    if app.mailer.goes_out() {
        tokio::spawn(mail(app.clone(), email.clone()));
    }
    forgot_screen(&app, StatusCode::OK, Forgot { email, sent: true, ..Forgot::default() })
}

async fn mail(app: App, email: String) {
    // What goes wrong here was logged where it did.
    if let Ok(Some(PasswordReset { email, secret })) = app.service.request_password_reset(&email).await {
        let base = &app.config.base_url;
        let text = format!(
            "Somebody, you most likely, asked for a new password for your account at {host}.\n\n\
             Choose one here; the link is good for an hour, once:\n{base}/reset/{secret}\n\n\
             If it wasn't you, leave this be: your password stays as it is.\n",
            host = app.config.host(),
        );
        app.mailer.send(&email, "A new password for Mantel", text);
    }
}

/// The form that asks for the new password, or that the link is not good any more.
pub async fn reset_page(State(app): State<App>, Address(address): Address, Path(secret): Path<String>) -> Response {
    let good = match app.rates.take_address(Kind::SignIn, address) {
        Ok(()) => app.service.can_reset(&secret).await,
        Err(error) => Err(error),
    };
    match good {
        Ok(good) => reset_screen(
            &app,
            if good { StatusCode::OK } else { StatusCode::NOT_FOUND },
            Reset { good, ..Reset::default() },
        ),
        Err(error) => crate::web::trouble(&error.into()),
    }
}

/// Sets the new password.
pub async fn reset(
    State(app): State<App>,
    Address(address): Address,
    Path(secret): Path<String>,
    form: Form,
) -> Response {
    let done = match app.rates.take_address(Kind::SignIn, address) {
        Ok(()) => app.service.reset_password(&secret, form.raw("password")).await,
        Err(error) => Err(error),
    };
    match done {
        Ok(()) => reset_screen(&app, StatusCode::OK, Reset { done: true, ..Reset::default() }),
        Err(Error::Unknown(_)) => reset_screen(&app, StatusCode::NOT_FOUND, Reset::default()),
        Err(error) => {
            let again = Reset { good: true, problem: Some(problem_of(&error)), ..Reset::default() };
            reset_screen(&app, status_of(&error), again)
        }
    }
}

/// The address holds a secret: no other site is told where its visitor comes from.
fn reset_screen(app: &App, status: StatusCode, it: Reset) -> Response {
    let mut response = screen(app, status, "A new password", || auth::reset(&it));
    response.headers_mut().insert(header::REFERRER_POLICY, HeaderValue::from_static("no-referrer"));
    response
}
