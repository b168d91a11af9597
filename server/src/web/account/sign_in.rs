//! `/signup`, `/signin`, `/signout`.

use axum::extract::{RawQuery, State};
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Redirect, Response};
use mantel_app::site::auth;
use mantel_app::site::form_fields::Problems;
use mantel_model::account::{EMAIL_MALFORMED, EMAIL_MISSING, PASSWORD_MISSING};
use mantel_model::{Problem, limits};

use crate::config::Signups;
use crate::http::client_address::ClientAddress;
use crate::http::rate_limit::Kind;
use crate::http::session::SignedIn;
use crate::http::session::device::Devices;
use crate::http::session::user_agent::UserAgent;
use crate::http::session::{cookie, return_path};
use crate::service::accounts::normalize_email;
use crate::service::{Error, SignUp};
use crate::state::App;
use crate::web::account::first_page::FirstPage;
use crate::web::account::in_place;
use crate::web::account::notices::notice_path;
use crate::web::account::verification::mail_verification;
use crate::web::oauth::AUTHORIZE;
use crate::web::posted_form::{PostedForm, field_problems};
use crate::web::public_rate::PublicRate;
use crate::web::screen;

/// Where to go when no other destination is given.
const HOME: &str = "/edit";
/// Where the owner of a new, empty page goes: the editor, which first offers to move in from an old page.
pub const WELCOME: &str = "/edit?welcome";

/// The first value of a name in a query; empty when absent.
pub fn query(raw: Option<String>, name: &str) -> String {
    let raw = raw.unwrap_or_default();
    let mut found = url::form_urlencoded::parse(raw.as_bytes()).filter(|value| value.0 == name);
    found.next().map(|(_, value)| value.into_owned()).unwrap_or_default()
}

fn next_path(text: &str) -> String {
    return_path::local(text).unwrap_or_default().to_owned()
}

/// The empty sign-up form; `?username=` and `?next=` are carried along.
pub async fn sign_up_page(
    _: PublicRate,
    State(app): State<App>,
    ClientAddress(address): ClientAddress,
    SignedIn(session): SignedIn,
    RawQuery(raw): RawQuery,
) -> Response {
    let next = next_path(&query(raw.clone(), "next"));
    if session.is_some() {
        return Redirect::to(if next.is_empty() { HOME } else { &next }).into_response();
    }
    let mut form = auth::SignUp { next, username: query(raw, "username"), ..Default::default() };
    // A name that cannot be had is told before anything else is filled in, unless too many were asked for.
    if !form.username.is_empty()
        && app.rate_limits.take_address(Kind::Names, address).is_ok()
        && let Err(error) = app.service.check_username(&form.username, None).await
    {
        form.problems = field_problems(&error);
        form.suggestion = suggestion(&app, &error).await;
    }
    show(&app, StatusCode::OK, form)
}

/// A free name instead of one that is taken.
async fn suggestion(app: &App, error: &Error) -> Option<String> {
    let Error::UsernameTaken(taken) = error else { return None };
    app.service.free_alternative(taken).await.ok().flatten().map(|free| free.to_string())
}

fn show(app: &App, status: StatusCode, mut form: auth::SignUp) -> Response {
    form.host = app.config.host().to_owned();
    form.invite_needed = app.service.signups() == Signups::Invite;
    if app.service.signups() == Signups::Closed {
        form.problems = Problems::of_form(Error::SignupsClosed.to_string());
    }
    let next = form.next.clone();
    keep_opener(screen::screen(status, "Sign up", form), &next)
}

/// On the way to a consent page, the window keeps its opener: apps wait there for the reply.
fn keep_opener(mut response: Response, next: &str) -> Response {
    if next.starts_with(AUTHORIZE) {
        response.headers_mut().insert("cross-origin-opener-policy", HeaderValue::from_static("unsafe-none"));
    }
    response
}

