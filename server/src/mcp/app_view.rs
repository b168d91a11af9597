//! The draft as a rendered view, in hosts that show views (MCP Apps, `io.modelcontextprotocol/ui`).
//!
//! The view is one file. It asks the host for `mantel://draft.html` and shows it; if the host does not read resources
//! for it, it shows the sketch in the tool's result.

use rmcp::model::{JsonObject, MetaObject, ServerCapabilities};
use serde_json::{Value, json};

/// The view's URI.
pub const URI: &str = "ui://mantel/draft";
/// Its media type.
pub const KIND: &str = "text/html;profile=mcp-app";
/// The view.
pub const HTML: &str = include_str!("app_view.html");

const EXTENSION: &str = "io.modelcontextprotocol/ui";

/// Declares the views extension.
pub fn declare(capabilities: &mut ServerCapabilities) {
    let settings = object(json!({ "mimeTypes": [KIND] }));
    capabilities.extensions.get_or_insert_default().insert(EXTENSION.to_owned(), settings);
}

/// Whether the view shows a tool's result.
pub fn shows(tool: &str) -> bool {
    tool == "get_page"
}

/// The metadata of a tool whose result the view shows.
pub fn meta() -> MetaObject {
    meta_of(json!({ "ui": { "resourceUri": URI, "visibility": ["model", "app"] } }))
}

/// What the view may load: styles, fonts and images of this server.
pub fn needs(base_url: &str) -> MetaObject {
    meta_of(json!({ "ui": { "csp": { "resourceDomains": [base_url], "connectDomains": [] }, "prefersBorder": true } }))
}

fn meta_of(value: Value) -> MetaObject {
    serde_json::from_value(value).unwrap_or_default()
}

fn object(value: Value) -> JsonObject {
    value.as_object().cloned().unwrap_or_default()
}
