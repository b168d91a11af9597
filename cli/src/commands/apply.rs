//! `mantel apply`: the draft becomes what a file says, with the fewest edits.

use std::path::PathBuf;

use clap::Args;
use mantel_model::PageFile;
use mantel_model::api::{PageView, PublishReply};
use mantel_model::edit::Edit;
use serde::Deserialize;
use serde_json::{Map, Value, json};

use super::plan::{Reading, Way, edits};
use crate::args::edit::Terms;
use crate::args::fields::Fields;
use crate::client::{Client, Reply};
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
    reading: Reading,
}

/// Where the draft stands after an edit.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct State {
    version: u64,
    unpublished_changes: bool,
}

impl Apply {
    pub fn run(self, context: &Context) -> Outcome {
        let client = context.client()?;
        let page = client.page_if_any()?;
        let way = Way::to_file(&self.file, self.reading, page.as_ref())?;
        if !context.json {
            context.print(&changes::lines(&way.changes, context.width(), &context.data))?;
        }
        let (state, count) = match &page {
            Some(page) => (self.follow(context, &client, page, &way)?, way.edits.len()),
            None => (self.make(&client, &way)?, 1),
        };
        let live = self.publish(&client, &state)?;
        if context.json {
            return context.print_json(&json!({
                "changes": way.changes, "edits": count, "version": state.version, "published": live,
                "unpublishedChanges": live.is_none() && state.unpublished_changes,
            }));
        }
        context.note(&format!("{}: {}; the draft is at version {}.", way.changes.summary, edits(count), state.version));
        live.map_or(Ok(()), |live| context.print(&clean(&live.url)))
    }

    /// Sends each edit with the version that the one before it made.
    fn follow(&self, context: &Context, client: &Client<'_>, page: &PageView, way: &Way) -> Outcome<State> {
        let named = way.username.as_ref().filter(|username| **username != page.username);
        if let Some(other) = named {
            context.warn(&format!("the file is of {other}; it is applied to {}", page.username));
        }
        let version = self.base_version.unwrap_or(page.version);
        let mut state = State { version, unpublished_changes: page.unpublished_changes };
        for (done, edit) in way.edits.iter().enumerate() {
            let sent = send(client, edit, state.version).and_then(|reply| reply.read());
            state = sent.inspect_err(|_| {
                if done > 0 {
                    context.warn(&format!("{} of {} were made before this", edits(done), way.edits.len()));
                }
            })?;
        }
        Ok(state)
    }

    /// Makes the page there is not.
    fn make(&self, client: &Client<'_>, way: &Way) -> Outcome<State> {
        let named = self.username.clone().or_else(|| way.username.as_ref().map(ToString::to_string));
        let Some(username) = named else {
            return Err(Failure::Usage("There is no page yet; name it with --username".to_owned()));
        };
        let file = PageFile::of(way.after.clone(), None, client.base());
        let fields = Fields::default().put("file", Some(json!(file))).put("username", Some(username)).map();
        client.create("/api/v1/page/import", &Value::Object(fields))?.read()
    }

    fn publish(&self, client: &Client<'_>, state: &State) -> Outcome<Option<PublishReply>> {
        if !self.publish || !state.unpublished_changes {
            return Ok(None);
        }
        let terms = Terms { base_version: Some(state.version), dry_run: false };
        client.change("POST", "/api/v1/page/publish", &terms.body(Map::new()))?.read().map(Some)
    }
}

fn send(client: &Client<'_>, edit: &Edit, version: u64) -> Outcome<Reply> {
    let (method, path, body) = call_of(edit);
    let body = Terms { base_version: Some(version), dry_run: false }.body(body);
    match edit {
        Edit::Add { .. } => client.create(&path, &body),
        _ => client.change(method, &path, &body),
    }
}

/// The call of the API that makes an edit.
pub fn call_of(edit: &Edit) -> (&'static str, String, Map<String, Value>) {
    let tile = |id: &dyn std::fmt::Display| format!("/api/v1/page/tiles/{id}");
    let fields = Fields::default;
    let (method, path, body) = match edit {
        Edit::Profile(patch) => ("PATCH", "/api/v1/page/profile".to_owned(), fields().with(Some(patch.clone()))),
        Edit::Theme(patch) => ("PATCH", "/api/v1/page/theme".to_owned(), fields().with(Some(patch.clone()))),
        Edit::Update { id, patch } => ("PATCH", tile(id), fields().with(Some(patch.clone()))),
        Edit::Move { id, position } => ("POST", format!("{}/move", tile(id)), fields().put("position", Some(position))),
        Edit::Remove { id } => ("DELETE", tile(id), fields()),
        Edit::Add { tiles, after } => {
            ("POST", "/api/v1/page/tiles".to_owned(), fields().put("tile", tiles.first()).put("after", after.as_ref()))
        }
        Edit::Replace(draft) => {
            let page = PageFile { schema: None, username: None, draft: draft.clone() };
            ("PUT", "/api/v1/page".to_owned(), fields().put("page", Some(page)))
        }
    };
    (method, path, body.map())
}
