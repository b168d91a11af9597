//! Refusals as results that an agent can act on: what is wrong and where, what was sent, what to send, which tool comes
//! next.

use mantel_model::{Access, Rights};
use rmcp::model::{CallToolResult, ContentBlock};
use serde_json::{Map, Value, json};

use crate::http::error::Refusal;

/// Longest echo of a received value, characters.
const ECHO: usize = 80;

/// The result for a refused tool call: the same in words and as structured content. `example` has arguments that the tool
/// accepts, `rights` are the caller's.
pub fn result(example: &str, arguments: &Map<String, Value>, refusal: &Refusal, rights: Rights) -> CallToolResult {
    let problem = refusal.body();
    let (detail, next) = (in_tools(&problem.detail), next(&problem.code, rights));
    let mut text = format!("Not done ({}): {detail}", problem.code);
    let mut content = json!({ "code": problem.code, "detail": detail });
    let received = Value::Object(arguments.clone());
    let mut errors = Vec::new();
    for error in &problem.errors {
        let message = in_tools(&error.message);
        text.push_str(&format!("\n- {}: {message}", place(&error.path)));
        let mut told = json!({ "path": error.path, "message": message });
        if let Some(value) = received.pointer(&error.path).filter(|_| !error.path.is_empty()) {
            let received = echo(value);
            text.push_str(&format!(" (received {received})"));
            told["received"] = json!(received);
        }
        errors.push(told);
    }
    if !errors.is_empty() {
        text.push_str(&format!("\nExample: {example}"));
        content["errors"] = json!(errors);
        content["example"] = serde_json::from_str(example).unwrap_or_default();
    }
    if let Some(version) = problem.version {
        text.push_str(&format!("\nThe page is at version {version}."));
        content["version"] = json!(version);
    }
    text.push_str(&format!("\nNext: {next}"));
    content["next"] = json!(next);
    let mut result = CallToolResult::error(vec![ContentBlock::text(text)]);
    result.structured_content = Some(content);
    result
}

/// Calls of the API that sentences name, and what does the same here.
const CALLS: [(&str, &str); 9] = [
    ("POST /api/v1/claim", "create_page"),
    ("GET /api/v1/options", "list_options"),
    ("GET /api/v1/page/history", "the resource mantel://history"),
    ("List them to see which.", "The resource mantel://history lists them."),
    ("This Idempotency-Key came with", "This clientId came with"),
    ("Send a new key.", "Send a new clientId."),
    ("send Content-Type: ", "call it data:"),
    (
        "There is no picture in the body; send the file itself, or a form with the field \"file\".",
        "There is no picture in it.",
    ),
    ("Claim a username with create_page, or import a brief with a username.", "create_page makes it, or import_page."),
];

/// A sentence for people who call the API, for those who call tools.
pub fn in_tools(sentence: &str) -> String {
    CALLS.iter().fold(sentence.to_owned(), |told, (call, tool)| told.replace(call, tool))
}

fn place(path: &str) -> &str {
    if path.is_empty() { "the arguments" } else { path }
}

fn echo(value: &Value) -> String {
    let text = value.to_string();
    if text.chars().count() <= ECHO { text } else { format!("{}…", text.chars().take(ECHO).collect::<String>()) }
}

/// The tool or step that helps whoever has these rights.
fn next(code: &str, rights: Rights) -> &'static str {
    match code {
        "no_page" if rights.access < Access::Edit => "tell the owner: there is no page yet, and you may not make it.",
        "no_page" => "create_page with a username the owner likes, or import_page.",
        "page_exists" => {
            "get_page and edit it, or import_page with replace true if the owner agrees to lose the draft."
        }
        "page_not_found" => "see_page with version draft; the page goes live with publish, when the owner says so.",
        "tile_not_found" | "version_conflict" => "get_page, look again, and make the change on what is there now.",
        "version_not_found" => "read the resource mantel://history, which lists the versions there are.",
        "username_needed" => "ask the owner for a username and call again with it.",
        "username_invalid" | "username_reserved" | "username_taken" => {
            "choose another username with the owner and call again."
        }
        "invalid_input" => {
            "mend every point and call again; list_options names the allowed values. Nothing was changed."
        }
        "plan_required" => "choose a free look; list_options says which.",
        "email_not_verified" => "ask the owner to open the link that was mailed to them; the draft is ready.",
        "read_only" => "tell the owner what you would change; they can do it, or let you in again with more.",
        "add_only" => "add_tile adds; ask the owner to change or remove what is there.",
        "publish_not_allowed" => {
            "publish with dryRun true: it gives a link where the owner publishes; the draft is ready for them."
        }
        "too_many_tiles" | "page_too_large" => "agree with the owner what to remove, then remove_tile.",
        "unreadable_file" => "mend the file as described, or send it as text.",
        "page_elsewhere_unreadable" => {
            "ask the owner to save that page in their browser, and send the saved file as file."
        }
        "image_unsupported" | "image_unreadable" | "image_too_large" => {
            "send it as PNG, JPEG or WebP, smaller if it was too large, or ask the owner for another picture."
        }
        "image_quota" => "tell the owner: there is no room for more pictures until some are taken off the page.",
        "image_blocked" => "choose another picture with the owner; this one was taken down here.",
        "no_picture" => "see_page without tile describes the page without a picture, as far as one can; or get_page.",
        "nothing_to_undo" => "tell the owner; get_page shows what is there now.",
        "rate_limited" => "wait as long as it says, then call again.",
        "idempotency_key_reused" => "use a new clientId for a new call.",
        "suspended" => {
            "tell the owner why; the draft can still be edited, but nothing goes live until the service lifts it."
        }
        "storage_full" => "tell the owner; whoever runs the service has to make room. Nothing was changed.",
        _ => "call again in a moment; if it goes on, tell the owner. Nothing was changed.",
    }
}
