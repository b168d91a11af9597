//! `/api/auth/oauth2/authorize`: asks the user for consent and replies to the client.

use std::borrow::Cow;
use std::sync::Arc;

use axum::extract::{RawQuery, State};
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use mantel_app::site::consent;
use mantel_app::site::form_fields::Problems;
use mantel_model::Access;
use subtle::ConstantTimeEq;

use super::AUTHORIZE;
use crate::clock::day_that_ends;
use crate::http::client_address::{ClientAddress, subnet};
use crate::http::error::Refusal;
use crate::http::rate_limit::Kind;
use crate::http::session::SignedIn;
use crate::http::session::{cookie, return_path};
use crate::service::oauth::{Asker, AuthorizationError, AuthorizationRequest};
use crate::service::{Error, Result, Session, WantedRights, WriteOptions, empty_claim, secret};
use crate::state::App;
use crate::web::posted_form::{PostedForm, field_problems};
use crate::web::{document, screen};

/// How long the page must have been seen before "Let … in" counts, ms; its button fades in meanwhile (style/agents.css).
const SEEN: i64 = 1000;

/// Shows who asks for what.
pub async fn show(
    State(app): State<App>,
    ClientAddress(address): ClientAddress,
    SignedIn(session): SignedIn,
    headers: HeaderMap,
    RawQuery(query): RawQuery,
) -> Response {
    let query = query.unwrap_or_default();
    // A client with a metadata document makes the service fetch it.
    let is_document = |(name, value): (Cow<'_, str>, Cow<'_, str>)| name == "client_id" && value.starts_with("https:");
    let documented = url::form_urlencoded::parse(query.as_bytes()).any(is_document);
    let kind = if documented { Kind::Documents } else { Kind::Public };
    if let Err(error) = app.rate_limits.take_address(kind, address) {
        return screen::error_screen(&error.into());
    }
    let asker = session.as_ref().map_or(Asker::Visitor(subnet(address)), |it| Asker::Account(&it.caller.account));
    match app.service.authorization_request(&query, asker).await {
        Ok(authorization) => {
            let first = match session.as_ref() {
                Some(session) => match chosen_last(&app, session, &authorization).await {
                    Ok(input) => input,
                    Err(error) => return screen::error_screen(&error.into()),
                },
                None => ConsentInput::at_first(&authorization),
            };
            shown(&app, &headers, session.as_ref(), &authorization, &query, first).await
        }
        Err(wrong) => refused(wrong),
    }
}

/// Handles the user's decision.
pub async fn decide(
    State(app): State<App>,
    SignedIn(session): SignedIn,
    headers: HeaderMap,
    form: PostedForm,
) -> Response {
    let query = form.raw("request").to_owned();
    let Some(session) = session else {
        // What was posted may hold characters that no address has.
        return match return_path::local(&format!("{AUTHORIZE}?{query}")) {
            Some(again) => redirect(again),
            None => refused(AuthorizationError::ShowPage("It has characters that no address has.".to_owned())),
        };
    };
    let Some(shown_at) = shown_at(&app, &headers, &query, form.raw("ticket")) else {
        let detail = "This form is not the one you were shown. Start again from the app.";
        return screen::error_screen(&Refusal::new("cross_site", detail));
    };
    let asker = Asker::Account(&session.caller.account);
    let authorization = match app.service.authorization_request(&query, asker).await {
        Ok(authorization) => authorization,
        Err(wrong) => return refused(wrong),
    };
    if form.raw("answer") != "allow" {
        return redirect(&app.service.deny_access(&authorization));
    }
    // Pressed where a page below was about to be clicked, or by a program that moves the pointer.
    if app.service.clock().now() - shown_at < SEEN {
        let problems = Problems::of_form("That was quick. Read what it may do, then answer.".to_owned());
        let again = ConsentInput::posted(&authorization, &form, problems, shown_at);
        return shown(&app, &headers, Some(&session), &authorization, &query, again).await;
    }
    match allow(&app, &session, &authorization, &form).await {
        Ok(address) => redirect(&address),
        Err(error) => {
            let again = ConsentInput::posted(&authorization, &form, field_problems(&error), shown_at);
            shown(&app, &headers, Some(&session), &authorization, &query, again).await
        }
    }
}

