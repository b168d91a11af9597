//! Visits of Mantel's own screens, which count against the public rate of their address.

use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use axum::response::Response;

use super::screen;
use crate::http::client_address;
use crate::http::rate_limit::Kind;
use crate::state::App;

/// A visit that its address may make; an extractor for handlers that draw a screen for anyone.
#[derive(Clone, Copy, Debug)]
pub struct Visit;

impl FromRequestParts<App> for Visit {
    type Rejection = Response;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, Response> {
        let address = client_address::of_request(parts, &app.config.trusted_proxies);
        match app.rate_limits.take_address(Kind::Public, address) {
            Ok(()) => Ok(Self),
            Err(error) => Err(screen::error_screen(&error.into())),
        }
    }
}
