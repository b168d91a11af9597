//! `undo`.

use mantel_model::api::Undo;
use mantel_model::edit::summary;
use serde_json::json;

use super::{Answer, Call, Hints, Tool};
use crate::mcp::schema::{change, unsigned_integer};
use crate::service::{Operation, SavedChange, Undoing};

/// The tool `undo`.
pub const UNDO: Tool = Tool {
    name: "undo",
    title: "Undo",
    about: "Takes back what you changed: your last change, the one of a call with this clientId, or with to every change you \
            made since that version. What the owner or others changed since stays and is named in warnings. Calling it again takes the undo back.",
    example: "{}",
    hints: Hints { read_only: false, destructive: false, idempotent: false, open_world: false },
    operation: Operation::UndoOwn,
    input: || {
        let mut to = unsigned_integer("The version to go back to, as get_page and every change tell it.");
        to["minimum"] = json!(1);
        change(vec![("to", to)], &[])
    },
    run: undo,
};

fn undo(call: &Call) -> Answer<'_> {
    Box::pin(async move {
        let body = Undo::read(&call.body(&[]))?;
        let to = body.to.map(|to| i64::try_from(to).unwrap_or(i64::MAX));
        let key = call.idempotency_key()?;
        let earlier = match (&key, to) {
            (Some(key), None) => call.app.service.earlier_call(&call.caller, key).await?,
            _ => None,
        };
        let which = earlier.map_or(Undoing::since(to), Undoing::Call);
        // The clientId of another call is not that of this one.
        let key = if earlier.is_some() { call.idempotency_key_of("undo ")? } else { key };
        let said = |change: &SavedChange| {
            let before = change.before.as_ref();
            let undone = before.map(|before| summary(before, &change.page.draft));
            let mut out = json!({ "undone": true, "summary": undone });
            if !change.warnings.is_empty() {
                out["warnings"] = json!(change.warnings);
            }
            out
        };
        let run = async |options| call.app.service.undo_own(&call.caller, which, options).await;
        call.change_once(key, body.terms, said, run).await
    })
}
