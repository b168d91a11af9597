//! `undo`.

use mantel_model::api::Undo;
use serde_json::json;

use super::{Answer, Call, Hints, Tool};
use crate::mcp::schema::{change, unsigned_integer};
use crate::service::{Operation, SavedChange};

/// The tool `undo`.
pub const UNDO: Tool = Tool {
    name: "undo",
    title: "Undo",
    about: "Takes back what you changed: your last change, or with to every change you made since that version. What the owner \
            or others changed since stays and is named in warnings. Calling it again takes the undo back.",
    example: "{}",
    hints: Hints { read_only: false, destructive: false, idempotent: false, open_world: false },
    operation: Operation::UndoOwn,
    input: || {
        let to = unsigned_integer("The version to go back to, as get_page and every change tell it.");
        change(vec![("to", to)], &[])
    },
    run: undo,
};

fn undo(call: &Call) -> Answer<'_> {
    Box::pin(async move {
        let body = Undo::read(&call.body(&[]))?;
        let to = body.to.map(|to| i64::try_from(to).unwrap_or(i64::MAX));
        let said = |change: &SavedChange| {
            let mut out = json!({ "undone": true });
            if !change.warnings.is_empty() {
                out["warnings"] = json!(change.warnings);
            }
            out
        };
        call.change(body.terms, said, async |options| call.app.service.undo_own(&call.caller, to, options).await).await
    })
}
