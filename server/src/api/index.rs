//! `GET /api/v1`: where everything is.

use axum::extract::State;
use axum::http::{HeaderValue, StatusCode, header};
use mantel_model::api::Index;

use crate::http::client_address::ClientAddress;
use crate::http::rate_limit::Kind;
use crate::http::reply::{self, Reply};
use crate::state::App;

/// The addresses that a program starts from.
pub async fn get(State(app): State<App>, ClientAddress(address): ClientAddress) -> Reply {
    app.rate_limits.take_address(Kind::Public, address)?;
    let at = |path: &str| format!("{}{path}", app.config.base_url);
    let index = Index {
        name: "Mantel".to_owned(),
        version: env!("CARGO_PKG_VERSION").to_owned(),
        documentation: at("/docs"),
        description: at("/openapi.json"),
        schemas: at("/schema"),
        options: at("/api/v1/options"),
        page: at("/api/v1/page"),
        public_page: at("/api/v1/public/{username}"),
        mcp: at("/api/mcp"),
    };
    let mut response = reply::json(StatusCode::OK, &index);
    response.headers_mut().insert(header::CACHE_CONTROL, HeaderValue::from_static("public, max-age=300"));
    Ok(response)
}
