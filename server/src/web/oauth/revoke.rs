//! `POST /api/auth/oauth2/revoke`: a token is given back (RFC 7009). The answer is always the same.

use axum::body::Bytes;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use serde_json::json;

use super::form::Form;
use super::reply::{self, Reply};
use crate::http::client_address::ClientAddress;
use crate::http::rate_limit::Kind;
use crate::state::App;

/// Ends a token, if it is one and the client's.
pub async fn post(
    State(app): State<App>,
    ClientAddress(address): ClientAddress,
    headers: HeaderMap,
    body: Bytes,
) -> Reply {
    app.rate_limits.take_address(Kind::Public, address)?;
    if let Ok(form) = Form::read(&headers, &body) {
        app.service.revoke_token(form.get("token"), form.get("client_id")).await?;
    }
    Ok(reply::secret(StatusCode::OK, &json!({})))
}
