//! The browser's session, as an extractor.

use std::sync::Arc;

use axum::extract::{FromRef, FromRequestParts};
use axum::http::request::Parts;

use super::cookie;
use crate::config::Config;
use crate::http::error::Refusal;
use crate::service::{Service, Session};

/// The browser's session, if it is signed in.
#[derive(Debug)]
pub struct SignedIn(pub Option<Session>);

impl<S> FromRequestParts<S> for SignedIn
where
    S: Send + Sync,
    Service: FromRef<S>,
    Arc<Config>: FromRef<S>,
{
    type Rejection = Refusal;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Refusal> {
        let Some(secret) = cookie::read(&parts.headers, &Arc::<Config>::from_ref(state)) else {
            return Ok(Self(None));
        };
        Ok(Self(Service::from_ref(state).session(&secret).await?))
    }
}
