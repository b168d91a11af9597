//! The rates of people in browsers: those of their account once they are signed in, else that of their address.

use axum::extract::FromRequestParts;
use axum::http::Method;
use axum::http::request::Parts;

use crate::http::client_address;
use crate::http::error::Refusal;
use crate::http::rate_limit::Kind;
use crate::http::session::SignedIn;
use crate::service::{Error, Session};
use crate::state::App;

/// Takes a token of the reads of somebody who is signed in and looks at something. Forms count when they are read.
///
/// # Errors
/// `RateLimited` with the seconds to wait.
pub fn take_read(app: &App, method: &Method, session: &Session) -> Result<(), Error> {
    match *method {
        Method::GET | Method::HEAD => app.rate_limits.take_caller(Kind::Reads, &session.caller),
        _ => Ok(()),
    }
}

/// Takes a token for a form: of the edits of somebody who is signed in, or of the public rate. A cookie that is no session
/// spares nobody the latter.
///
/// # Errors
/// `RateLimited` with the seconds to wait, or when the database does not answer.
pub async fn take_form(app: &App, parts: &mut Parts) -> Result<(), Refusal> {
    if let SignedIn(Some(session)) = SignedIn::from_request_parts(parts, app).await? {
        return Ok(app.rate_limits.take_caller(Kind::Edits, &session.caller)?);
    }
    let address = client_address::of_request(parts, &app.config.trusted_proxies);
    Ok(app.rate_limits.take_address(Kind::Public, address)?)
}
