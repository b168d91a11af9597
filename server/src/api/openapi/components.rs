//! What operations share: parameters, headers, problem replies, security schemes.

use serde_json::{Map, Value, json};

use crate::http::error::{PROBLEMS, ProblemType};

/// A reference to a component.
pub fn component(kind: &str, name: &str) -> Value {
    json!({ "$ref": format!("#/components/{kind}/{name}") })
}

/// A reference to a schema.
pub fn schema(name: &str) -> Value {
    component("schemas", name)
}

/// Parameters that several operations take.
pub fn parameters() -> Value {
    json!({
        "tileId": { "name": "id", "in": "path", "required": true, "description": "The tile, by the id that the page shows.",
            "schema": { "type": "string", "pattern": "^t_[a-z2-7]{12}$" }, "example": "t_k3v7q2mzab4c" },
        "historyVersion": { "name": "version", "in": "path", "required": true, "description": "A version that the history lists.",
            "schema": { "type": "string" }, "example": "7" },
        "ifMatch": { "name": "If-Match", "in": "header", "required": false,
            "description": "The `ETag` of the page the edit was made from, or `*`; its version part is compared. A weak tag (`W/`) never matches. The same as `baseVersion`; send one.",
            "schema": { "type": "string", "pattern": "^((W/)?\"[0-9]{1,18}(\\.[0-9]{1,18}){0,2}\"|\\*)$" }, "example": "\"7.2.0\"" },
        "ifNoneMatch": { "name": "If-None-Match", "in": "header", "required": false,
            "description": "The `ETag` you have, or several: 304 when one is still current. Anything else in it is ignored.", "schema": { "type": "string" }, "example": "\"7.2.0\"" },
        "idempotencyKey": { "name": "Idempotency-Key", "in": "header", "required": false,
            "description": "An id of your own for this call, remembered for a day. The same call again with it gives the first reply and changes nothing.",
            "schema": { "type": "string", "pattern": "^[!-~]{1,255}$" }, "example": "6f1c0a52-9d1e-4a5b-8f43-2b1f0c9d7e11" },
    })
}

/// Headers that several replies carry.
pub fn headers() -> Value {
    json!({
        "ETag": { "description": "Version, publish serial and facts serial of the page.", "required": true, "schema": { "type": "string" }, "example": "\"7.2.0\"" },
        "IdempotencyReplayed": { "description": "`true` when this is the stored reply to the first call.", "required": false, "schema": { "type": "string", "const": "true" } },
        "RetryAfter": { "description": "Seconds to wait.", "required": true, "schema": { "type": "integer", "minimum": 1 }, "example": 2 },
        "WwwAuthenticate": { "description": "Which credential to send (RFC 6750, RFC 9728).", "required": true, "schema": { "type": "string" } },
        "Location": { "description": "Where it is now.", "required": true, "schema": { "type": "string" }, "example": "/api/v1/public/ines-harrow" },
        "ContentDisposition": { "description": "A name for the file.", "required": true, "schema": { "type": "string" } },
    })
}

/// The security schemes (specification, Authentication).
pub fn security() -> Value {
    json!({
        "key": { "type": "http", "scheme": "bearer", "bearerFormat": "mantel_…",
            "description": "An API key, made on the Agents page of the dashboard and shown once." },
        "oauth": { "type": "oauth2", "description": "An OAuth 2.0 access token.", "flows": { "authorizationCode": {
            "authorizationUrl": "/api/auth/oauth2/authorize", "tokenUrl": "/api/auth/oauth2/token",
            "refreshUrl": "/api/auth/oauth2/token", "scopes": {
                "page:read": "Read your page, draft included, and what was counted of it",
                "page:add": "Read your page and add tiles and pictures to its draft",
                "page:write": "Read and edit your page" } } } },
    })
}

/// A reply for each status of the problem table; operations refer to them by [`problems`].
pub fn problem_replies() -> Value {
    let mut all: Map<String, Value> = Map::new();
    // 405 belongs to no operation: it is the reply to methods that are not described.
    for problem in PROBLEMS.iter().filter(|problem| problem.status != 405) {
        let codes: Vec<&ProblemType> = PROBLEMS.iter().filter(|other| other.status == problem.status).collect();
        all.entry(format!("Problem{}", problem.status)).or_insert_with(|| problem_reply(problem.status, &codes));
    }
    Value::Object(all)
}

fn problem_reply(status: u16, codes: &[&ProblemType]) -> Value {
    let about: Vec<_> = codes.iter().map(|code| format!("`{}`: {}", code.code, code.title)).collect();
    let names: Vec<_> = codes.iter().map(|code| code.code).collect();
    let examples: Map<_, _> =
        codes.iter().map(|code| (code.code.to_owned(), json!({ "value": example(code) }))).collect();
    let body = json!({ "allOf": [schema("Problem"), { "properties": { "status": { "const": status }, "code": { "enum": names } } }] });
    let mut out = json!({
        "description": about.join(". "),
        "content": { "application/problem+json": { "schema": body, "examples": examples } },
    });
    if let Some(header) = match status {
        401 => Some(("WWW-Authenticate", "WwwAuthenticate")),
        429 | 503 => Some(("Retry-After", "RetryAfter")),
        _ => None,
    } {
        out["headers"] = json!({ header.0: component("headers", header.1) });
    }
    out
}

fn example(problem: &ProblemType) -> Value {
    let mut out = json!({ "type": format!("/docs/errors#{}", problem.code), "title": problem.title, "status": problem.status,
        "detail": problem.advice, "code": problem.code });
    match problem.code {
        "invalid_input" => {
            out["errors"] =
                json!([{ "path": "/accent", "message": "\"red\" is not a colour; write six hex digits, like #9c3a34" }])
        }
        "version_conflict" => out["version"] = json!(8),
        _ if problem.status >= 500 => out["requestId"] = json!("r_0123456789abcdef"),
        _ => {}
    }
    out
}

/// The problem replies of an operation, by their statuses.
pub fn problems(statuses: &[u16]) -> Vec<(String, Value)> {
    statuses.iter().map(|status| (status.to_string(), component("responses", &format!("Problem{status}")))).collect()
}
