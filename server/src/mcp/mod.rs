//! The MCP server at `/api/mcp`: the tools over the same service as REST, for any host.
//!
//! Streamable HTTP, stateless, both eras of the protocol at one address: a request carries everything it needs, so any
//! node can handle it. The caller is read from each request's credential and not stored.

mod app_view;
mod body;
mod card_calls;
mod data_pictures;
mod endpoint;
mod error;
mod handler;
mod prompts;
mod renderers;
mod resources;
mod schema;
mod server_card;
mod skill;
mod tools;

use axum::routing::{MethodRouter, any, get};
pub use endpoint::Endpoint;
pub use renderers::{CardContent, Renderers};

use crate::http::cors::callable_by_any_site;
use crate::state::App;

/// Every route of the MCP server.
pub fn routes() -> Vec<(&'static str, MethodRouter<App>)> {
    vec![
        ("/api/mcp", callable_by_any_site(any(endpoint::answer))),
        ("/api/mcp/server-card", get(server_card::card)),
        ("/.well-known/ai-catalog.json", get(server_card::catalog)),
        ("/llms.txt", get(server_card::llms_txt)),
        ("/skill.md", get(skill::file)),
    ]
}
