//! `/signup`, `/signin`, `/signout`.

use axum::extract::{RawQuery, State};
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Redirect, Response};
use mantel_app::site::auth;

use super::SignedIn;
use crate::config::Signups;
use crate::http::rate_limit::Kind;
use crate::service::{Error, SignUp, WriteOptions, starter_claim};
use crate::state::{Address, App};
use crate::web::form::Form;
use crate::web::oauth::AUTHORIZE;
use crate::web::screen;
use crate::web::session::user_agent::Browser;
use crate::web::session::{cookie, return_path};

/// Shown when nothing says where to go.
const HOME: &str = "/edit";

pub fn query(raw: Option<String>, name: &str) -> String {
    let raw = raw.unwrap_or_default();
    let mut found = url::form_urlencoded::parse(raw.as_bytes()).filter(|value| value.0 == name);
    found.next().map(|it| it.1.into_owned()).unwrap_or_default()
}

fn onward(text: &str) -> String {
    return_path::local(text).unwrap_or_default().to_owned()
}

/// The empty sign-up form; `?username=` and `?next=` come along.
pub async fn sign_up_page(State(app): State<App>, SignedIn(session): SignedIn, RawQuery(raw): RawQuery) -> Response {
    let next = onward(&query(raw.clone(), "next"));
    if session.is_some() {
        return Redirect::to(if next.is_empty() { HOME } else { &next }).into_response();
    }
    let form = auth::SignUp { next, username: query(raw, "username"), ..Default::default() };
    shown(&app, StatusCode::OK, form)
}

fn shown(app: &App, status: StatusCode, mut form: auth::SignUp) -> Response {
    form.host = app.config.host().to_owned();
    form.invite_needed = app.service.signups() == Signups::Invite;
    if app.service.signups() == Signups::Closed {
        form.problems = vec![(String::new(), Error::SignupsClosed.to_string())];
    }
    on_the_way(screen(app, status, "Sign up", || auth::sign_up(&form)), &form.next)
}

/// On the way to a consent page, the window that opened this one stays its opener: apps wait there for the answer.
fn on_the_way(mut response: Response, next: &str) -> Response {
    if next.starts_with(AUTHORIZE) {
        response.headers_mut().insert("cross-origin-opener-policy", HeaderValue::from_static("unsafe-none"));
    }
    response
}

/// Makes the account, signs in, claims the name that was wished for, and goes on.
pub async fn sign_up(State(app): State<App>, Address(address): Address, browser: Browser, form: Form) -> Response {
    let mut shown_again = auth::SignUp {
        next: onward(form.raw("next")),
        email: form.text("email"),
        username: form.text("username"),
        invite: form.text("invite"),
        ..Default::default()
    };
    match try_sign_up(&app, address, &browser, &form, &shown_again).await {
        Ok(response) => response,
        Err(error) => {
            let status = status_of(&error);
            shown_again.problems = fields_of(&error);
            shown(&app, status, shown_again)
        }
    }
}

async fn try_sign_up(
    app: &App,
    address: std::net::IpAddr,
    browser: &Browser,
    form: &Form,
    wish: &auth::SignUp,
) -> Result<Response, Error> {
    app.rates.take_address(Kind::SignUp, address)?;
    // A page drawn at /new claims its name itself, with the draft; here the name is claimed with a starter.
    let claims = !wish.username.is_empty() && !wish.next.starts_with("/new");
    if claims {
        app.service.check_username(&wish.username).await?;
    }
    let new =
        SignUp { email: wish.email.clone(), password: form.raw("password").to_owned(), invite: wish.invite.clone() };
    let account = app.service.sign_up(&new).await?;
    if claims {
        let row = app.service.account(&wish.email).await?;
        let caller = crate::service::Caller { actor: "owner".to_owned(), ..app.service.on_behalf_of(&row) };
        // Taken a moment ago: the account page asks for another.
        let _ = app.service.claim(&caller, &starter_claim(&wish.username), WriteOptions::default()).await;
    }
    begin(app, &account, browser, &wish.next).await
}

