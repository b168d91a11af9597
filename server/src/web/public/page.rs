//! A published page at `/{username}`, as a contact at `/{username}.vcf`, for terminals at `/{username}.txt`, and as plain text at
//! `/{username}/llms.txt`.

use std::future::ready;

use axum::extract::{FromRequestParts, Path, State};
use axum::http::request::Parts;
use axum::http::{HeaderMap, header};
use axum::response::{IntoResponse, Redirect, Response};
use mantel_model::Username;

use super::lookup::{self, PageLookup};
use super::terminal::{self, TerminalRequest};
use super::{address_suffix, contact};
use crate::assets;
use crate::http::client_address::{ClientAddress, of_request};
use crate::http::rate_limit::Kind;
use crate::http::redirect;
use crate::http::session::SignedIn;
use crate::service::Error;
use crate::state::App;
use crate::web::screen;

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
    if let Some(page) = address_suffix::page_at(&name) {
        return ([(header::CACHE_CONTROL, "no-store")], Redirect::to(&format!("/{page}"))).into_response();
    }
    match lookup::find(&app, &name).await {
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
    lookup::form(&app, &name, address, |page| ready(Ok(page.text(&headers)))).await
}
