//! `publish`.

use mantel_model::api::Terms;
use mantel_model::plain_text::changes::sentences;
use serde_json::{Value, json};

use super::{Answer, Call, Hints, Tool, dry_run_body};
use crate::clock::rfc3339;
use crate::http::error::Refusal;
use crate::mcp::schema::change;
use crate::service::{HOLDS, Operation, SavedChange};

/// The tool `publish`.
pub const PUBLISH: Tool = Tool {
    name: "publish",
    title: "Publish",
    about: "Makes the draft live: from now on every visitor sees it at url. Call it when the owner says so, not after each \
            edit. dryRun true tells what visitors would see change, with a link where the owner publishes it. With baseVersion it \
            publishes only what you saw.",
    example: "{}",
    hints: Hints { read_only: false, destructive: false, idempotent: true, open_world: true },
    operation: Operation::Publish,
    input: || change(Vec::new(), &[]),
    run: publish,
};

fn publish(call: &Call) -> Answer<'_> {
    Box::pin(async move {
        let terms = Terms::read(&call.body(&[]), "publish")?;
        if terms.dry_run {
            return asked(call, terms).await;
        }
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

/// Changes that are told in words.
const TOLD: usize = 12;

/// What would change in words, and the link where the owner publishes it: once, within ten minutes.
async fn asked(call: &Call, terms: Terms) -> Result<Value, Refusal> {
    let base = terms.base_version.map(|base| i64::try_from(base).unwrap_or(i64::MAX));
    let service = &call.app.service;
    let asked = service.ask_to_publish(&call.caller, base).await?;
    let mut out = dry_run_body(&asked.dry_run);
    // The words say the rest.
    out["changes"] = json!({ "summary": asked.dry_run.changes.summary });
    let Some(secret) = asked.secret else {
        out["next"] = json!("The live page is up to date: nothing to publish.");
        return Ok(out);
    };
    let comparison = &asked.comparison;
    let (mut words, more) = sentences(&comparison.changes(), &comparison.draft_before(), &comparison.after.draft, TOLD);
    words.extend((more > 0).then(|| format!("and {more} more")));
    out["words"] = json!(words);
    out["link"] = json!(call.app.config.asked_url(&secret));
    out["until"] = json!(rfc3339(service.clock().now() + HOLDS));
    out["next"] = json!(if call.caller.rights.publishes() {
        "Nothing was changed. Tell the owner the words; once they say so, publish with this version as baseVersion. Or give them \
         the link: they publish there."
    } else {
        "Nothing was changed, and you may not publish: tell the owner the words and give them the link, where they publish just \
         these changes, once, within ten minutes."
    });
    Ok(out)
}
