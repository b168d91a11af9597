//! The metadata that clients read first: RFC 8414 (and its OpenID counterpart) and RFC 9728.

use axum::Json;
use axum::extract::State;
use axum::http::{HeaderValue, header};
use axum::response::{IntoResponse, Response};
use serde_json::{Value, json};

use super::{AUTHORIZE, REGISTER, REVOKE, TOKEN};
use crate::http::cors;
use crate::service::oauth::{ADD, OFFLINE, READ, WRITE};
use crate::state::App;

/// The protected resource: its one authorization server is this service.
pub async fn resource(State(app): State<App>) -> Response {
    let base = &app.config.base_url;
    public(json!({
        "resource": format!("{base}/api/mcp"),
        "authorization_servers": [base],
        "scopes_supported": [WRITE],
        "bearer_methods_supported": ["header"],
        "resource_name": "Mantel",
    }))
}

/// The authorization server.
pub async fn server(State(app): State<App>) -> Response {
    let base = &app.config.base_url;
    let at = |path: &str| format!("{base}{path}");
    let mut body = json!({
        "issuer": base,
        "authorization_endpoint": at(AUTHORIZE),
        "token_endpoint": at(TOKEN),
        "registration_endpoint": at(REGISTER),
        "revocation_endpoint": at(REVOKE),
        "response_types_supported": ["code"],
        "response_modes_supported": ["query"],
        "grant_types_supported": ["authorization_code", "refresh_token"],
        "code_challenge_methods_supported": ["S256"],
        "token_endpoint_auth_methods_supported": ["none"],
        "revocation_endpoint_auth_methods_supported": ["none"],
        "authorization_response_iss_parameter_supported": true,
        "scopes_supported": [READ, ADD, WRITE, OFFLINE],
    });
    // Clients that see this do not fall back to registration, so it is stated only where documents can be fetched.
    if app.config.cimd && app.outbound.is_enabled() {
        body["client_id_metadata_document_supported"] = Value::Bool(true);
    }
    public(body)
}

fn public(body: Value) -> Response {
    let mut response = Json(body).into_response();
    let headers = response.headers_mut();
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("public, max-age=300"));
    cors::allow_any_origin(headers);
    response
}
