//! `POST /api/auth/oauth2/revoke`: revokes a token (RFC 7009). The reply is always the same.

use axum::extract::{Request, State};
use axum::http::{HeaderMap, StatusCode};
use axum::response::IntoResponse;
use serde_json::json;

use super::form_body::FormBody;
use super::reply::{self, Reply};
use crate::http::body_reader;
use crate::http::client_address::ClientAddress;
use crate::http::rate_limit::Kind;
use crate::state::App;

/// Revokes a token, if it exists and is the client's.
pub async fn post(
    State(app): State<App>,
    ClientAddress(address): ClientAddress,
    headers: HeaderMap,
    request: Request,
) -> Reply {
    app.rate_limits.take_address(Kind::Public, address)?;
    let body = match body_reader::form(request).await {
        Ok(body) => body,
        Err(refusal) => return Ok(refusal.into_response()),
    };
    if let Ok(form) = FormBody::read(&headers, &body) {
        app.service.revoke_token(form.get("token"), form.get("client_id")).await?;
    }
    Ok(reply::secret(StatusCode::OK, &json!({})))
}
