//! A published page at `/{username}`, as a contact at `/{username}.vcf`, for terminals at `/{username}.txt`, and as plain text at
//! `/{username}/llms.txt`.

use std::future::ready;
use std::sync::Arc;

use axum::extract::{FromRequestParts, Path, State};
use axum::http::request::Parts;
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use mantel_model::Username;

use super::contact;
use super::terminal::{self, TerminalRequest};
use crate::assets;
use crate::http::client_address::{ClientAddress, of_request};
use crate::http::rate_limit::Kind;
use crate::http::redirect;
use crate::http::session::SignedIn;
use crate::page_cache::CachedPage;
use crate::published_page::published_page;
use crate::service::{Error, Result};
use crate::state::App;
use crate::web::screen;

/// The result of looking up a page by name.
enum PageLookup {
    /// The name exactly as requested.
    Exact(Arc<CachedPage>),
    /// A different spelling of its name.
    OtherSpelling(Arc<CachedPage>),
    /// The page was renamed.
    Renamed(Username),
}

/// The page, its contact, its text for terminals, a top-level static file, or the screen for a name that is not taken.
pub async fn get(State(app): State<App>, Path(name): Path<String>, mut parts: Parts) -> Response {
    if let Some(file) = assets::response(&format!("/{name}"), &parts.headers) {
        return file;
    }
    let address = of_request(&parts, &app.config.trusted_proxies);
    let terminal = TerminalRequest::of(&name, &parts);
    if let Err(error) = app.rate_limits.take_address(Kind::Public, address) {
        let refusal = error.into();
        return if terminal.is_some() { terminal::refused(&refusal) } else { screen::error_screen(&refusal) };
    }
    if let Some(request) = terminal {
        return request.response(&app).await;
    }
    if let Some(name) = name.strip_suffix(contact::SUFFIX) {
        return contact::get(&app, name, &parts.headers).await;
    }
    match find(&app, &name).await {
        Ok(PageLookup::Exact(page)) => page.html(&parts.headers),
        Ok(PageLookup::OtherSpelling(page)) => redirect::permanent(&format!("/{}", page.username)),
        Ok(PageLookup::Renamed(username)) => redirect::renamed(&format!("/{username}")),
        Err(Error::PageNotFound(_)) => {
            let session = SignedIn::from_request_parts(&mut parts, &app).await.ok().and_then(|session| session.0);
            let account = session.as_ref().map(|session| session.caller.account.as_str());
            let free = app.service.check_username(&name, account).await.ok().map(|free| free.username.to_string());
            screen::not_found(&app, free, session.is_some())
        }
        Err(error) => screen::error_screen(&error.into()),
    }
}

/// The page for text-only readers: `/{username}/llms.txt` (specification, Endpoints).
pub async fn llms_txt(
    State(app): State<App>,
    ClientAddress(address): ClientAddress,
    Path(name): Path<String>,
    headers: HeaderMap,
) -> Response {
    if let Err(error) = app.rate_limits.take_address(Kind::Public, address) {
        return screen::error_screen(&error.into());
    }
    let address = |name: &Username| format!("/{name}/llms.txt");
    form(&app, &name, address, |page| ready(Ok(page.text(&headers)))).await
}

/// Another form of the page with this name: a redirect to its `address` when the name is spelled otherwise or was changed, and
/// a text where there is no page.
pub(super) async fn form<F: Future<Output = Result<Response>> + Send>(
    app: &App,
    name: &str,
    address: impl Fn(&Username) -> String,
    make: impl FnOnce(Arc<CachedPage>) -> F,
) -> Response {
    match other_form(app, name, address, make).await {
        Ok(response) => response,
        Err(Error::PageNotFound(_)) => (StatusCode::NOT_FOUND, "There is no published page here.\n").into_response(),
        Err(error) => screen::error_screen(&error.into()),
    }
}

/// The same, where the caller says what went wrong.
pub(super) async fn other_form<F: Future<Output = Result<Response>> + Send>(
    app: &App,
    name: &str,
    address: impl Fn(&Username) -> String,
    make: impl FnOnce(Arc<CachedPage>) -> F,
) -> Result<Response> {
    match find(app, name).await? {
        PageLookup::Exact(page) => make(page).await,
        PageLookup::OtherSpelling(page) => Ok(redirect::permanent(&address(&page.username))),
        PageLookup::Renamed(username) => Ok(redirect::renamed(&address(&username))),
    }
}

async fn find(app: &App, name: &str) -> Result<PageLookup> {
    let Ok(username) = Username::parse(name) else {
        return Err(Error::PageNotFound(name.chars().take(64).collect()));
    };
    match published_page(app, &username).await {
        Ok(page) if page.username.as_str() == name => Ok(PageLookup::Exact(page)),
        Ok(page) => Ok(PageLookup::OtherSpelling(page)),
        Err(not_found @ Error::PageNotFound(_)) => {
            let renamed = app.service.published_by_old_name(name).await?.ok_or(not_found)?;
            Ok(PageLookup::Renamed(renamed.username))
        }
        Err(why) => Err(why),
    }
}
