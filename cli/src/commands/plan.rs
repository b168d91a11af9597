//! `mantel plan`: shows what `apply` would do, tile by tile.

use std::path::PathBuf;

use clap::Args;
use serde_json::json;

use super::file_plan::{FilePlan, ReadFlags};
use crate::client::Client;
use crate::context::Context;
use crate::failure::{Failure, Outcome};
use crate::output::changes;

/// Show the difference between a file and the draft, and change nothing
///
/// Lines start with + for what comes, - for what goes, ~ for what changes and > for what moves. Tiles of a file without
/// ids are recognised by their address or words, so that they keep the ids they have.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  mantel plan page.json
  mantel plan page.json --exit-code || echo 'the page differs from Git'
  mantel plan page.json --json | jq .edits")]
pub struct Plan {
    /// A page file or brief; - reads standard input
    file: PathBuf,
    /// Exit with 1 when the file and the draft differ
    #[arg(long)]
    exit_code: bool,
    #[command(flatten)]
    reading: ReadFlags,
}

impl Plan {
    pub fn run(self, context: &Context) -> Outcome {
        let client = Client::with_key(context)?;
        let page = client.page_if_any()?;
        let plan = FilePlan::to_file(&self.file, self.reading, page.as_ref(), None)?;
        if context.json {
            context.print_json(&json!({ "changes": plan.changes, "edits": plan.calls(page.as_ref()) }))?;
        } else {
            context.print(&changes::lines(&plan.changes, context.width(), &context.data))?;
            context.note(&plan.summary(page.as_ref()));
        }
        if self.exit_code && (page.is_none() || !plan.edits.is_empty()) { Err(Failure::Reported) } else { Ok(()) }
    }
}