/// Claims the requested name, if there is no page yet, and returns the redirect address with the code.
async fn allow(
    app: &App,
    session: &Session,
    authorization: &AuthorizationRequest,
    form: &PostedForm,
) -> Result<String> {
    let rights = app.service.chosen_rights(authorization, &form.wanted_rights())?;
    let name = form.text("username");
    if !name.is_empty() {
        app.service.claim(&session.caller, &empty_claim(&name), WriteOptions::default()).await?;
    }
    app.service.grant_access(&session.caller, authorization, rights).await
}

/// What stands in the form.
struct ConsentInput {
    problems: Problems,
    wished: String,
    access: Access,
    publish: bool,
    ends: String,
    /// When it was shown first.
    at: Option<i64>,
}

impl ConsentInput {
    /// What the client asks for.
    fn at_first(authorization: &AuthorizationRequest) -> Self {
        let (problems, wished, ends) = (Problems::default(), String::new(), String::new());
        Self { problems, wished, access: authorization.access(), publish: false, ends, at: None }
    }

    /// What was posted and refused.
    fn posted(authorization: &AuthorizationRequest, form: &PostedForm, problems: Problems, shown_at: i64) -> Self {
        let asked = authorization.access();
        let access = Access::parse(form.raw("access")).map_or(asked, |access| access.min(asked));
        let (wished, ends) = (form.text("username"), form.text("ends"));
        Self { problems, wished, access, publish: form.raw("publish") == "on", ends, at: Some(shown_at) }
    }
}

/// The same, narrowed as its owner narrowed the connection that the client has: asking again must not widen it unseen.
async fn chosen_last(app: &App, session: &Session, authorization: &AuthorizationRequest) -> Result<ConsentInput> {
    let connection = app.service.connection_of(&session.caller.account, &authorization.client.id).await?;
    let first = ConsentInput::at_first(authorization);
    Ok(match connection.map(|connection| connection.rights) {
        Some(rights) => ConsentInput {
            access: first.access.min(rights.access),
            ends: rights.ends_at.map(day_that_ends).unwrap_or_default(),
            ..first
        },
        None => first,
    })
}

async fn shown(
    app: &App,
    headers: &HeaderMap,
    session: Option<&Session>,
    authorization: &AuthorizationRequest,
    query: &str,
    again: ConsentInput,
) -> Response {
    let status = if again.problems.is_empty() { StatusCode::OK } else { StatusCode::UNPROCESSABLE_ENTITY };
    let shown_at = again.at.unwrap_or_else(|| app.service.clock().now());
    let person = match person(app, headers, session, query, shown_at).await {
        Ok(person) => person,
        Err(error) => return screen::error_screen(&error.into()),
    };
    let page = consent::Consent {
        client: authorization.client.shown(&authorization.redirect),
        has_own_name: !authorization.client.name.is_empty(),
        host: authorization.client.host().map(str::to_owned),
        redirect_origin: authorization.redirect.origin(),
        local: authorization.redirect.local(),
        port: authorization.redirect.port(),
        request: query.to_owned(),
        address: format!("{AUTHORIZE}?{query}"),
        service: app.config.host().to_owned(),
        open: app.service.signups() != crate::config::Signups::Closed,
        user: person,
        requested_name: again.wished,
        asked: authorization.access(),
        access: again.access,
        publish: again.publish,
        ends: again.ends,
        days: WantedRights::days(app.service.clock().now()),
        problems: again.problems,
    };
    let draft = page.user.as_ref().and_then(|person| person.page.as_ref()).map(|page| &page.1);
    let (look, tiles) = (draft.map(|draft| draft.theme.look()), draft.map_or(0, |draft| draft.tiles.len()));
    let look = look.map(|look| format!("looks/{look}.css"));
    let sheets: Vec<&str> = look.as_deref().into_iter().chain(["agents.css"]).collect();
    let screen = screen::screen_with_styles(status, "Connect", &sheets, page);
    harden(document::with_page(screen, tiles), authorization)
}

