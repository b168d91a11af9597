//! The public rate, for Mantel's own screens and files.

use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use axum::response::Response;

use super::screen;
use crate::http::client_address;
use crate::http::rate_limit::Kind;
use crate::state::App;

/// A token of the public rate of the request's address; an extractor for handlers that answer anyone.
#[derive(Clone, Copy, Debug)]
pub struct PublicRate;

impl FromRequestParts<App> for PublicRate {
    type Rejection = Response;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, Response> {
        let address = client_address::of_request(parts, &app.config.trusted_proxies);
        match app.rate_limits.take_address(Kind::Public, address) {
            Ok(()) => Ok(Self),
            Err(error) => Err(screen::error_screen(&error.into())),
        }
    }
}
