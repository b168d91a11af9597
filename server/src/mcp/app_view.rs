//! The draft and cards of changes as a rendered view, in hosts that show views (MCP Apps, `io.modelcontextprotocol/ui`).
//!
//! The view is one file. It asks the host for the document that a tool's result is about (`mantel://draft.html`,
//! `mantel://card.html`, `mantel://changes/7.html`) and shows it; if the host does not read resources for it, it shows the words
//! or the sketch in the result. Its calls run with the agent's own rights, so it publishes only where the agent may; otherwise its
//! button opens a link, and the owner decides there (screens2, 6).

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

/// The tools whose results the view shows. Each costs every conversation about 17 tokens.
const SHOWN: [&str; 10] = [
    "get_page",
    "import_page",
    "add_tile",
    "update_tile",
    "move_tile",
    "remove_tile",
    "set_theme",
    "set_profile",
    "publish",
    "undo",
];

/// Whether the view shows a tool's result.
pub fn shows(tool: &str) -> bool {
    SHOWN.contains(&tool)
}

/// The metadata of a tool whose result the view shows. Without `visibility`, models and views may call it.
pub fn meta() -> MetaObject {
    meta_of(json!({ "ui": { "resourceUri": URI } }))
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
