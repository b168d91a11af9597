//! Who calls the API, stated in a handler's signature: identity comes from the bearer credential alone.

use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use axum::http::{HeaderMap, header};

use super::error::{CHALLENGE_BAD, Refusal};
use super::rate_limit::Kind;
use crate::service::{Caller, Error};
use crate::state::App;

/// A caller who changes something.
#[derive(Debug)]
pub struct Editor(pub Caller);

/// A caller who reads their own page.
#[derive(Debug)]
pub struct Reader(pub Caller);

impl FromRequestParts<App> for Editor {
    type Rejection = Refusal;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, Refusal> {
        identify(parts, app, Kind::Edits).await.map(Self)
    }
}

impl FromRequestParts<App> for Reader {
    type Rejection = Refusal;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, Refusal> {
        identify(parts, app, Kind::Reads).await.map(Self)
    }
}

/// The bearer credential that came along.
pub fn bearer(headers: &HeaderMap) -> Option<&str> {
    let (scheme, rest) = headers.get(header::AUTHORIZATION)?.to_str().ok()?.split_once(' ')?;
    scheme.eq_ignore_ascii_case("bearer").then_some(rest.trim())
}

async fn identify(parts: &Parts, app: &App, kind: Kind) -> Result<Caller, Refusal> {
    let caller = caller(parts, app).await?;
    app.rates.take_credential(kind, &caller.credential)?;
    Ok(caller)
}

/// The caller behind the bearer credential of a request, not yet counted.
///
/// # Errors
/// `Unauthorized` with a challenge, when there is none or it is not good.
pub async fn caller(parts: &Parts, app: &App) -> Result<Caller, Refusal> {
    let address = app.address(parts);
    if !parts.headers.contains_key(header::AUTHORIZATION) {
        app.rates.take_address(Kind::Public, address)?;
        return Err(Error::Unauthorized("This needs a credential: send Authorization: Bearer with an API key.").into());
    }
    let Some(bearer) = bearer(&parts.headers) else {
        app.rates.take_address(Kind::Public, address)?;
        return Err(Error::Unauthorized(
            "The credential must be a bearer: Authorization: Bearer followed by the API key.",
        )
        .into());
    };
    match app.service.caller(bearer).await {
        Ok(caller) => Ok(caller),
        Err(error @ Error::Unauthorized(_)) => {
            app.rates.take_address(Kind::Public, address)?;
            Err(Refusal::from(error).with(header::WWW_AUTHENTICATE, CHALLENGE_BAD))
        }
        Err(error @ Error::InsufficientScope) => {
            app.rates.take_address(Kind::Public, address)?;
            Err(error.into())
        }
        Err(other) => Err(other.into()),
    }
}
