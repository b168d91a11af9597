//! The draft as a picture, in hosts that show views (MCP Apps, `io.modelcontextprotocol/ui`).
//!
//! The view is one file. It asks the host for `mantel://draft.html`, which the one renderer draws, and shows it; where
//! the host does not read resources for it, it shows the sketch of the tool's result.

use rmcp::model::{JsonObject, MetaObject, ServerCapabilities};
use serde_json::{Value, json};

/// Where the view is.
pub const URI: &str = "ui://mantel/draft";
/// Its type.
pub const KIND: &str = "text/html;profile=mcp-app";
/// The view.
pub const HTML: &str = include_str!("app_view.html");

const EXTENSION: &str = "io.modelcontextprotocol/ui";

/// Tells that there are views.
pub fn declare(capabilities: &mut ServerCapabilities) {
    let settings = object(json!({ "mimeTypes": [KIND] }));
    capabilities.extensions.get_or_insert_default().insert(EXTENSION.to_owned(), settings);
}

/// Whether a tool's result is shown in the view.
pub fn shows(tool: &str) -> bool {
    tool == "get_page"
}

/// What a tool that is shown says of it.
pub fn meta() -> MetaObject {
    meta_of(json!({ "ui": { "resourceUri": URI, "visibility": ["model", "app"] } }))
}

/// What the view needs: styles, fonts and pictures of this server.
pub fn needs(base_url: &str) -> MetaObject {
    meta_of(json!({ "ui": { "csp": { "resourceDomains": [base_url], "connectDomains": [] }, "prefersBorder": true } }))
}

fn meta_of(value: Value) -> MetaObject {
    serde_json::from_value(value).unwrap_or_default()
}

fn object(value: Value) -> JsonObject {
    value.as_object().cloned().unwrap_or_default()
}
