//! `GET /api/v1/options`: every allowed value.

use axum::extract::State;
use axum::http::{HeaderValue, StatusCode, header};

use crate::http::client_address::ClientAddress;
use crate::http::rate_limit::Kind;
use crate::http::reply::{self, Reply};
use crate::state::App;

/// All allowed values, as in the tool `list_options`.
pub async fn get(State(app): State<App>, ClientAddress(address): ClientAddress) -> Reply {
    app.rate_limits.take_address(Kind::Public, address)?;
    let mut response = reply::json(StatusCode::OK, &mantel_model::api::options());
    response.headers_mut().insert(header::CACHE_CONTROL, HeaderValue::from_static("public, max-age=300"));
    Ok(response)
}