/// Creates the account, signs in, claims the requested name, and redirects.
pub async fn sign_up(
    State(app): State<App>,
    ClientAddress(address): ClientAddress,
    user_agent: UserAgent,
    headers: HeaderMap,
    form: PostedForm,
) -> Response {
    let mut form_again = auth::SignUp {
        next: next_path(form.raw("next")),
        email: form.text("email"),
        username: form.text("username"),
        invite: form.text("invite"),
        paste: form.text("paste"),
        template: form.text("template"),
        ..Default::default()
    };
    match try_sign_up(&app, address, &Browser { headers: &headers, user_agent: &user_agent }, &form, &form_again).await
    {
        Ok(response) if form.in_place() => in_place::redirect(response),
        Ok(response) => response,
        Err(error) if form.in_place() => in_place::refusal(error),
        Err(error) => {
            let status = status_of(&error);
            form_again.problems = field_problems(&error);
            form_again.suggestion = suggestion(&app, &error).await;
            show(&app, status, form_again)
        }
    }
}

async fn try_sign_up(
    app: &App,
    address: std::net::IpAddr,
    browser: &Browser<'_>,
    form: &PostedForm,
    request: &auth::SignUp,
) -> Result<Response, Error> {
    app.rate_limits.take_address(Kind::SignUp, address)?;
    // A page created at /new claims its name itself, with the draft; otherwise it is claimed with an empty page.
    let claims = !request.username.is_empty() && !request.next.starts_with("/new");
    let first_page = FirstPage::of(&request.paste, &request.template).await?;
    if claims {
        app.service.check_username(&request.username, None).await?;
    } else if !matches!(first_page, FirstPage::Empty) {
        return Err(Error::Invalid(vec![Problem::new("/username", "Choose the name of the page you begin with.")]));
    }
    let new = SignUp {
        email: request.email.clone(),
        password: form.raw("password").to_owned(),
        invite: request.invite.clone(),
    };
    let account = app.service.sign_up(&new).await?;
    if app.mailer.is_configured() {
        match mail_verification(app, &account).await {
            // There were too many mails to this address: the settings send another one later.
            Ok(_) | Err(Error::RateLimited(_)) => {}
            Err(error) => return Err(error),
        }
    }
    if claims && claim_first_page(app, &account, &request.username, &first_page).await? {
        return start_session(app, &account, browser, &other_name_notice(&request.next)).await;
    }
    let begins = claims && request.next.is_empty() && matches!(first_page, FirstPage::Empty);
    start_session(app, &account, browser, if begins { WELCOME } else { &request.next }).await
}

/// Times that another name is tried because the one before was taken meanwhile.
const OTHER_NAMES: usize = 8;

/// Claims the requested name for a new account, or a free one if it was taken since it was checked, so that the page begins
/// with what was pasted. Whether it is another one.
async fn claim_first_page(app: &App, account: &str, requested: &str, first_page: &FirstPage) -> Result<bool, Error> {
    let caller = app.service.owner(account).await?;
    let mut username = requested.to_owned();
    for _ in 0..OTHER_NAMES {
        let Err(error) = first_page.claim(app, &caller, &username).await else { return Ok(username != requested) };
        match suggestion(app, &error).await {
            Some(free) => username = free,
            // The account exists now, and the editor asks for a name.
            None => break,
        }
    }
    Ok(false)
}

/// Where somebody whose page got another name goes: to the settings, which say so, or on to what they came for.
fn other_name_notice(next: &str) -> String {
    if next.is_empty() { notice_path("renamed") } else { next.to_owned() }
}

/// The empty sign-in form.
pub async fn sign_in_page(
    _: PublicRate,
    State(app): State<App>,
    SignedIn(session): SignedIn,
    RawQuery(raw): RawQuery,
) -> Response {
    let next = next_path(&query(raw, "next"));
    if session.is_some() {
        return Redirect::to(if next.is_empty() { HOME } else { &next }).into_response();
    }
    let form = auth::SignIn { next, mails: app.mailer.is_configured(), ..Default::default() };
    let next = form.next.clone();
    keep_opener(screen::screen(StatusCode::OK, "Sign in", form), &next)
}

/// Signs in and redirects.
pub async fn sign_in(
    State(app): State<App>,
    ClientAddress(address): ClientAddress,
    user_agent: UserAgent,
    headers: HeaderMap,
    form: PostedForm,
) -> Response {
    let (next, email) = (next_path(form.raw("next")), form.text("email"));
    let signed_in = try_sign_in(&app, address, &headers, &email, form.raw("password")).await;
    let browser = Browser { headers: &headers, user_agent: &user_agent };
    if form.in_place() {
        return match signed_in {
            Ok(account) => {
                start_session(&app, &account, &browser, &next).await.map_or_else(in_place::refusal, in_place::redirect)
            }
            Err(error) => in_place::refusal(error),
        };
    }
    match signed_in {
        Ok(account) => start_session(&app, &account, &browser, &next)
            .await
            .unwrap_or_else(|error| screen::error_screen(&error.into())),
        Err(error) => {
            let problems = field_problems(&error);
            let again = auth::SignIn { next: next.clone(), email, problems, mails: app.mailer.is_configured() };
            keep_opener(screen::screen(status_of(&error), "Sign in", again), &next)
        }
    }
}

