//! What Mantel's own screens have in common: stylesheets, errors, and the screen for an address with nothing behind it.

use axum::http::StatusCode;
use axum::response::Response;
use leptos::prelude::AnyView;
use mantel_app::site::{Document, not_found as view};

use super::document;
use crate::config::Signups;
use crate::http::error::Refusal;
use crate::http::security_headers::ScriptPolicy;
use crate::state::App;

/// The stylesheets of every screen.
pub const STYLESHEETS: &[&str] = &["ui.css", "site.css"];

/// A screen of forms: not listed, not stored.
pub fn screen(status: StatusCode, title: &str, body: impl FnOnce() -> AnyView) -> Response {
    screen_with_styles(status, title, &[], body)
}

/// A screen of forms with stylesheets of its own beside those of every screen.
pub fn screen_with_styles(
    status: StatusCode,
    title: &str,
    stylesheets: &[&str],
    body: impl FnOnce() -> AnyView,
) -> Response {
    let document = Document { unlisted: true, ..document::with_title(title, &[STYLESHEETS, stylesheets].concat()) };
    document::response(status, &document.html(body), ScriptPolicy::Own)
}

/// The screen for an address with nothing behind it; `name` is offered when it is free.
pub fn not_found(app: &App, name: Option<String>, signed_in: bool) -> Response {
    let open = app.service.signups() != Signups::Closed;
    let missing = view::NotFound { host: app.config.host().to_owned(), free: name.filter(|_| open), signed_in };
    screen(StatusCode::NOT_FOUND, "Nothing here", || view::view(&missing))
}

/// A refusal as a screen.
pub fn error_screen(refusal: &Refusal) -> Response {
    let (title, detail) = refusal.title_and_detail();
    let (title, detail) = (title.to_owned(), detail.to_owned());
    let mut response = screen(refusal.status(), &title.clone(), || view::error_page(title, detail, false));
    response.headers_mut().extend(refusal.headers().clone());
    response
}
