//! Prints the result of an edit: what changed as data, the draft's version as a note.

use mantel_model::api::DryRun;
use serde::de::DeserializeOwned;

use crate::args::terms::Terms;
use crate::client::Reply;
use crate::context::Context;
use crate::failure::Outcome;
use crate::output::changes;

/// Prints the reply of an edit: raw with `--json`, as a preview with `--dry-run`, otherwise through `show`.
pub fn print<T: DeserializeOwned>(
    context: &Context,
    terms: &Terms,
    reply: &Reply,
    show: impl FnOnce(T) -> Outcome,
) -> Outcome {
    if context.json {
        return context.print_json(&reply.value()?);
    }
    if terms.dry_run {
        return print_dry_run(context, &reply.read()?);
    }
    show(reply.read()?)
}

/// Prints what an edit would change.
pub fn print_dry_run(context: &Context, dry: &DryRun) -> Outcome {
    context.print(&changes::lines(&dry.changes, context.width(), &context.data))?;
    for warning in dry.warnings.iter().flatten() {
        context.warn(&warning.to_string());
    }
    context.note(&format!("{}. This was a dry run: nothing changed.", dry.changes.summary));
    Ok(())
}

/// Notes the draft's version.
pub fn note_version(context: &Context, version: u64, unpublished_changes: bool) {
    let then = if unpublished_changes { "; mantel publish makes it live" } else { ", the same as what is live" };
    context.note(&context.notes.dim(&format!("The draft is at version {version}{then}.")));
}
