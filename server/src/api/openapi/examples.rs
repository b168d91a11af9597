//! Examples: one page, as each operation shows it. A test checks each against its schema.

use serde_json::{Value, json};

/// The page's address.
const URL: &str = "https://mantel.example/ines";

/// The index.
pub fn index() -> Value {
    let at = |path: &str| format!("https://mantel.example{path}");
    json!({ "name": "Mantel", "version": "1.0.0", "documentation": at("/docs"), "description": at("/openapi.json"), "schemas": at("/schema"),
        "options": at("/api/v1/options"), "page": at("/api/v1/page"), "publicPage": at("/api/v1/public/{username}"), "mcp": at("/api/mcp") })
}

/// A link tile.
pub fn tile() -> Value {
    json!({ "id": "t_k3v7q2mzab4c", "type": "link", "url": "https://harrow.example/shop", "title": "Print shop", "size": "w", "color": "mint" })
}

fn note() -> Value {
    json!({ "id": "t_abcdefghijkl", "type": "text", "text": "Open on **Fridays**.", "size": "s", "color": "auto" })
}

/// A profile.
pub fn profile() -> Value {
    json!({ "name": "Ines Harrow", "bio": "Ceramics and slow mornings.", "location": "Porto" })
}

/// A theme as in replies.
pub fn theme() -> Value {
    let theme = mantel_model::read::read_theme(&json!({ "style": "painted", "layout": "bento" }));
    theme.ok().and_then(|theme| serde_json::to_value(theme).ok()).unwrap_or_default()
}

fn draft() -> Value {
    json!({ "profile": profile(), "theme": theme(), "tiles": [tile(), note()] })
}

/// The page file.
pub fn file() -> Value {
    json!({ "$schema": "https://mantel.example/schema/page.schema.json", "mantel": 1, "username": "ines", "profile": profile(),
        "theme": theme(), "tiles": [tile(), note()] })
}

/// The page.
pub fn page() -> Value {
    json!({ "username": "ines", "url": URL, "version": 7, "unpublishedChanges": true,
        "published": { "version": 5, "at": "2026-11-21T09:30:00Z" }, "draft": draft(),
        "next": "Draft differs from the live page: publish when the owner is happy." })
}

/// A newly created page.
pub fn fresh() -> Value {
    let mut page = page();
    page["version"] = json!(1);
    page["published"] = Value::Null;
    page["next"] = json!("The page is not live yet: publish when the owner is happy.");
    page
}

/// A newly imported page.
pub fn loaded() -> Value {
    let mut page = fresh();
    page["warnings"] = json!([{ "path": "/links/3/colour", "message": "there is no field \"colour\"; did you mean \"color\"? It was left out" }]);
    page
}

/// A reply with the changed part.
pub fn changed(name: &str, it: Value) -> Value {
    json!({ name: it, "version": 8, "unpublishedChanges": true })
}

/// A dry run.
pub fn dry() -> Value {
    json!({ "dryRun": true, "version": 7, "unpublishedChanges": true, "changes": { "summary": "Added Print shop", "profile": [],
        "theme": [], "added": [tile()], "changed": [], "moved": [], "removed": [] } })
}

/// An entry of the history.
pub fn entry() -> Value {
    json!({ "version": 7, "at": "2026-11-21T09:41:00Z", "by": { "kind": "key", "name": "Claude" }, "act": "add", "summary": "Added 3 tiles", "edits": 3, "live": false,
        "publishedAt": "2026-11-21T09:45:00Z", "publishedBy": { "kind": "owner" } })
}

/// A draft of the history.
pub fn past() -> Value {
    let mut past = entry();
    past["draft"] = draft();
    past
}

/// The published version.
pub fn published() -> Value {
    json!({ "url": URL, "version": 7, "at": "2026-11-21T09:45:00Z" })
}

/// A named way to the page.
pub fn way() -> Value {
    json!({ "name": "market", "url": "https://mantel.example/ines+market", "createdAt": "2026-11-21T09:42:00Z" })
}

/// What may be wrong with a page.
pub fn page_check() -> Value {
    let call = json!({ "tool": "remove_tile", "arguments": { "id": "t_k3v7q2mzab4c" } });
    json!({ "version": 8, "findings": [{ "code": "duplicate", "severity": "advice", "tile": "t_k3v7q2mzab4c",
        "message": "It leads where “Print shop” leads already.", "call": call }] })
}

/// A private link.
pub fn preview() -> Value {
    json!({ "preview": { "url": "https://mantel.example/preview/7Hq2mZk0VbNc4sXw9RtYpLdA3fGjEuQo", "createdAt": "2026-11-21T09:42:00Z" } })
}

/// The public page.
pub fn public() -> Value {
    json!({ "username": "ines", "url": URL, "publishedAt": "2026-11-21T09:45:00Z", "version": 7, "profile": profile(), "theme": theme(), "tiles": [tile(), note()] })
}

/// A brief.
pub fn brief() -> Value {
    json!({ "name": "Ines Harrow", "links": ["https://harrow.example/shop", "ines/kiln", { "heading": "Lately" }, "Open on Fridays"] })
}

/// A page elsewhere, read as a brief.
pub fn moved_in() -> Value {
    json!({ "source": "linktree",
        "brief": { "mantel": 1, "name": "Ines Harrow", "links": ["https://harrow.example/shop", { "heading": "Workshops" }] },
        "warnings": [{ "path": "/links/0", "message": "It was a form there. Mantel keeps no forms, so it leads to harrow.example." }],
        "left": [{ "title": "Supporters only", "url": "https://harrow.example/inner", "reason": "Locked there." }],
        "colors": ["#d8e4e2", "#1f6b75", "#1d3440"], "inPart": false, "summary": "2 tiles were taken from Linktree." })
}

/// An event as in the stream.
pub const EVENT: &str = "retry: 2000\n\nid: 42\nevent: draft\ndata: {\"version\":7,\"at\":\"2026-11-21T09:41:00Z\",\"by\":{\"kind\":\"key\",\"name\":\"Claude\"},\"act\":\"add\",\"summary\":\"Added Print shop\",\"unpublishedChanges\":true}\n\n";
