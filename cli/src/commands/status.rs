//! `mantel status`: the state of the page in three lines.

use clap::Args;
use serde_json::json;

use crate::client::Client;
use crate::context::Context;
use crate::failure::Outcome;
use crate::output::style::clean;

/// Show the page's address, its version and whether the draft differs from what is live
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  mantel status
  mantel status --json | jq -e .unpublishedChanges && mantel publish")]
pub struct Status {}

impl Status {
    pub fn run(self, context: &Context) -> Outcome {
        let page = Client::with_key(context)?.page()?;
        if context.json {
            return context.print_json(&json!({
                "username": page.username, "url": page.url, "version": page.version,
                "published": page.published, "unpublishedChanges": page.unpublished_changes,
            }));
        }
        let styler = &context.data;
        let live = match &page.published {
            None => styler.yellow("not published"),
            Some(it) => styler.green(&format!("live: version {}, since {}", it.version, clean(&it.at))),
        };
        let draft = match (&page.published, page.unpublished_changes) {
            (Some(_), true) => ", with unpublished changes",
            (Some(_), false) => ", as it is live",
            (None, _) => "",
        };
        context.print(&format!(
            "{}  {}\n{live}\ndraft: version {}{draft}",
            styler.bold(page.username.as_str()),
            clean(&page.url),
            page.version
        ))
    }
}
