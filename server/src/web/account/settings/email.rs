//! Changing the email address: the form, the mails, and the link that confirms the new address.

use axum::extract::{Path, State};
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Redirect, Response};
use mantel_app::site::auth::ConfirmEmail;
use mantel_app::site::settings::{Section, Settings};

use super::{redirect_with_notice, show_problem};
use crate::http::client_address::ClientAddress;
use crate::http::rate_limit::Kind;
use crate::http::session::SignedIn;
use crate::http::session::user_agent::UserAgent;
use crate::service::{ChangedEmail, EmailChange, Error, Result, Session};
use crate::state::App;
use crate::web::account::require_sign_in::RequireSignIn;
use crate::web::account::sign_in::{Browser, start_session, status_of};
use crate::web::account::verification::mail_verification;
use crate::web::posted_form::PostedForm;
use crate::web::screen;

/// Where to go once the address has changed.
const CHANGED: &str = "/settings?done=email#email";

/// Changes the address: at once where no mail is sent, otherwise once the link mailed to it is confirmed. The reply does
/// not depend on whether another account has the address.
pub async fn change(
    State(app): State<App>,
    RequireSignIn(session): RequireSignIn,
    ClientAddress(address): ClientAddress,
    user_agent: UserAgent,
    headers: HeaderMap,
    form: PostedForm,
) -> Response {
    let browser = Browser { headers: &headers, user_agent: &user_agent };
    match try_change(&app, &session, address, &browser, &form).await {
        Ok(response) => response,
        Err(error) => {
            let again = Settings { typed: vec![("email", form.text("email"))], ..Settings::default() };
            show_problem(&app, &session, Section::Email, error, again).await
        }
    }
}

async fn try_change(
    app: &App,
    session: &Session,
    address: std::net::IpAddr,
    browser: &Browser<'_>,
    form: &PostedForm,
) -> Result<Response> {
    let (account, email) = (&session.caller.account, form.text("email"));
    app.rate_limits.take_address(Kind::SignIn, address)?;
    app.rate_limits.take_account(Kind::Passwords, account)?;
    if app.mailer.is_configured() {
        let change = app.service.request_email_change(account, form.raw("password"), &email).await?;
        app.rate_limits.take_mail(account, &change.new)?;
        mail_request(app, &change, session.caller.verified);
        return Ok(redirect_with_notice("mailed"));
    }
    app.service.change_email(account, form.raw("password"), &email).await?;
    start_session(app, account, browser, CHANGED).await
}

/// Mails the link that verifies the account's own address again.
pub async fn verify(
    State(app): State<App>,
    RequireSignIn(session): RequireSignIn,
    ClientAddress(address): ClientAddress,
    _form: PostedForm,
) -> Response {
    let mailed = match app.rate_limits.take_address(Kind::SignIn, address) {
        Ok(()) => mail_verification(&app, &session.caller.account).await,
        Err(error) => Err(error),
    };
    match mailed {
        Ok(true) => redirect_with_notice("verify"),
        Ok(false) => redirect_with_notice("verified"),
        Err(error) => show_problem(&app, &session, Section::Email, error, Settings::default()).await,
    }
}

/// Mails the link to the new address, and the old one a notice, if it is known to be the owner's.
fn mail_request(app: &App, change: &EmailChange, verified: bool) {
    let EmailChange { old, new, secret } = change;
    let (base, host) = (&app.config.base_url, app.config.host());
    let link = format!(
        "Somebody, you most likely, wants to sign in at {host} with this address from now on.\n\n\
         Confirm it here, in a browser that is signed in; the link is good for an hour, once:\n\
         {base}/settings/email/{secret}\n\n\
         If it wasn't you, leave this be: nothing changes.\n",
    );
    app.mailer.send(new, "Confirm your address for Mantel", link);
    if !verified {
        return;
    }
    let notice = format!(
        "Somebody, you most likely, asked to change the address of your account at {host} to {new}.\n\
         It changes once the link that was mailed there is opened.\n\n\
         If it wasn't you, choose a new password, which ends this:\n\
         {base}/settings#password\n",
    );
    app.mailer.send(old, "A new address for your Mantel account", notice);
}

fn mail_changed(app: &App, changed: &ChangedEmail) {
    let ChangedEmail { old, new } = changed;
    let text = format!(
        "Your account at {host} has the address {new} now. This one no longer signs in, and every other browser was\n\
         signed out.\n\n\
         If it wasn't you, write to whoever runs this service.\n",
        host = app.config.host(),
    );
    app.mailer.send(old, "Your Mantel account has a new address", text);
}

/// Asks the signed-in owner to confirm. Opening the link changes nothing, because mail programs open links too.
pub async fn confirm_page(
    State(app): State<App>,
    SignedIn(session): SignedIn,
    ClientAddress(address): ClientAddress,
    Path(secret): Path<String>,
) -> Response {
    let Some(session) = session else { return sign_in_first(&secret) };
    let email = match app.rate_limits.take_address(Kind::SignIn, address) {
        Ok(()) => app.service.email_to_confirm(&session.caller.account, &secret).await,
        Err(error) => Err(error),
    };
    match email {
        Ok(email) => {
            let status = if email.is_some() { StatusCode::OK } else { StatusCode::NOT_FOUND };
            let own = email.as_ref() == Some(&session.email);
            confirm_screen(status, ConfirmEmail { email, own, problem: None })
        }
        Err(error) => screen::error_screen(&error.into()),
    }
}

/// Changes the address; every other browser is signed out, and this one gets a new session.
pub async fn confirm(
    State(app): State<App>,
    SignedIn(session): SignedIn,
    ClientAddress(address): ClientAddress,
    user_agent: UserAgent,
    headers: HeaderMap,
    Path(secret): Path<String>,
    _form: PostedForm,
) -> Response {
    let Some(session) = session else { return sign_in_first(&secret) };
    let account = &session.caller.account;
    let changed = match app.rate_limits.take_address(Kind::SignIn, address) {
        Ok(()) => app.service.confirm_email(account, &secret).await,
        Err(error) => Err(error),
    };
    match changed {
        Ok(changed) if changed.old == changed.new => without_referrer(redirect_with_notice("verified")),
        Ok(changed) => {
            mail_changed(&app, &changed);
            let browser = Browser { headers: &headers, user_agent: &user_agent };
            let response = start_session(&app, account, &browser, CHANGED).await;
            response.unwrap_or_else(|error| screen::error_screen(&error.into()))
        }
        Err(Error::Unknown(_)) => confirm_screen(StatusCode::NOT_FOUND, ConfirmEmail::default()),
        Err(error) => {
            let problem = Some(error.to_string());
            confirm_screen(status_of(&error), ConfirmEmail { problem, ..ConfirmEmail::default() })
        }
    }
}

/// The link alone is not enough: whoever got it by a mistyped address must not get the account.
fn sign_in_first(secret: &str) -> Response {
    let next: String = url::form_urlencoded::byte_serialize(format!("/settings/email/{secret}").as_bytes()).collect();
    without_referrer(Redirect::to(&format!("/signin?next={next}")).into_response())
}

fn confirm_screen(status: StatusCode, form: ConfirmEmail) -> Response {
    without_referrer(screen::screen(status, "A new address", form))
}

/// The URL contains a secret, so it is never sent as a referrer.
fn without_referrer(mut response: Response) -> Response {
    response.headers_mut().insert(header::REFERRER_POLICY, HeaderValue::from_static("no-referrer"));
    response
}
