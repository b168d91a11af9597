//! The HTTP endpoint: checks the caller, the host and the origin, and hands the request to rmcp's transport.

use std::collections::HashMap;
use std::fmt;
use std::net::IpAddr;
use std::sync::Arc;

use axum::body::{Body, HttpBody as _};
use axum::extract::{Request, State};
use axum::http::{HeaderValue, Method, StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::{Extension, Json};
use mantel_model::limits::BODY_BYTES;
use rmcp::transport::streamable_http_server::session::never::NeverSessionManager;
use rmcp::transport::streamable_http_server::{StreamableHttpServerConfig, StreamableHttpService};
use serde::de::IgnoredAny;
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::handler::Handler;
use super::renderers::Renderers;
use crate::config::Config;
use crate::heavy_work;
use crate::http::error::Refusal;
use crate::http::rate_limit::Kind;
use crate::http::{body_reader, identity};
use crate::state::App;
use crate::strict_json;

/// What a message's handler knows of its arrival: the transport handles it in a task of its own.
#[derive(Clone, Copy, Debug)]
pub struct MessageOrigin {
    /// Its length.
    pub bytes: usize,
    /// Whose heavy work it is.
    pub client: Option<IpAddr>,
}

type Transport = StreamableHttpService<Handler, NeverSessionManager>;

/// The transport, created once for the configured base URL.
#[derive(Clone)]
pub struct Endpoint(Arc<Transport>);

impl fmt::Debug for Endpoint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Endpoint")
    }
}

impl Endpoint {
    /// The endpoint of an instance: `Host` must match the base URL, and `Origin` is the one of a site, if it is sent.
    pub fn new(config: &Config, renderers: Renderers) -> Self {
        let settings = StreamableHttpServerConfig::default()
            .with_legacy_session_mode(false)
            .with_json_response(true)
            .with_allowed_hosts([config.host()])
            .with_allowed_origins([origin(&config.base_url)])
            .with_max_request_body_bytes(BODY_BYTES);
        Self(Arc::new(StreamableHttpService::new(move || Ok(Handler { renderers }), Arc::default(), settings)))
    }
}

/// An origin including its port, as the transport compares it.
fn origin(base_url: &str) -> String {
    let port = if base_url.starts_with("https:") { 443 } else { 80 };
    let named = base_url.rsplit(':').next().is_some_and(|part| part.bytes().all(|byte| byte.is_ascii_digit()));
    if named { base_url.to_owned() } else { format!("{base_url}:{port}") }
}

/// Whether an origin is that of a page on the web.
fn is_site(origin: &HeaderValue) -> bool {
    let text = origin.to_str().unwrap_or_default();
    ["https://", "http://"].iter().any(|scheme| text.strip_prefix(scheme).is_some_and(|host| !host.is_empty()))
}

/// Handles one message. The caller and the application travel with the request; no state is kept between messages.
pub async fn answer(State(app): State<App>, Extension(endpoint): Extension<Endpoint>, request: Request) -> Response {
    let (mut parts, body) = request.into_parts();
    let caller = match identity::caller(&parts, &app).await {
        Ok(caller) => caller,
        Err(refusal) => return refusal.into_response(),
    };
    // Whatever the method: only a tool that edits counts for more.
    if let Err(error) = app.rate_limits.take_caller(Kind::Reads, &caller) {
        return Refusal::from(error).into_response();
    }
    // Only messages have a body, and it is read once the caller is known.
    let body = if parts.method == Method::POST {
        match body_reader::json(Request::from_parts(parts.clone(), body)).await {
            Ok(message) => {
                // What says that it is no JSON is refused by the transport.
                let says_json = parts.headers.get(header::CONTENT_TYPE).is_some_and(|kind| {
                    kind.as_bytes().get(..16).is_some_and(|kind| kind.eq_ignore_ascii_case(b"application/json"))
                });
                let check = || if says_json { check(&message) } else { Ok(()) };
                if let Err(refused) = heavy_work::run_for_bytes(message.len(), check).await {
                    return refused;
                }
                Body::from(message)
            }
            Err(refusal) => return too_large(refusal).into_response(),
        }
    } else {
        Body::empty()
    };
    let bytes = body.size_hint().lower();
    let bytes = usize::try_from(bytes).unwrap_or(usize::MAX);
    // The caller was known by a bearer, which no page of another site has by itself; `Host` keeps out names that were made to
    // lead here. An origin that is no site's (null, file:) goes on to the transport, which refuses it.
    if parts.headers.get(header::ORIGIN).is_some_and(is_site) {
        parts.headers.remove(header::ORIGIN);
    }
    parts.extensions.insert(caller);
    parts.extensions.insert(app.clone());
    parts.extensions.insert(MessageOrigin { bytes, client: heavy_work::client() });
    // Plain HTTP clients send `*/*` or nothing; JSON suits them all.
    parts.headers.insert(header::ACCEPT, HeaderValue::from_static("application/json, text/event-stream"));
    // On the heap: otherwise every future around it is as large, and copied whenever it is moved.
    let handling = Box::pin(endpoint.0.handle(Request::from_parts(parts, body)));
    let response = heavy_work::run_message(bytes, handling).await;
    let mut response = as_problem(response.map(Body::new)).await;
    response.headers_mut().entry(header::CACHE_CONTROL).or_insert(HeaderValue::from_static("no-store"));
    response
}

