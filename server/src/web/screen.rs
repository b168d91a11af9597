//! Mantel's own screens: landing, brief editor, errors, and the empty place on the shelf.

use axum::extract::State;
use axum::http::{HeaderMap, StatusCode, Uri};
use axum::response::{IntoResponse, Response};
use leptos::prelude::AnyView;
use mantel_app::site::docs::{errors, reference};
use mantel_app::site::{Document, landing, not_found};
use mantel_model::look::Look;

use super::account::SignedIn;
use super::document::{self, Scripts};
use crate::api::openapi;
use crate::assets;
use crate::config::Signups;
use crate::http::error::{PROBLEMS, Refusal};
use crate::state::App;

const SHEETS: &[&str] = &["chrome.css", "door.css"];

/// A screen of forms: not listed, not kept.
pub fn screen(_app: &App, status: StatusCode, title: &str, body: impl FnOnce() -> AnyView) -> Response {
    let document = Document { unlisted: true, ..document::own(title, SHEETS) };
    document::reply(status, &document.html(body), Scripts::Own)
}

/// A screen of forms with stylesheets of its own beside those of every screen.
pub fn dressed(status: StatusCode, title: &str, sheets: &[&str], body: impl FnOnce() -> AnyView) -> Response {
    let document = Document { unlisted: true, ..document::own(title, &[SHEETS, sheets].concat()) };
    document::reply(status, &document.html(body), Scripts::Own)
}

/// `/`.
pub async fn landing(State(app): State<App>, SignedIn(session): SignedIn) -> Response {
    let mut sheets: Vec<String> = SHEETS.iter().map(|sheet| (*sheet).to_owned()).collect();
    sheets.extend(Look::ALL.iter().map(|look| format!("looks/{look}.css")));
    let names: Vec<&str> = sheets.iter().map(String::as_str).collect();
    let document = Document {
        description: "One page for your links, notes, pictures and music, drawn by hand six ways.".to_owned(),
        address: Some(format!("{}/", app.config.base_url)),
        picture: assets::path("/card.png").map(|path| format!("{}{path}", app.config.base_url)),
        ..document::own("", &names)
    };
    let door = landing::Landing {
        host: app.config.host().to_owned(),
        signed_in: session.is_some(),
        open: app.service.signups() != Signups::Closed,
        base: app.config.base_url.clone(),
    };
    document::reply(StatusCode::OK, &document.html(|| landing::view(&door)), Scripts::Own)
}

/// `/docs/errors`.
pub async fn errors(SignedIn(session): SignedIn) -> Response {
    let all: Vec<_> = PROBLEMS
        .iter()
        .map(|problem| errors::ErrorDoc {
            code: problem.code,
            status: problem.status,
            title: problem.title,
            advice: problem.advice,
        })
        .collect();
    let document = document::own("Errors", SHEETS);
    let html = document.html(|| errors::view(&all, session.is_some()));
    document::reply(StatusCode::OK, &html, Scripts::Own)
}

/// `/docs/api`.
pub async fn reference(SignedIn(session): SignedIn) -> Response {
    let mut groups: Vec<reference::ReferenceGroup> = Vec::new();
    for operation in openapi::operations() {
        let (name, entry) = (operation.tag, operation.entry());
        match groups.iter_mut().find(|group| group.name == name) {
            Some(group) => group.entries.push(entry),
            None => groups.push(reference::ReferenceGroup { name, entries: vec![entry] }),
        }
    }
    let document = Document {
        description: "Every address of Mantel's REST API.".to_owned(),
        script: assets::path("/reference.js").map(str::to_owned),
        ..document::own("The API", SHEETS)
    };
    let html = document.html(|| reference::view(groups, assets::path("redoc.js"), session.is_some()));
    document::reply(StatusCode::OK, &html, Scripts::Reference)
}

/// The empty place; `name` is offered when it is free.
pub fn missing(app: &App, name: Option<String>, signed_in: bool) -> Response {
    let open = app.service.signups() != Signups::Closed;
    let it = not_found::NotFound { host: app.config.host().to_owned(), free: name.filter(|_| open), signed_in };
    let document = Document { unlisted: true, ..document::own("Nothing here", SHEETS) };
    document::reply(StatusCode::NOT_FOUND, &document.html(|| not_found::view(&it)), Scripts::Own)
}

/// A refusal as a page.
pub fn trouble(refusal: &Refusal) -> Response {
    let (title, words) = refusal.words();
    let (title, words) = (title.to_owned(), words.to_owned());
    let document = Document { unlisted: true, ..document::own(&title, SHEETS) };
    let html = document.html(|| not_found::error_page(title, words, false));
    let mut response = document::reply(refusal.status(), &html, Scripts::Own);
    response.headers_mut().extend(refusal.headers().clone());
    response
}

/// Whatever no route answers: a file of the site, a problem of the API, or the empty place.
pub async fn nowhere(State(app): State<App>, SignedIn(session): SignedIn, uri: Uri, headers: HeaderMap) -> Response {
    if let Some(file) = assets::answer(uri.path(), &headers) {
        return file;
    }
    if uri.path() == "/api" || uri.path().starts_with("/api/") {
        return Refusal::new("not_found", "There is no such address in the API.").into_response();
    }
    missing(&app, None, session.is_some())
}
