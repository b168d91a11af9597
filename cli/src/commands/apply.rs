//! `mantel apply`: makes the draft equal to a file, with the fewest edits.

use std::path::PathBuf;

use clap::Args;
use mantel_model::PageFile;
use mantel_model::api::{PageView, PublishReply, Terms};
use serde::Deserialize;
use serde_json::{Map, Value, json};

use super::file_plan::{FilePlan, ReadFlags, edits};
use crate::args::fields::Fields;
use crate::client::Client;
use crate::context::Context;
use crate::failure::{Failure, Outcome};
use crate::output::changes;
use crate::output::style::clean;

/// Make the draft what a file says, with the fewest edits
///
/// Tiles keep their ids. Each edit names the version it was made from, so nobody's change is overwritten: when somebody
/// else edits meanwhile, apply stops and says so. Without a page yet it makes one.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  mantel apply page.json
  mantel apply page.json --publish
  mantel apply brief.json --username ines --publish")]
pub struct Apply {
    /// A page file or brief; - reads standard input
    file: PathBuf,
    /// Make it live afterwards
    #[arg(long)]
    publish: bool,
    /// The name for a page that does not exist yet
    #[arg(long)]
    username: Option<String>,
    /// Refuse when the draft is at another version than this
    #[arg(long, value_name = "VERSION")]
    base_version: Option<u64>,
    #[command(flatten)]
    reading: ReadFlags,
}

/// The state of the draft after an edit.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct DraftState {
    version: u64,
    unpublished_changes: bool,
}

impl Apply {
    pub fn run(self, context: &Context) -> Outcome {
        let client = Client::with_key(context)?;
        let page = client.page_if_any()?;
        let plan = FilePlan::to_file(&self.file, self.reading, page.as_ref(), self.username.as_deref())?;
        if !context.json {
            context.print(&changes::lines(&plan.changes, context.width(), &context.data))?;
        }
        let (state, count) = match &page {
            Some(page) => (self.follow(context, &client, page, &plan)?, plan.edits.len()),
            None => (self.make(&client, &plan)?, 1),
        };
        let live = self.publish(&client, &state)?;
        if context.json {
            return context.print_json(&json!({
                "changes": plan.changes, "edits": count, "version": state.version, "published": live,
                "unpublishedChanges": live.is_none() && state.unpublished_changes,
            }));
        }
        context.note(&format!(
            "{}: {}; the draft is at version {}.",
            plan.changes.summary,
            edits(count),
            state.version
        ));
        live.map_or(Ok(()), |live| context.print(&clean(&live.url)))
    }

    /// Sends the edits, each based on the version that the previous one made.
    fn follow(&self, context: &Context, client: &Client<'_>, page: &PageView, plan: &FilePlan) -> Outcome<DraftState> {
        let named = plan.username.as_ref().filter(|username| **username != page.username);
        if let Some(other) = named {
            context.warn(&format!("the file is of {other}; it is applied to {}", page.username));
        }
        let version = self.base_version.unwrap_or(page.version);
        let mut state = DraftState { version, unpublished_changes: page.unpublished_changes };
        for (done, edit) in plan.edits.iter().enumerate() {
            let sent = client.edit(edit, Terms::at_version(state.version)).and_then(|reply| reply.read());
            state = sent.inspect_err(|_| {
                if done > 0 {
                    context.warn(&format!("{} of {} were made before this", edits(done), plan.edits.len()));
                }
            })?;
        }
        Ok(state)
    }

    /// Creates the page that does not exist yet.
    fn make(&self, client: &Client<'_>, plan: &FilePlan) -> Outcome<DraftState> {
        let named = self.username.clone().or_else(|| plan.username.as_ref().map(ToString::to_string));
        let Some(username) = named else {
            return Err(Failure::Usage("There is no page yet; name it with --username".to_owned()));
        };
        let file = PageFile::of(plan.after.clone(), None, client.base());
        let fields = Fields::default().put("file", Some(json!(file))).put("username", Some(username)).map();
        client.create("/api/v1/page/import", &Value::Object(fields))?.read()
    }

    fn publish(&self, client: &Client<'_>, state: &DraftState) -> Outcome<Option<PublishReply>> {
        if !self.publish || !state.unpublished_changes {
            return Ok(None);
        }
        let terms = Terms::at_version(state.version);
        client.change("POST", "/api/v1/page/publish", &terms.merged_into(Map::new()))?.read().map(Some)
    }
}