async fn try_sign_in(
    app: &App,
    address: std::net::IpAddr,
    headers: &HeaderMap,
    email: &str,
    password: &str,
) -> Result<String, Error> {
    let mut problems: Vec<Problem> = email_problem(email).into_iter().collect();
    if password.is_empty() {
        problems.push(Problem::new("/password", PASSWORD_MISSING));
    }
    if !problems.is_empty() {
        return Err(Error::Invalid(problems));
    }
    let normalized = normalize_email(email);
    let account = match Devices::claims(headers, &app.config) {
        true => app.service.password_owner_by_email(&normalized).await?,
        false => None,
    };
    let device = account.and_then(|account| app.devices.read(headers, &app.config, &account));
    app.rate_limits.take_sign_in(&normalized, address, device.as_deref())?;
    app.service.sign_in(email, password).await
}

/// What keeps a text from being looked up as an email address.
pub fn email_problem(email: &str) -> Option<Problem> {
    match email {
        "" => Some(Problem::new("/email", EMAIL_MISSING)),
        text if !text.contains('@') || text.len() > limits::EMAIL => Some(Problem::new("/email", EMAIL_MALFORMED)),
        _ => None,
    }
}

/// Ends the session.
pub async fn sign_out(State(app): State<App>, headers: HeaderMap, _form: PostedForm) -> Response {
    if let Some(secret) = cookie::read(&headers, &app.config) {
        // If the database is unavailable, the session expires by itself; the cookie is deleted either way.
        let _ = app.service.end_session(&secret).await;
    }
    let mut response = Redirect::to("/").into_response();
    if let Some(value) = cookie::clear(&app.config) {
        response.headers_mut().append(header::SET_COOKIE, value);
    }
    response
}

/// A browser that signs in.
#[derive(Clone, Copy, Debug)]
pub struct Browser<'a> {
    /// The headers of its request.
    pub headers: &'a HeaderMap,
    /// What it calls itself.
    pub user_agent: &'a UserAgent,
}

/// Starts a session for somebody who has proved to know the account's password, sets its cookie and redirects.
pub async fn start_session(app: &App, account: &str, browser: &Browser<'_>, next: &str) -> Result<Response, Error> {
    let secret = app.service.create_session(account, &browser.user_agent.0).await?;
    let mut response = Redirect::to(if next.is_empty() { HOME } else { next }).into_response();
    if let Some(value) = cookie::set(&app.config, &secret) {
        response.headers_mut().append(header::SET_COOKIE, value);
    }
    remember(app, account, browser.headers, &mut response).await?;
    Ok(response)
}

/// Makes a browser known to the account: others' wrong passwords no longer count against it.
pub async fn remember(app: &App, account: &str, headers: &HeaderMap, response: &mut Response) -> Result<(), Error> {
    let account = app.service.password_owner(account).await?;
    if let Some(value) = app.devices.set(headers, &app.config, &account) {
        response.headers_mut().append(header::SET_COOKIE, value);
    }
    Ok(())
}

/// A form that is shown again has status 422, so that programs notice too; other statuses are as in the API.
pub fn status_of(error: &Error) -> StatusCode {
    match error {
        Error::RateLimited(_) | Error::MailedLately => StatusCode::TOO_MANY_REQUESTS,
        Error::Unavailable => StatusCode::SERVICE_UNAVAILABLE,
        Error::Internal => StatusCode::INTERNAL_SERVER_ERROR,
        Error::StorageFull => StatusCode::INSUFFICIENT_STORAGE,
        Error::SignupsClosed | Error::Suspended(_) | Error::EmailNotVerified => StatusCode::FORBIDDEN,
        _ => StatusCode::UNPROCESSABLE_ENTITY,
    }
}
