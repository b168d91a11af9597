//! What Mantel's own screens share: stylesheets, errors, and the not-found screen.

use axum::http::StatusCode;
use axum::response::Response;
use mantel_app::app::{ErrorPage, Screen};
use mantel_app::site::Document;
use mantel_app::site::not_found::NotFound;

use super::document;
use crate::config::Signups;
use crate::http::error::Refusal;
use crate::http::security_headers::ScriptPolicy;
use crate::state::App;

/// The stylesheets of every screen.
pub const STYLESHEETS: &[&str] = &["ui.css", "site.css"];

/// A screen with forms, neither indexed nor stored.
pub fn screen(status: StatusCode, title: &str, screen: impl Screen) -> Response {
    screen_with_styles(status, title, &[], screen)
}

/// A screen with forms and additional stylesheets.
pub fn screen_with_styles(status: StatusCode, title: &str, stylesheets: &[&str], screen: impl Screen) -> Response {
    let document = Document { unlisted: true, ..document::with_title(title, &[STYLESHEETS, stylesheets].concat()) };
    document::screen(status, document, ScriptPolicy::Own, screen)
}

/// The not-found screen; `name` is offered if it is free.
pub fn not_found(app: &App, name: Option<String>, signed_in: bool) -> Response {
    let open = app.service.signups() != Signups::Closed;
    let missing = NotFound { host: app.config.host().to_owned(), free: name.filter(|_| open), signed_in };
    screen(StatusCode::NOT_FOUND, "Nothing here", missing)
}

/// A refusal as a screen.
pub fn error_screen(refusal: &Refusal) -> Response {
    let (title, detail) = refusal.title_and_detail();
    let page = ErrorPage { title: title.to_owned(), message: detail.to_owned() };
    let mut response = screen(refusal.status(), title, page);
    response.headers_mut().extend(refusal.headers().clone());
    response
}
