//! The MCP server at `/api/mcp`.

mod isolation;
mod pictures;
mod protocol;
mod tools;
mod walks;

use std::sync::atomic::{AtomicU64, Ordering};

use serde_json::{Value, json};

use crate::support::{Actor, Reply};

const MODERN: &str = "2026-07-28";

/// A request of the modern protocol version: it contains everything it needs.
pub fn modern(method: &str, params: Value) -> (Value, Vec<(&'static str, String)>) {
    static ID: AtomicU64 = AtomicU64::new(1);
    let mut params = params;
    params["_meta"] = json!({
        "io.modelcontextprotocol/protocolVersion": MODERN,
        "io.modelcontextprotocol/clientCapabilities": {},
        "io.modelcontextprotocol/clientInfo": { "name": "test", "version": "1" },
    });
    let mut headers = vec![("mcp-protocol-version", MODERN.to_owned()), ("mcp-method", method.to_owned())];
    let name = params.get("name").or(params.get("uri")).and_then(Value::as_str);
    headers.extend(name.map(|name| ("mcp-name", name.to_owned())));
    let id = ID.fetch_add(1, Ordering::Relaxed);
    (json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params }), headers)
}

/// Sends a modern request.
pub async fn send(person: &Actor, method: &str, params: Value) -> Reply {
    let (body, headers) = modern(method, params);
    let mut person = person.clone();
    for (name, value) in headers {
        person = person.with(name, &value);
    }
    person.post("/api/mcp", body).await
}

/// The result of a modern request.
pub async fn ask(person: &Actor, method: &str, params: Value) -> Value {
    let reply = send(person, method, params).await.expect(200);
    let body = reply.body();
    assert!(body["error"].is_null(), "{body}");
    body["result"].clone()
}

/// The one tool that answers in words beside its structured content.
const IN_WORDS: &str = "get_insights";

/// Calls a tool that must succeed; returns its structured content, which must equal its text.
pub async fn call(person: &Actor, tool: &str, arguments: Value) -> Value {
    let result = ask(person, "tools/call", json!({ "name": tool, "arguments": arguments })).await;
    assert_ne!(result["isError"], true, "{result}");
    let (text, told) = (result["content"][0]["text"].as_str().unwrap(), result["structuredContent"].clone());
    if tool == IN_WORDS {
        assert!(text.ends_with(&format!("\nNext: {}", told["next"].as_str().unwrap())), "{text}");
    } else {
        assert_eq!(serde_json::from_str::<Value>(text).unwrap(), told);
    }
    told
}

/// Calls a tool that must fail; returns its message, whose parts are all in the structured content.
pub async fn refused(person: &Actor, tool: &str, arguments: Value) -> String {
    let result = ask(person, "tools/call", json!({ "name": tool, "arguments": arguments })).await;
    assert_eq!((&result["isError"], result["content"].as_array().unwrap().len()), (&json!(true), 1), "{result}");
    let (text, told) = (result["content"][0]["text"].as_str().unwrap(), &result["structuredContent"]);
    let mut parts = vec![&told["code"], &told["detail"], &told["next"]];
    for error in told["errors"].as_array().into_iter().flatten() {
        parts.extend([&error["path"], &error["message"]]);
        parts.extend(error.get("received"));
    }
    for part in parts {
        assert!(text.contains(part.as_str().unwrap()), "{part} is not in {text}");
    }
    assert!(!text.contains("/api/v1"), "{text}");
    text.to_owned()
}
