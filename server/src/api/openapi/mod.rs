//! The OpenAPI 3.1 description of the API, generated from the types and tables that the handlers use.
//!
//! `schema/openapi.json` is its golden copy, served at `/openapi.json`. Tests check that the two are equal
//! (`UPDATE_SCHEMA=1` rewrites the file), that the operations match the router, and that every reply in the tests
//! matches the description.

mod components;
mod examples;
mod insights;
mod operations;
mod schemas;

use components::problem_replies;
pub use operations::{Operation, operations};
use serde_json::{Map, Value, json};

/// The whole description.
pub fn description() -> Value {
    let mut paths: Map<String, Value> = Map::new();
    for operation in operations() {
        let path = paths.entry(operation.path).or_insert_with(|| json!({}));
        if let Some(map) = path.as_object_mut() {
            map.insert(operation.method.to_owned(), operation.described());
        }
    }
    json!({
        "openapi": "3.1.0",
        "jsonSchemaDialect": "https://json-schema.org/draft/2020-12/schema",
        "info": {
            "title": "Mantel",
            "version": "1",
            "summary": "One link-in-bio page an account: edit its draft, publish it.",
            "description": ABOUT,
            "license": { "name": "MIT OR Apache-2.0", "identifier": "MIT OR Apache-2.0" },
        },
        "servers": [{ "url": "/", "description": "The server that serves this description." }],
        "tags": TAGS.iter().map(|(name, about)| json!({ "name": name, "description": about })).collect::<Vec<_>>(),
        "security": [{ "key": [] }, { "oauth": ["page:write"] }],
        "paths": paths,
        "components": {
            "schemas": schemas::schemas(),
            "parameters": components::parameters(),
            "headers": components::headers(),
            "responses": problem_replies(),
            "securitySchemes": components::security(),
        },
    })
}

const TAGS: &[(&str, &str)] = &[
    ("Page", "The draft as a whole, and its life: claimed, replaced, deleted."),
    ("Tiles", "Links, notes, pictures, socials, video, music, repositories: added, changed, moved, removed."),
    ("Look and profile", "How the page looks and who it is about."),
    ("Publishing", "What visitors see."),
    ("Sharing", "Where the address is put up, and what came of it."),
    ("History", "The last hundred drafts, and what happens now."),
    ("Moving", "The page as a file, with its pictures, as a web site."),
    ("Public", "What anyone may read, without a credential."),
];

const ABOUT: &str = "\
An account owns one page. Every edit changes its draft; visitors see what was last published.

**Versions.** `version` grows by 1 with each call that changes the draft. Send it back as `baseVersion` (or `If-Match` with \
the `ETag`) and an edit made on an older draft is refused with `version_conflict`; without it the edit applies to the newest \
draft, and edits of different tiles never overwrite each other.

**Trying.** `dryRun: true` checks an edit and tells what would change; nothing is written.

**Repeating.** A call that creates something may bring an `Idempotency-Key`. The same call again hears the first reply.

**Refusals** are `application/problem+json` (RFC 9457) with a stable `code`; those of invalid input list every problem at \
once in `errors`, each with a JSON Pointer. All are explained at [/docs/errors](/docs/errors).

**Credentials.** `Authorization: Bearer` with an API key or an OAuth access token of scope `page:write`. Its owner may have let \
it only read (scope `page:read`), or only read and add (`page:add`): other calls are then refused with `read_only` or \
`add_only`.";
