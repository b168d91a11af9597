//! Screens for people who are signed in.

use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use axum::response::{IntoResponse, Redirect, Response};

use crate::http::session::SignedIn;
use crate::service::Session;
use crate::state::App;
use crate::web::{browser_rate, screen};

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
                // Its forms have addresses below that of the screen.
                let screen = parts.uri.path().split('/').nth(1).unwrap_or_default();
                Err(Redirect::to(&format!("/signin?next=%2F{screen}")).into_response())
            }
            Err(refusal) => Err(screen::error_screen(&refusal)),
        }
    }
}
