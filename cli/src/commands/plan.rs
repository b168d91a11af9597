//! `mantel plan`: what `apply` would do, tile by tile.

use std::path::{Path, PathBuf};

use clap::Args;
use mantel_model::api::{ChangesView, PageView};
use mantel_model::brief::Source;
use mantel_model::edit::{Edit, plan, recognise};
use mantel_model::{Draft, Username};
use serde_json::{Value, json};

use super::apply::call_of;
use super::validate;
use crate::context::Context;
use crate::failure::{Failure, Outcome};
use crate::file;
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
    reading: Reading,
}

/// How a file is read.
#[derive(Clone, Copy, Debug, Args)]
pub struct Reading {
    /// Go on with what could be read of a page file with mistakes; what could not is taken off the page
    #[arg(long)]
    pub forgiving: bool,
}

impl Plan {
    pub fn run(self, context: &Context) -> Outcome {
        let client = context.client()?;
        let page = client.page_if_any()?;
        let way = Way::to_file(&self.file, self.reading, page.as_ref())?;
        if context.json {
            context.print_json(&json!({ "changes": way.changes, "edits": way.calls(page.as_ref()) }))?;
        } else {
            context.print(&changes::lines(&way.changes, context.width(), &context.data))?;
            context.note(&way.words(page.as_ref()));
        }
        if self.exit_code && (page.is_none() || !way.edits.is_empty()) { Err(Failure::Told) } else { Ok(()) }
    }
}

/// The way from the draft to a file.
pub struct Way {
    /// The draft after it.
    pub after: Draft,
    /// The username in the file.
    pub username: Option<Username>,
    /// What differs.
    pub changes: ChangesView,
    /// The edits that make it so.
    pub edits: Vec<Edit>,
}

impl Way {
    /// Reads the file and compares; warnings go to standard error.
    ///
    /// # Errors
    /// When the file can not be read, or a page file has mistakes that would take things off the page.
    pub fn to_file(path: &Path, reading: Reading, page: Option<&PageView>) -> Outcome<Self> {
        let file = file::page(path, &file::read_text(path)?, page.map_or(0, |page| page.version))?;
        let found = file.imported;
        found.warnings.iter().for_each(|warning| eprintln!("{}", validate::line(path, warning)));
        if found.source == Source::PageFile && !found.warnings.is_empty() && !reading.forgiving {
            return Err(Failure::said(
                "The file has mistakes, and what can not be read would be taken off the page. Mend them, or say --forgiving.",
            ));
        }
        let mut after = found.draft;
        let before = page.map_or_else(|| Draft::blank(after.theme.look()), |page| page.draft.clone().split_facts().0);
        recognise(&before, &mut after, &file.own_ids);
        let (changes, edits) = (ChangesView::between(&before, &after), plan(&before, &after));
        Ok(Self { after, username: found.username, changes, edits })
    }

    /// The calls that make it so.
    pub fn calls(&self, page: Option<&PageView>) -> Vec<Value> {
        if page.is_none() {
            return vec![json!({ "method": "POST", "path": "/api/v1/page/import" })];
        }
        let call = |edit: &Edit| {
            let (method, path, body) = call_of(edit);
            json!({ "method": method, "path": path, "body": body })
        };
        self.edits.iter().map(call).collect()
    }

    fn words(&self, page: Option<&PageView>) -> String {
        match (page, self.edits.len()) {
            (None, _) => {
                "There is no page yet: mantel apply makes it, and needs a username, in the file or as --username."
                    .to_owned()
            }
            (Some(_), 0) => "The draft is as the file says.".to_owned(),
            (Some(_), count) => format!("{}: {}.", self.changes.summary, edits(count)),
        }
    }
}

/// `3 edits`.
pub fn edits(count: usize) -> String {
    if count == 1 { "1 edit".to_owned() } else { format!("{count} edits") }
}
