//! The page's address, what search engines show of it, its files, its private link.

use axum::extract::State;
use axum::http::{HeaderMap, Method};
use axum::response::{IntoResponse, Redirect, Response};
use mantel_app::site::settings::{Section, Settings};
use mantel_model::Edit;
use serde_json::{Map, Value, json};

use super::{redirect_with_notice, show_problem};
use crate::api::{export, rename as renames};
use crate::http::reply::Reply;
use crate::service::{Change, WriteOptions, empty_claim};
use crate::state::App;
use crate::web::account::require_sign_in::RequireSignIn;
use crate::web::account::sign_in::WELCOME;
use crate::web::posted_form::PostedForm;
use crate::web::screen;

/// The fields of the form and of the profile.
const SEARCH_TITLE: &str = "pageTitle";
const SEARCH_DESCRIPTION: &str = "pageDescription";
/// The box of the form that is ticked for a page that is not to be listed.
const UNLISTED: &str = "unlisted";
/// What it sets of the profile.
const LISTED: &str = "listed";

/// Claims a name with an empty page.
pub async fn claim(State(app): State<App>, RequireSignIn(session): RequireSignIn, form: PostedForm) -> Response {
    let name = form.text("username");
    match app.service.claim(&session.caller, &empty_claim(&name), WriteOptions::default()).await {
        Ok(_) => Redirect::to(WELCOME).into_response(),
        Err(error) => show_problem(&app, &session, Section::Address, error, wished_name(name)).await,
    }
}

fn wished_name(name: String) -> Settings {
    Settings { typed: vec![("username", name)], ..Settings::default() }
}

/// Publishes the draft.
pub async fn publish(State(app): State<App>, RequireSignIn(session): RequireSignIn, _form: PostedForm) -> Response {
    match app.service.publish(&session.caller, WriteOptions::default()).await {
        Ok(_) => redirect_with_notice("published"),
        Err(error) => show_problem(&app, &session, Section::Address, error, Settings::default()).await,
    }
}

/// Moves the page to another address.
pub async fn rename(State(app): State<App>, RequireSignIn(session): RequireSignIn, form: PostedForm) -> Response {
    let name = form.text("username");
    match renames::rename(&app, &session.caller, &name, None).await {
        Ok(_) => redirect_with_notice("moved"),
        Err(error) => show_problem(&app, &session, Section::Address, error, wished_name(name)).await,
    }
}

/// Sets what search engines and link previews show, in the draft. An empty field takes it away.
pub async fn search(State(app): State<App>, RequireSignIn(session): RequireSignIn, form: PostedForm) -> Response {
    let typed = [SEARCH_TITLE, SEARCH_DESCRIPTION, UNLISTED].map(|name| (name, form.text(name)));
    let field = |(name, text): &(&str, String)| {
        match *name {
            // A box that is not ticked is not sent.
            UNLISTED => (LISTED.to_owned(), json!(text.is_empty())),
            name => (name.to_owned(), json!(text)),
        }
    };
    let fields: Map<String, Value> = typed.iter().map(field).collect();
    let change = Change::new(Edit::Profile(Value::Object(fields)), "profile", WriteOptions::default());
    match app.service.edit(&session.caller, change).await {
        Ok(_) => redirect_with_notice("search"),
        Err(error) => {
            let again = Settings { typed: typed.to_vec(), ..Settings::default() };
            show_problem(&app, &session, Section::Search, error, again).await
        }
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

/// Creates the private link, replacing an existing one.
pub async fn link(State(app): State<App>, RequireSignIn(session): RequireSignIn, _form: PostedForm) -> Response {
    match app.service.make_preview(&session.caller).await {
        Ok(_) => redirect_with_notice("linked"),
        Err(error) => show_problem(&app, &session, Section::Link, error, Settings::default()).await,
    }
}

/// Revokes the private link.
pub async fn unlink(State(app): State<App>, RequireSignIn(session): RequireSignIn, _form: PostedForm) -> Response {
    match app.service.revoke_preview(&session.caller).await {
        Ok(()) => redirect_with_notice("unlinked"),
        Err(error) => show_problem(&app, &session, Section::Link, error, Settings::default()).await,
    }
}
