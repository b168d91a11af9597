//! Requests that match no route: a static file, an address with a slash too many, a problem of the API, or the not-found
//! screen.

use axum::extract::State;
use axum::http::{HeaderMap, Uri};
use axum::response::{IntoResponse, Response};

use super::screen;
use crate::assets;
use crate::http::client_address::ClientAddress;
use crate::http::error::Refusal;
use crate::http::middleware::is_api;
use crate::http::rate_limit::Kind;
use crate::http::session::SignedIn;
use crate::http::{cors, redirect};
use crate::state::App;

/// Handles a path that no route matches.
pub async fn fallback(
    State(app): State<App>,
    ClientAddress(address): ClientAddress,
    SignedIn(session): SignedIn,
    uri: Uri,
    headers: HeaderMap,
) -> Response {
    if let Some(file) = assets::response(uri.path(), &headers) {
        return file;
    }
    if let Some(address) = redirect::without_trailing_slash(&uri) {
        let mut response = redirect::permanent(&address);
        if is_api(uri.path()) {
            // A page of another site that may read the address may follow it there.
            cors::allow_any_origin(response.headers_mut());
        }
        return response;
    }
    if is_api(uri.path()) {
        return Refusal::new("not_found", "There is no such address in the API.").into_response();
    }
    if let Err(error) = app.rate_limits.take_address(Kind::Public, address) {
        return screen::error_screen(&error.into());
    }
    screen::not_found(&app, None, session.is_some())
}
