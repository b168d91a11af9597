//! Requests that match no route: a static file, a problem of the API, or the not-found screen.

use axum::extract::State;
use axum::http::{HeaderMap, Uri};
use axum::response::{IntoResponse, Response};

use super::screen;
use crate::assets;
use crate::http::error::Refusal;
use crate::http::session::SignedIn;
use crate::state::App;

/// Handles a path that no route matches.
pub async fn fallback(State(app): State<App>, SignedIn(session): SignedIn, uri: Uri, headers: HeaderMap) -> Response {
    if let Some(file) = assets::response(uri.path(), &headers) {
        return file;
    }
    if uri.path() == "/api" || uri.path().starts_with("/api/") {
        return Refusal::new("not_found", "There is no such address in the API.").into_response();
    }
    screen::not_found(&app, None, session.is_some())
}
