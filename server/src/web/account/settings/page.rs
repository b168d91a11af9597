//! The page's address, its files, its private link.

use axum::extract::State;
use axum::http::{HeaderMap, Method, StatusCode};
use axum::response::{IntoResponse, Redirect, Response};
use mantel_app::site::settings::{ImportPreview, Section, Settings};
use mantel_model::api::Import;
use serde_json::Value;

use super::{RequireSignIn, redirect_with_notice, render, show_problem};
use crate::api::{export, rename as renames};
use crate::http::rate_limit::Kind;
use crate::http::reply::Reply;
use crate::service::{DryRun, Error, Outcome, Result, Session, WriteOptions, empty_claim};
use crate::state::App;
use crate::web::form::Form;
use crate::web::screen;

/// Claims a name with an empty page.
pub async fn claim(State(app): State<App>, RequireSignIn(session): RequireSignIn, form: Form) -> Response {
    let name = form.text("username");
    match app.service.claim(&session.caller, &empty_claim(&name), WriteOptions::default()).await {
        Ok(_) => Redirect::to("/edit").into_response(),
        Err(error) => show_problem(&app, &session, Section::Address, error, wished_name(name)).await,
    }
}

fn wished_name(name: String) -> Settings {
    Settings { requested_name: Some(name), ..Settings::default() }
}

/// Publishes the draft.
pub async fn publish(State(app): State<App>, RequireSignIn(session): RequireSignIn, _form: Form) -> Response {
    match app.service.publish(&session.caller, WriteOptions::default()).await {
        Ok(_) => redirect_with_notice("published"),
        Err(error) => show_problem(&app, &session, Section::Address, error, Settings::default()).await,
    }
}

/// Moves the page to another address.
pub async fn rename(State(app): State<App>, RequireSignIn(session): RequireSignIn, form: Form) -> Response {
    let name = form.text("username");
    match renames::rename(&app, &session.caller, &name, None).await {
        Ok(_) => redirect_with_notice("moved"),
        Err(error) => show_problem(&app, &session, Section::Address, error, wished_name(name)).await,
    }
}

/// The page file.
pub async fn file(State(app): State<App>, RequireSignIn(session): RequireSignIn, headers: HeaderMap) -> Response {
    or_error_screen(export::file_of(&app, &session.caller, &headers).await)
}

/// The page file and its images.
pub async fn bundle(
    State(app): State<App>,
    RequireSignIn(session): RequireSignIn,
    method: Method,
    headers: HeaderMap,
) -> Response {
    or_error_screen(export::bundle_of(&app, &session.caller, method, headers).await)
}

/// The published page as a static site.
pub async fn static_site(
    State(app): State<App>,
    RequireSignIn(session): RequireSignIn,
    method: Method,
    headers: HeaderMap,
) -> Response {
    or_error_screen(export::site_of(&app, &session.caller, method, headers).await)
}

fn or_error_screen(reply: Reply) -> Response {
    reply.unwrap_or_else(|refusal| screen::error_screen(&refusal))
}

/// Shows what a file would change; imports it once its owner has confirmed.
pub async fn import(State(app): State<App>, RequireSignIn(session): RequireSignIn, form: Form) -> Response {
    let (text, replace) = (form.raw("file").to_owned(), form.raw("replace") == "yes");
    let settings = match load(&app, &session, &text, !replace).await {
        Ok(Outcome::Saved(_)) => return redirect_with_notice("loaded"),
        Ok(Outcome::DryRun(dry_run)) => {
            Settings { import_preview: Some(import_preview(text, dry_run)), ..Settings::default() }
        }
        Err(error) => return show_problem(&app, &session, Section::File, error, Settings::default()).await,
    };
    render(&app, &session, StatusCode::OK, settings).await
}

async fn load(app: &App, session: &Session, text: &str, dry_run: bool) -> Result<Outcome> {
    app.rate_limits.take_credential(Kind::Edits, &session.caller.credential)?;
    if text.trim().is_empty() {
        let message = "The file is empty: choose a page file or a brief.".to_owned();
        return Err(Error::Unreadable { message, line: None, column: None });
    }
    // Without a page there is nothing to replace, and no name to import it under.
    app.service.page(&session.caller).await?;
    let file = Value::String(text.to_owned());
    let import = Import { file, username: None, replace: true, terms: mantel_model::api::Terms::default() };
    app.service.import(&session.caller, &import, WriteOptions::new(None, dry_run)).await
}

fn import_preview(text: String, dry_run: DryRun) -> ImportPreview {
    let warnings = dry_run.warnings.into_iter().map(|warning| (warning.path, warning.message)).collect();
    ImportPreview { text, changes: dry_run.changes.summary, warnings }
}

/// Creates the private link, replacing an existing one.
pub async fn link(State(app): State<App>, RequireSignIn(session): RequireSignIn, _form: Form) -> Response {
    match app.service.make_preview(&session.caller).await {
        Ok(_) => redirect_with_notice("linked"),
        Err(error) => show_problem(&app, &session, Section::Link, error, Settings::default()).await,
    }
}

/// Revokes the private link.
pub async fn unlink(State(app): State<App>, RequireSignIn(session): RequireSignIn, _form: Form) -> Response {
    match app.service.revoke_preview(&session.caller).await {
        Ok(()) => redirect_with_notice("unlinked"),
        Err(error) => show_problem(&app, &session, Section::Link, error, Settings::default()).await,
    }
}
