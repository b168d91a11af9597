//! `POST /api/auth/session/token`: gives a signed-in browser a bearer token for the API, valid for ten minutes.
//!
//! The only place where a cookie gives access to the API, so the request must provably come from a page of this
//! service.

use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use serde::Serialize;

use crate::clock::rfc3339;
use crate::http::error::Refusal;
use crate::http::rate_limit::Kind;
use crate::http::reply::{self, Reply};
use crate::http::session::csrf::RequestOrigin;
use crate::http::session::{SignedIn, csrf};
use crate::service::Error;
use crate::state::App;

/// The reply.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct Token {
    token: String,
    expires_at: String,
    /// Seconds until it expires.
    expires_in: i64,
}

/// Creates a bearer token for the session.
pub async fn post(State(app): State<App>, headers: HeaderMap, SignedIn(session): SignedIn) -> Reply {
    if csrf::origin(&headers, &app.config) != RequestOrigin::SameOrigin {
        return Err(Refusal::new("cross_site", "This must be asked by a page of this service."));
    }
    let session = session.ok_or(Error::Unauthorized("You are not signed in: sign in and ask again."))?;
    app.rate_limits.take_caller(Kind::Reads, &session.caller)?;
    let (token, until) = app.service.make_bearer(&session).await?;
    Ok(reply::json(StatusCode::OK, &Token { token, expires_at: rfc3339(until), expires_in: 600 }))
}