/// The refusal of a message; of one that is too large, with the way for what most likely made it so.
fn too_large(refusal: Refusal) -> Refusal {
    if refusal.code() != "body_too_large" {
        return refusal;
    }
    let (_, detail) = refusal.title_and_detail();
    let way = "A picture that is too large for a call is sent to the address that the tool list_options gives with the \
               topic upload.";
    Refusal::new("body_too_large", format!("{detail} {way}"))
}

/// Checks that a body is one message. What is none gets the protocol's own error: broken JSON, or several messages at once,
/// which the protocol gave up in its version of 2025-06-18.
fn check(message: &[u8]) -> Result<(), Response> {
    strict_json::check_values(message).map_err(|why| Refusal::new("invalid_json", why).into_response())?;
    // A list would be read as the fields in their order.
    let is_batch = message.trim_ascii_start().starts_with(b"[");
    if !is_batch && serde_json::from_slice::<Message>(message).is_ok_and(|read| read.is_whole()) {
        return Ok(());
    }
    let (id, (code, words)) = match serde_json::from_slice::<IgnoredAny>(message) {
        Err(error) => (None, (-32700, format!("the message is not JSON: {error}"))),
        Ok(_) if is_batch => {
            (None, (-32600, "one message to a request; send those of a batch one after the other".to_owned()))
        }
        Ok(_) => {
            let found = serde_json::from_slice::<Identified>(message).ok();
            (found.map(|found| found.id), (-32600, NO_MESSAGE.to_owned()))
        }
    };
    let body = json!({ "jsonrpc": "2.0", "id": id, "error": { "code": code, "message": words } });
    Err((StatusCode::BAD_REQUEST, [(header::CACHE_CONTROL, "no-store")], Json(body)).into_response())
}

/// What is told of JSON that is no message.
const NO_MESSAGE: &str = "this JSON is no message: it has jsonrpc \"2.0\", a method, for a request an id that is a text or a \
                          whole number, and params that are an object";

/// What every message has (JSON-RPC 2.0, and MCP, which gives parameters by name); whatever is in it is skipped.
#[derive(Deserialize)]
struct Message {
    jsonrpc: String,
    #[serde(rename = "id")]
    _id: Option<Id>,
    method: Option<String>,
    #[serde(rename = "params")]
    _params: Option<HashMap<String, IgnoredAny>>,
    result: Option<IgnoredAny>,
    error: Option<IgnoredAny>,
}

impl Message {
    fn is_whole(&self) -> bool {
        self.jsonrpc == "2.0" && (self.method.is_some() || self.result.is_some() || self.error.is_some())
    }
}

/// What a request and its reply have in common.
#[derive(Deserialize, Serialize)]
#[serde(untagged)]
enum Id {
    Number(i64),
    Text(String),
}

/// The id of a message of which nothing else is certain.
#[derive(Deserialize)]
struct Identified {
    id: Id,
}

/// Turns the transport's plain-text refusals into problem details like those of the API.
async fn as_problem(response: Response) -> Response {
    let code = match response.status() {
        StatusCode::FORBIDDEN => "cross_site",
        StatusCode::UNSUPPORTED_MEDIA_TYPE => "unsupported_media_type",
        StatusCode::BAD_REQUEST => "invalid_json",
        StatusCode::PAYLOAD_TOO_LARGE => "body_too_large",
        _ => return response,
    };
    if response.headers().contains_key(header::CONTENT_TYPE) {
        return response;
    }
    let message = axum::body::to_bytes(response.into_body(), 4096).await.unwrap_or_default();
    Refusal::new(code, format!("{}.", String::from_utf8_lossy(&message).trim_end_matches('.'))).into_response()
}

#[cfg(test)]
mod tests {
    #[test]
    fn an_origin_names_its_port() {
        assert_eq!(super::origin("https://mantel.page"), "https://mantel.page:443");
        assert_eq!(super::origin("http://localhost:3000"), "http://localhost:3000");
        assert_eq!(super::origin("http://mantel.example"), "http://mantel.example:80");
    }
}
