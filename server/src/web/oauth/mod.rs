//! The authorization server over HTTP: metadata, registration, consent, tokens (RFC 6749, 7591, 8414, 9728; OAuth 2.1).

mod authorize;
mod form_body;
mod metadata;
mod register;
mod reply;
mod revoke;
mod token;

use axum::routing::{MethodRouter, get, post};

use crate::http::cors;
use crate::state::App;

/// The authorization endpoint.
pub const AUTHORIZE: &str = "/api/auth/oauth2/authorize";
/// The token endpoint.
const TOKEN: &str = "/api/auth/oauth2/token";
/// The registration endpoint.
const REGISTER: &str = "/api/auth/oauth2/register";
/// The revocation endpoint.
const REVOKE: &str = "/api/auth/oauth2/revoke";

/// Every route of the authorization server.
pub fn routes() -> Vec<(&'static str, MethodRouter<App>)> {
    vec![
        ("/.well-known/oauth-protected-resource", get(metadata::resource).options(cors::bearer_preflight)),
        ("/.well-known/oauth-protected-resource/api/mcp", get(metadata::resource).options(cors::bearer_preflight)),
        ("/.well-known/oauth-authorization-server", get(metadata::server).options(cors::bearer_preflight)),
        ("/.well-known/openid-configuration", get(metadata::server).options(cors::bearer_preflight)),
        (AUTHORIZE, get(authorize::show).post(authorize::decide)),
        (TOKEN, post(token::post).options(cors::bearer_preflight)),
        (REGISTER, post(register::post).options(cors::bearer_preflight)),
        (REVOKE, post(revoke::post).options(cors::bearer_preflight)),
    ]
}
