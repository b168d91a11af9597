//! The page's address, its files, its private link.

use axum::extract::State;
use axum::http::{HeaderMap, Method, StatusCode};
use axum::response::{IntoResponse, Redirect, Response};
use mantel_app::site::settings::{Reading, Section, Settings};
use mantel_model::api::Import;
use serde_json::Value;

use super::{Here, done, drawn, refused};
use crate::api::{export, rename as renames};
use crate::http::rate_limit::Kind;
use crate::http::reply::Reply;
use crate::service::{DryRun, Error, Outcome, Result, Session, WriteOptions, starter_claim};
use crate::state::App;
use crate::web;
use crate::web::form::Form;

/// Claims a name with a starter page.
pub async fn claim(State(app): State<App>, Here(session): Here, form: Form) -> Response {
    let name = form.text("username");
    match app.service.claim(&session.caller, &starter_claim(&name), WriteOptions::default()).await {
        Ok(_) => Redirect::to("/edit").into_response(),
        Err(error) => refused(&app, &session, Section::Address, error, wished(name)).await,
    }
}

fn wished(name: String) -> Settings {
    Settings { wished: Some(name), ..Settings::default() }
}

/// Makes the draft live.
pub async fn publish(State(app): State<App>, Here(session): Here, _form: Form) -> Response {
    match app.service.publish(&session.caller, WriteOptions::default()).await {
        Ok(_) => done("published"),
        Err(error) => refused(&app, &session, Section::Address, error, Settings::default()).await,
    }
}

/// Moves the page to another address.
pub async fn rename(State(app): State<App>, Here(session): Here, form: Form) -> Response {
    let name = form.text("username");
    match renames::rename(&app, &session.caller, &name, None).await {
        Ok(_) => done("moved"),
        Err(error) => refused(&app, &session, Section::Address, error, wished(name)).await,
    }
}

/// The page file.
pub async fn file(State(app): State<App>, Here(session): Here, headers: HeaderMap) -> Response {
    or_trouble(export::file_of(&app, &session.caller, &headers).await)
}

/// The page file and its pictures.
pub async fn bundle(State(app): State<App>, Here(session): Here, method: Method, headers: HeaderMap) -> Response {
    or_trouble(export::bundle_of(&app, &session.caller, method, headers).await)
}

/// What is live as a website.
pub async fn still(State(app): State<App>, Here(session): Here, method: Method, headers: HeaderMap) -> Response {
    or_trouble(export::site_of(&app, &session.caller, method, headers).await)
}

fn or_trouble(reply: Reply) -> Response {
    reply.unwrap_or_else(|refusal| web::trouble(&refusal))
}

/// Tells what a file would change; loads it when its owner has said so.
pub async fn import(State(app): State<App>, Here(session): Here, form: Form) -> Response {
    let (text, replace) = (form.raw("file").to_owned(), form.raw("replace") == "yes");
    let shown = match load(&app, &session, &text, !replace).await {
        Ok(Outcome::Saved(_)) => return done("loaded"),
        Ok(Outcome::DryRun(it)) => Settings { reading: Some(reading(text, it)), ..Settings::default() },
        Err(error) => return refused(&app, &session, Section::File, error, Settings::default()).await,
    };
    drawn(&app, &session, StatusCode::OK, shown).await
}

async fn load(app: &App, session: &Session, text: &str, dry_run: bool) -> Result<Outcome> {
    app.rates.take_credential(Kind::Edits, &session.caller.credential)?;
    if text.trim().is_empty() {
        let message = "The file is empty: choose a page file or a brief.".to_owned();
        return Err(Error::Unreadable { message, line: None, column: None });
    }
    // Without a page there would be nothing to replace, and no name to load it under.
    app.service.page(&session.caller).await?;
    let file = Value::String(text.to_owned());
    let import = Import { file, username: None, replace: true, terms: mantel_model::api::Terms::default() };
    app.service.import(&session.caller, &import, WriteOptions::new(None, dry_run)).await
}

fn reading(text: String, it: DryRun) -> Reading {
    let warnings = it.warnings.into_iter().map(|warning| (warning.path, warning.message)).collect();
    Reading { text, changes: it.changes.summary, warnings }
}

/// Makes the private link, in place of the one there was.
pub async fn link(State(app): State<App>, Here(session): Here, _form: Form) -> Response {
    match app.service.make_preview(&session.caller).await {
        Ok(_) => done("linked"),
        Err(error) => refused(&app, &session, Section::Link, error, Settings::default()).await,
    }
}

/// Revokes the private link.
pub async fn unlink(State(app): State<App>, Here(session): Here, _form: Form) -> Response {
    match app.service.revoke_preview(&session.caller).await {
        Ok(()) => done("unlinked"),
        Err(error) => refused(&app, &session, Section::Link, error, Settings::default()).await,
    }
}
