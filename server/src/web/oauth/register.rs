//! `POST /api/auth/oauth2/register`: registers a client (RFC 7591).

use axum::extract::{Request, State};
use axum::http::{HeaderMap, StatusCode};
use axum::response::IntoResponse;
use serde_json::Value;

use super::reply::{self, Reply};
use crate::http::body_reader;
use crate::http::client_address::ClientAddress;
use crate::http::json_body;
use crate::http::rate_limit::Kind;
use crate::service::oauth::OauthError;
use crate::state::App;

/// Maximum size of a registration, bytes.
const MAX_BYTES: usize = 16 * 1024;

/// Registers a client and replies with its id.
pub async fn post(
    State(app): State<App>,
    ClientAddress(address): ClientAddress,
    headers: HeaderMap,
    request: Request,
) -> Reply {
    app.rate_limits.take_address(Kind::Clients, address)?;
    let bytes = match body_reader::form(request).await {
        Ok(bytes) => bytes,
        Err(refusal) => return Ok(refusal.into_response()),
    };
    let invalid = |description: String| OauthError::new("invalid_client_metadata", description);
    if bytes.len() > MAX_BYTES {
        return Err(invalid(format!("A registration is at most {MAX_BYTES} bytes.")));
    }
    let metadata = json_body::json(&headers, &bytes).map_err(|error| invalid(error.title_and_detail().1.to_owned()))?;
    let Value::Object(metadata) = metadata else { return Err(invalid("A registration is a JSON object.".to_owned())) };
    Ok(reply::secret(StatusCode::CREATED, &app.service.register_client(&metadata).await?))
}