async fn person(
    app: &App,
    headers: &HeaderMap,
    session: Option<&Session>,
    query: &str,
    shown_at: i64,
) -> Result<Option<consent::SignedInUser>> {
    let Some(session) = session else { return Ok(None) };
    let page = match app.service.page(&session.caller).await {
        Ok(page) => Some(page),
        Err(Error::NoPage) => None,
        Err(other) => return Err(other),
    };
    Ok(Some(consent::SignedInUser {
        email: session.email.clone(),
        page: page.map(|page| (page.username.to_string(), Arc::unwrap_or_clone(page.draft))),
        ticket: ticket(app, headers, query, shown_at),
    }))
}

/// No other page may frame it, and the form may redirect to the client's address, which some browsers enforce. The
/// window keeps its opener: apps wait there for the reply.
fn harden(mut response: Response, authorization: &AuthorizationRequest) -> Response {
    let scheme = match authorization.redirect.scheme() {
        "https" => "https:".to_owned(),
        "http" => "http:".to_owned(),
        scheme => format!("{scheme}:"),
    };
    let policy = format!(
        "default-src 'none'; script-src 'self'; style-src 'self'; style-src-attr 'unsafe-inline'; font-src 'self'; \
         img-src 'self' https: http: data:; base-uri 'none'; form-action 'self' {scheme}; frame-ancestors 'none'"
    );
    let headers = response.headers_mut();
    if let Ok(policy) = HeaderValue::from_str(&policy) {
        headers.insert(header::CONTENT_SECURITY_POLICY, policy);
    }
    headers.insert(header::X_FRAME_OPTIONS, HeaderValue::from_static("DENY"));
    headers.insert(header::REFERRER_POLICY, HeaderValue::from_static("no-referrer"));
    headers.insert("cross-origin-opener-policy", HeaderValue::from_static("unsafe-none"));
    response
}

fn refused(wrong: AuthorizationError) -> Response {
    match wrong {
        AuthorizationError::Redirect(address) => redirect(&address),
        AuthorizationError::ShowPage(words) => screen::error_screen(&Refusal::new(
            "invalid_input",
            format!("This link is broken or too old. {words} Start again from the app."),
        )),
        AuthorizationError::Service(error) => screen::error_screen(&error.into()),
    }
}

/// Redirects the browser with a GET (RFC 9700, 4.12), without a referrer.
fn redirect(address: &str) -> Response {
    let Ok(address) = HeaderValue::from_str(address) else {
        return screen::error_screen(&Error::Internal.into());
    };
    let mut response = StatusCode::SEE_OTHER.into_response();
    let headers = response.headers_mut();
    headers.insert(header::LOCATION, address);
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    headers.insert(header::REFERRER_POLICY, HeaderValue::from_static("no-referrer"));
    response
}

/// Proves that the form came from the page that this browser was shown for exactly this request, and when: nobody else
/// knows the secret in its cookie.
fn ticket(app: &App, headers: &HeaderMap, query: &str, shown_at: i64) -> String {
    let session = cookie::read(headers, &app.config).unwrap_or_default();
    format!("{shown_at}.{}", secret::hash(format!("consent {session} {shown_at} {}", secret::hash(query))))
}

/// When the page that a posted ticket comes from was shown, ms since 1970; `None` for a false ticket.
fn shown_at(app: &App, headers: &HeaderMap, query: &str, posted: &str) -> Option<i64> {
    cookie::read(headers, &app.config)?;
    let time = posted.split_once('.')?.0.parse().ok()?;
    bool::from(ticket(app, headers, query, time).as_bytes().ct_eq(posted.as_bytes())).then_some(time)
}
