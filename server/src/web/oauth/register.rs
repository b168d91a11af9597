//! `POST /api/auth/oauth2/register`: a program introduces itself (RFC 7591).

use axum::body::Bytes;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use serde_json::Value;

use super::reply::{self, Reply};
use crate::http::json_body;
use crate::http::rate_limit::Kind;
use crate::service::oauth::OauthError;
use crate::state::{Address, App};

/// Longest registration, bytes.
const LENGTH: usize = 16 * 1024;

/// A client id.
pub async fn post(State(app): State<App>, Address(address): Address, headers: HeaderMap, bytes: Bytes) -> Reply {
    app.rates.take_address(Kind::Clients, address)?;
    let wrong = |words: String| OauthError::new("invalid_client_metadata", words);
    if bytes.len() > LENGTH {
        return Err(wrong(format!("A registration is at most {LENGTH} bytes.")));
    }
    let said = json_body::json(&headers, &bytes).map_err(|error| wrong(error.words().1.to_owned()))?;
    let Value::Object(said) = said else { return Err(wrong("A registration is a JSON object.".to_owned())) };
    Ok(reply::secret(StatusCode::CREATED, &app.service.register_client(&said).await?))
}
