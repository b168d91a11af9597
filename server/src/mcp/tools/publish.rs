//! `publish`.

use mantel_model::api::Terms;
use serde_json::json;

use super::{Answer, Call, Hints, Tool};
use crate::clock::rfc3339;
use crate::mcp::schema::change;
use crate::service::{Operation, SavedChange};

/// The tool `publish`.
pub const PUBLISH: Tool = Tool {
    name: "publish",
    title: "Publish",
    about: "Makes the draft live: from now on every visitor sees it at url. Call it when the owner says so, not after each \
            edit. dryRun true tells what visitors would see change. With baseVersion it publishes only what you saw.",
    example: "{}",
    hints: Hints { read_only: false, destructive: false, idempotent: true, open_world: true },
    operation: Operation::Publish,
    input: || change(Vec::new(), &[]),
    run: publish,
};

fn publish(call: &Call) -> Answer<'_> {
    Box::pin(async move {
        let terms = Terms::read(&call.body(&[]), "publish")?;
        let app = call.app.clone();
        let body = move |change: &SavedChange| {
            json!({
                "url": app.config.page_url(&change.page.username),
                "at": rfc3339(change.page.live.map(|live| live.1).unwrap_or_default()),
                "next": "The page is live. Give the owner its address.",
            })
        };
        call.change(terms, body, async |options| call.app.service.publish(&call.caller, options).await).await
    })
}
