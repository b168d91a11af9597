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

/// The session that was looked up for this request.
#[derive(Clone, Debug)]
struct Known(Option<Session>);

impl<S> FromRequestParts<S> for SignedIn
where
    S: Send + Sync,
    Service: FromRef<S>,
    Arc<Config>: FromRef<S>,
{
    type Rejection = Refusal;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Refusal> {
        // Looked up once for a request, by whoever asks first.
        if let Some(Known(session)) = parts.extensions.get::<Known>() {
            return Ok(Self(session.clone()));
        }
        let session = match cookie::read(&parts.headers, &Arc::<Config>::from_ref(state)) {
            Some(secret) => Service::from_ref(state).session(&secret).await?,
            None => None,
        };
        parts.extensions.insert(Known(session.clone()));
        Ok(Self(session))
    }
}
