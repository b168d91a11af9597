//! Screens for people who are signed in.

use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use axum::response::{IntoResponse, Redirect, Response};
use url::form_urlencoded;

use crate::http::session::SignedIn;
use crate::service::Session;
use crate::state::App;
use crate::web::{browser_rate, screen};

/// Screens below another's address that somebody signed out comes back to.
const COME_BACK_TO: [&str; 2] = ["/agents/asked/", "/agents/changes/"];

/// A session; a signed-out browser is redirected to sign in and come back to the screen.
#[derive(Debug)]
pub struct RequireSignIn(pub Session);

impl FromRequestParts<App> for RequireSignIn {
    type Rejection = Response;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, Response> {
        match SignedIn::from_request_parts(parts, app).await {
            Ok(SignedIn(Some(session))) => match browser_rate::take_read(app, &parts.method, &session) {
                Ok(()) => Ok(Self(session)),
                Err(error) => Err(screen::error_screen(&error.into())),
            },
            Ok(SignedIn(None)) => {
                let path = parts.uri.path();
                let next = if COME_BACK_TO.iter().any(|prefix| path.starts_with(prefix)) {
                    path.to_owned()
                } else {
                    // Its forms have addresses below that of the screen.
                    format!("/{}", path.split('/').nth(1).unwrap_or_default())
                };
                let next: String = form_urlencoded::byte_serialize(next.as_bytes()).collect();
                Err(Redirect::to(&format!("/signin?next={next}")).into_response())
            }
            Err(refusal) => Err(screen::error_screen(&refusal)),
        }
    }
}
