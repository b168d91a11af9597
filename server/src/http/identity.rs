//! Who calls the API, as extractors: identity comes from the bearer credential alone.

use std::sync::Arc;

use axum::extract::{FromRef, FromRequestParts};
use axum::http::request::Parts;
use axum::http::{HeaderMap, header};

use super::client_address;
use super::error::{INVALID_TOKEN_CHALLENGE, Refusal};
use super::rate_limit::{Kind, RateLimits};
use crate::config::Config;
use crate::service::{Caller, Error, Service};

/// A caller who may change something.
#[derive(Debug)]
pub struct Editor(pub Caller);

/// A caller who reads their own page.
#[derive(Debug)]
pub struct Reader(pub Caller);

impl<S> FromRequestParts<S> for Editor
where
    S: Send + Sync,
    Service: FromRef<S>,
    Arc<RateLimits>: FromRef<S>,
    Arc<Config>: FromRef<S>,
{
    type Rejection = Refusal;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Refusal> {
        identify(parts, state, Kind::Edits).await.map(Self)
    }
}

impl<S> FromRequestParts<S> for Reader
where
    S: Send + Sync,
    Service: FromRef<S>,
    Arc<RateLimits>: FromRef<S>,
    Arc<Config>: FromRef<S>,
{
    type Rejection = Refusal;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Refusal> {
        identify(parts, state, Kind::Reads).await.map(Self)
    }
}

/// The bearer credential of a request.
pub fn bearer(headers: &HeaderMap) -> Option<&str> {
    let (scheme, rest) = headers.get(header::AUTHORIZATION)?.to_str().ok()?.split_once(' ')?;
    scheme.eq_ignore_ascii_case("bearer").then_some(rest.trim())
}

async fn identify<S>(parts: &Parts, state: &S, kind: Kind) -> Result<Caller, Refusal>
where
    S: Send + Sync,
    Service: FromRef<S>,
    Arc<RateLimits>: FromRef<S>,
    Arc<Config>: FromRef<S>,
{
    let caller = caller(parts, state).await?;
    Arc::<RateLimits>::from_ref(state).take_caller(kind, &caller)?;
    Ok(caller)
}

/// The caller behind the bearer credential of a request; does not count against the caller's rate limits.
///
/// # Errors
/// `Unauthorized` with a challenge, when the credential is missing or invalid.
pub async fn caller<S>(parts: &Parts, state: &S) -> Result<Caller, Refusal>
where
    S: Send + Sync,
    Service: FromRef<S>,
    Arc<RateLimits>: FromRef<S>,
    Arc<Config>: FromRef<S>,
{
    let address = client_address::of_request(parts, &Arc::<Config>::from_ref(state).trusted_proxies);
    let take_public = || Arc::<RateLimits>::from_ref(state).take_address(Kind::Public, address);
    if !parts.headers.contains_key(header::AUTHORIZATION) {
        take_public()?;
        return Err(Error::Unauthorized(
            "This needs a credential: send Authorization: Bearer with an API key, or with an access token of OAuth.",
        )
        .into());
    }
    let Some(bearer) = bearer(&parts.headers) else {
        take_public()?;
        return Err(Error::Unauthorized(
            "The credential must be a bearer: Authorization: Bearer followed by an API key, or by an access token of OAuth.",
        )
        .into());
    };
    match Service::from_ref(state).caller(bearer).await {
        Ok(caller) => Ok(caller),
        Err(error @ Error::Unauthorized(_)) => {
            take_public()?;
            Err(Refusal::from(error).with_header(header::WWW_AUTHENTICATE, INVALID_TOKEN_CHALLENGE))
        }
        Err(error @ Error::InsufficientScope) => {
            take_public()?;
            Err(error.into())
        }
        Err(other) => Err(other.into()),
    }
}
