//! Discovery of the server before anyone connects: its card, the domain's catalogue, `/llms.txt`.

use axum::extract::State;
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde_json::{Value, json};

use crate::http::etag;
use crate::service::secret;
use crate::state::App;

/// The card's media type (SEP-2127).
const CARD: &str = "application/mcp-server-card+json";
const SCHEMA: &str = "https://static.modelcontextprotocol.io/schemas/v1/server-card.schema.json";
const ABOUT: &str = "Build and keep a link-in-bio page: tiles, looks, draft and publish.";

/// `GET /api/mcp/server-card`.
pub async fn card(State(app): State<App>, headers: HeaderMap) -> Response {
    public(&headers, CARD, &content(&app))
}

/// `GET /.well-known/ai-catalog.json`: what the domain offers, namely this server.
pub async fn catalog(State(app): State<App>, headers: HeaderMap) -> Response {
    let base = &app.config.base_url;
    let entry = json!({
        "identifier": format!("urn:mcp:{}", name(base)),
        "displayName": "Mantel",
        "description": ABOUT,
        "mediaType": CARD,
        "url": format!("{base}/api/mcp/server-card"),
    });
    let body =
        json!({ "specVersion": "1.0", "host": { "displayName": "Mantel", "identifier": base }, "entries": [entry] });
    public(&headers, "application/json", &body)
}

/// The card: who, what, where. Tools are listed over the connection itself.
pub fn content(app: &App) -> Value {
    let base = &app.config.base_url;
    json!({
        "$schema": SCHEMA,
        "name": name(base),
        "title": "Mantel",
        "description": ABOUT,
        "version": env!("CARGO_PKG_VERSION"),
        "websiteUrl": base,
        "icons": [{ "src": format!("{base}/favicon.svg"), "mimeType": "image/svg+xml", "sizes": ["any"] }],
        "remotes": [{
            "type": "streamable-http",
            "url": format!("{base}/api/mcp"),
            "supportedProtocolVersions": ["2026-07-28", "2025-11-25"],
        }],
    })
}

/// The reverse-DNS name of the server at a base address: `page.mantel/mantel`.
fn name(base: &str) -> String {
    let host = base.split_once("://").map_or(base, |(_, host)| host);
    let host = host.split(':').next().unwrap_or(host);
    let reversed: Vec<_> = host.split('.').rev().collect();
    format!("{}/mantel", reversed.join("."))
}

fn public(headers: &HeaderMap, kind: &'static str, body: &Value) -> Response {
    let bytes = serde_json::to_vec(body).unwrap_or_default();
    let etag = format!("\"{}\"", secret::hash(&bytes).get(..16).unwrap_or_default());
    let mut response = if etag::unchanged(headers, &etag) {
        etag::not_modified(&etag)
    } else {
        etag::tagged((StatusCode::OK, [(header::CONTENT_TYPE, kind)], bytes).into_response(), &etag)
    };
    let out = response.headers_mut();
    out.insert(header::ACCESS_CONTROL_ALLOW_ORIGIN, HeaderValue::from_static("*"));
    out.insert(header::CACHE_CONTROL, HeaderValue::from_static("public, max-age=3600"));
    response
}

/// `GET /llms.txt`: the service for text-only readers (llmstxt.org).
pub async fn llms_txt(State(app): State<App>) -> Response {
    let base = &app.config.base_url;
    let text = format!(
        "# Mantel\n\n\
         > A link-in-bio service where a page looks made by hand, and where a person in an editor and an agent work on the \
         same page. Edits change a draft; publish makes it live.\n\n\
         An account owns one page of tiles: links, notes, pictures, socials, video, music, repositories. It is operated \
         through a browser, a REST API, an MCP server, a command-line tool or one page file. A page is public at \
         {base}/<username>, as JSON at {base}/api/v1/public/<username>, as text at {base}/<username>/llms.txt.\n\n\
         ## For agents\n\n\
         - [MCP server]({base}/api/mcp): Streamable HTTP; OAuth or Authorization: Bearer with an API key. Start with get_page.\n\
         - [Skill: building a page]({base}/skill.md): how to build a good page with the tools.\n\
         - [Server card]({base}/api/mcp/server-card): where and how to connect.\n\n\
         ## For programs\n\n\
         - [OpenAPI description]({base}/openapi.json): the REST API, version 1.\n\
         - [API reference]({base}/docs/api): the same, to read.\n\
         - [Schema of the brief]({base}/schema/brief.schema.json): a whole page in a few lines of JSON.\n\
         - [Schema of the page file]({base}/schema/page.schema.json): a whole page exactly.\n\
         - [Errors]({base}/docs/errors): every problem and what to do about it.\n\n\
         ## Optional\n\n\
         - [Build a page from a brief]({base}/new): {base}/new?name=…&links=… or {base}/new#p=<base64url of a brief> shows it at once.\n"
    );
    ([(header::CONTENT_TYPE, "text/plain; charset=utf-8"), (header::CACHE_CONTROL, "public, max-age=3600")], text)
        .into_response()
}
