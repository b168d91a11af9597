//! The edits that make the draft equal to a file: shown by `plan`, sent by `apply`.

use std::path::Path;

use clap::Args;
use mantel_model::api::{ChangesView, EditCall, PageView};
use mantel_model::brief::Source;
use mantel_model::edit::{Edit, plan, recognise};
use mantel_model::{Draft, Username};
use serde_json::{Value, json};

use crate::failure::{Failure, Outcome};
use crate::file;
use crate::output::warning;

/// How a file is read.
#[derive(Clone, Copy, Debug, Args)]
pub struct ReadFlags {
    /// Go on with what could be read of a page file with mistakes; what could not is taken off the page
    #[arg(long)]
    pub forgiving: bool,
}

/// The difference between the draft and a file.
pub struct FilePlan {
    /// The draft after it.
    pub after: Draft,
    /// The username in the file.
    pub username: Option<Username>,
    /// What differs.
    pub changes: ChangesView,
    /// The edits to get there.
    pub edits: Vec<Edit>,
}

impl FilePlan {
    /// Reads the file and compares; warnings go to standard error. A brief without a name takes the username of the page,
    /// or the one that a new page is to have.
    ///
    /// # Errors
    /// When the file cannot be read, or a page file has mistakes that would remove things from the page.
    pub fn to_file(path: &Path, reading: ReadFlags, page: Option<&PageView>, named: Option<&str>) -> Outcome<Self> {
        let file = file::page(path, &file::read_text(path)?, page.map_or(0, |page| page.version))?;
        let named = named.and_then(|named| Username::parse(named).ok());
        let found = match page.map(|page| &page.username).or(named.as_ref()) {
            Some(username) => file.imported.of_username(username),
            None => file.imported,
        };
        found.warnings.iter().for_each(|warning| eprintln!("{}", warning::line(path, warning)));
        if found.source == Source::PageFile && !found.warnings.is_empty() && !reading.forgiving {
            return Err(Failure::message(
                "The file has mistakes, and what cannot be read would be taken off the page. Mend them, or say --forgiving.",
            ));
        }
        let mut after = found.draft;
        let before = page.map_or_else(|| Draft::blank(after.theme.look()), |page| page.draft.clone().split_facts().0);
        recognise(&before, &mut after, &file.own_ids);
        let (changes, edits) = (ChangesView::between(&before, &after), plan(&before, &after));
        Ok(Self { after, username: found.username, changes, edits })
    }

    /// The API calls to get there.
    pub fn calls(&self, page: Option<&PageView>) -> Vec<Value> {
        if page.is_none() {
            return vec![json!({ "method": "POST", "path": "/api/v1/page/import" })];
        }
        let call = |edit: &Edit| {
            let EditCall { method, path, body, .. } = EditCall::of(edit);
            json!({ "method": method, "path": path, "body": body })
        };
        self.edits.iter().map(call).collect()
    }

    /// What applying the file would do, as lines to print.
    pub fn summary(&self, page: Option<&PageView>) -> String {
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