/// The empty sign-in form.
pub async fn sign_in_page(State(app): State<App>, SignedIn(session): SignedIn, RawQuery(raw): RawQuery) -> Response {
    let next = onward(&query(raw, "next"));
    if session.is_some() {
        return Redirect::to(if next.is_empty() { HOME } else { &next }).into_response();
    }
    let form = auth::SignIn { next, mails: app.mailer.goes_out(), ..Default::default() };
    on_the_way(screen(&app, StatusCode::OK, "Sign in", || auth::sign_in(&form)), &form.next)
}

/// Signs in and goes on.
pub async fn sign_in(State(app): State<App>, Address(address): Address, browser: Browser, form: Form) -> Response {
    let (next, email) = (onward(form.raw("next")), form.text("email"));
    match try_sign_in(&app, address, &email, form.raw("password")).await {
        Ok(account) => {
            begin(&app, &account, &browser, &next).await.unwrap_or_else(|it| crate::web::trouble(&it.into()))
        }
        Err(error) => {
            let again = auth::SignIn { next, email, problem: Some(error.to_string()), mails: app.mailer.goes_out() };
            on_the_way(screen(&app, status_of(&error), "Sign in", || auth::sign_in(&again)), &again.next)
        }
    }
}

async fn try_sign_in(app: &App, address: std::net::IpAddr, email: &str, password: &str) -> Result<String, Error> {
    app.rates.take_address(Kind::SignIn, address)?;
    app.rates.take_account(Kind::SignIn, &crate::service::accounts::normalize_email(email))?;
    app.service.sign_in(email, password).await
}

/// Ends the session.
pub async fn sign_out(State(app): State<App>, headers: HeaderMap, _form: Form) -> Response {
    if let Some(secret) = cookie::read(&headers, &app.config) {
        // A database that is away leaves the session to end by itself; the cookie goes either way.
        let _ = app.service.end_session(&secret).await;
    }
    let mut response = Redirect::to("/").into_response();
    if let Some(value) = cookie::clear(&app.config) {
        response.headers_mut().append(header::SET_COOKIE, value);
    }
    response
}

/// A new session, its cookie, and the way on.
pub async fn begin(app: &App, account: &str, browser: &Browser, next: &str) -> Result<Response, Error> {
    let secret = app.service.create_session(account, &browser.0).await?;
    let mut response = Redirect::to(if next.is_empty() { HOME } else { next }).into_response();
    if let Some(value) = cookie::set(&app.config, &secret) {
        response.headers_mut().append(header::SET_COOKIE, value);
    }
    Ok(response)
}

/// What is wrong, by form field; the empty name is the whole form.
fn fields_of(error: &Error) -> Vec<(String, String)> {
    match error {
        Error::Invalid(problems) => problems
            .iter()
            .map(|problem| (problem.path.trim_start_matches('/').to_owned(), problem.message.clone()))
            .collect(),
        Error::EmailTaken => vec![("email".to_owned(), error.to_string())],
        Error::NotInvited => vec![("invite".to_owned(), error.to_string())],
        Error::UsernameInvalid(_) | Error::UsernameReserved(_) | Error::UsernameTaken(_) => {
            vec![("username".to_owned(), error.to_string())]
        }
        other => vec![(String::new(), other.to_string())],
    }
}

/// What is wrong, in one line that stands beside the form.
pub fn problem_of(error: &Error) -> String {
    match error {
        Error::Invalid(problems) => {
            problems.iter().map(|problem| problem.message.clone()).collect::<Vec<_>>().join(" ")
        }
        other => other.to_string(),
    }
}

/// A form that comes back is 422, so that clients without eyes know too; the rest as in the API.
pub fn status_of(error: &Error) -> StatusCode {
    match error {
        Error::RateLimited(_) => StatusCode::TOO_MANY_REQUESTS,
        Error::Unavailable => StatusCode::SERVICE_UNAVAILABLE,
        Error::Internal => StatusCode::INTERNAL_SERVER_ERROR,
        Error::StorageFull => StatusCode::INSUFFICIENT_STORAGE,
        Error::SignupsClosed | Error::Suspended(_) => StatusCode::FORBIDDEN,
        _ => StatusCode::UNPROCESSABLE_ENTITY,
    }
}
