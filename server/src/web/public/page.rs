//! A published page at `/{username}`, as a contact at `/{username}.vcf`, for terminals at `/{username}.txt`, and as plain text at
//! `/{username}/llms.txt`.

use std::future::ready;

use axum::extract::{FromRequestParts, Path, State};
use axum::http::request::Parts;
use axum::http::{HeaderMap, Method, StatusCode, header};
use axum::response::{IntoResponse, Redirect, Response};
use mantel_model::Username;

use super::lookup::{self, PageLookup};
use super::terminal::{self, TerminalRequest};
use super::{address_suffix, contact};
use crate::assets;
use crate::http::client_address::{ClientAddress, of_request};
use crate::http::rate_limit::Kind;
use crate::http::session::SignedIn;
use crate::http::{cors, redirect};
use crate::insights::{Form, WayKind};
use crate::published_page::published_page;
use crate::service::Error;
use crate::state::App;
use crate::web::screen;

/// An answer that is asked for each time.
const NOT_STORED: [(header::HeaderName, &str); 1] = [(header::CACHE_CONTROL, "no-store")];

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
        let mut answer = request.response(&app).await;
        if name.ends_with(terminal::SUFFIX) {
            cors::allow_any_origin_with_etag(answer.headers_mut());
        }
        let name = name.strip_suffix(terminal::SUFFIX).unwrap_or(&name);
        if let Some(counts) = lookup::counted(&app, name, &parts.method, answer.status()).await {
            app.visits.view(&counts, Form::Page, &parts.headers, address);
        }
        return answer;
    }
    if let Some(name) = name.strip_suffix(contact::SUFFIX) {
        let mut answer = contact::get(&app, name, &parts.method, &parts.headers).await;
        cors::allow_any_origin_with_etag(answer.headers_mut());
        return answer;
    }
    if let Some((page, way)) = address_suffix::page_at(&name) {
        let page = lookup::current_name(&app, &page).await.unwrap_or(page);
        if parts.method == Method::GET {
            count_way(&app, &page, way.as_str(), &name, &parts.headers).await;
        }
        return (NOT_STORED, Redirect::to(&format!("/{page}"))).into_response();
    }
    match lookup::find(&app, &name).await {
        Ok(PageLookup::Exact(page)) => {
            if parts.method == Method::GET {
                app.visits.view(&page.counts, Form::Page, &parts.headers, address);
            }
            page.html(&parts.headers)
        }
        Ok(PageLookup::OtherSpelling(page)) => {
            let to = redirect::permanent(&format!("/{}", page.username));
            if !is_code(&name) {
                return to;
            }
            if parts.method == Method::GET {
                app.visits.way(&page.counts, WayKind::Code, "", &parts.headers);
            }
            // So that each scan is asked for, and counted.
            (NOT_STORED, to).into_response()
        }
        Ok(PageLookup::Renamed(username)) => {
            if parts.method == Method::GET && is_code(&name) {
                count_way(&app, &username, "", &name, &parts.headers).await;
            }
            redirect::renamed(&format!("/{username}"))
        }
        Err(Error::PageNotFound(_)) => {
            let session = SignedIn::from_request_parts(&mut parts, &app).await.ok().and_then(|session| session.0);
            let account = session.as_ref().map(|session| session.caller.account.as_str());
            let free = app.service.check_username(&name, account).await.ok().map(|free| free.username.to_string());
            screen::not_found(&app, free, session.is_some())
        }
        Err(error) => screen::error_screen(&error.into()),
    }
}

/// Counts who came by a way, if it leads to a page.
async fn count_way(app: &App, page: &Username, way: &str, written: &str, headers: &HeaderMap) {
    let kind = if is_code(written) { WayKind::Code } else { WayKind::Link };
    if let Ok(page) = published_page(app, page).await {
        app.visits.way(&page.counts, kind, way, headers);
    }
}

/// Whether an address is written as in a code, which has fewer modules in capitals.
fn is_code(name: &str) -> bool {
    name.bytes().any(|byte| byte.is_ascii_uppercase()) && !name.bytes().any(|byte| byte.is_ascii_lowercase())
}

/// What the address can be asked: pages of any site may read the contact and the text that stand under it.
pub async fn options(Path(name): Path<String>) -> Response {
    if !name.ends_with(terminal::SUFFIX) && !name.ends_with(contact::SUFFIX) {
        return (StatusCode::NO_CONTENT, [(header::ALLOW, "GET, HEAD, OPTIONS")]).into_response();
    }
    let mut response = cors::preflight().await;
    cors::allow_any_origin_with_etag(response.headers_mut());
    response
}

/// The page for text-only readers: `/{username}/llms.txt` (specification, Endpoints).
pub async fn llms_txt(
    State(app): State<App>,
    ClientAddress(address): ClientAddress,
    Path(name): Path<String>,
    method: Method,
    headers: HeaderMap,
) -> Response {
    if let Err(error) = app.rate_limits.take_address(Kind::Public, address) {
        return screen::error_screen(&error.into());
    }
    let address_of = |name: &Username| format!("/{name}/llms.txt");
    lookup::form(&app, &name, address_of, |page| {
        if method == Method::GET {
            app.visits.view(&page.counts, Form::Text, &headers, address);
        }
        ready(Ok(page.text(&headers)))
    })
    .await
}
