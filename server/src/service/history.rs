//! The last hundred drafts: summarized, listed, read, restored (decisions, Other replies; The browser and the API).

use mantel_model::api::By;
use mantel_model::edit::summary;
use mantel_model::{Draft, Edit};

use super::caller::Caller;
use super::change::{Change, WriteOptions};
use super::error::{Error, Result};
use super::handle::Service;
use super::outcome::Outcome;
use super::rights::Operation;
use crate::store::{HistoryRow, Joined, OpenEntry};

/// Edits by one actor share an entry while its first edit is younger than this, ms.
pub(super) const TOGETHER: i64 = 2 * 60_000;
/// Kinds of edits of parts of a page, which may share an entry; edits of the whole page each get their own.
const SMALL: [&str; 6] = ["add", "update", "move", "remove", "theme", "profile"];
/// The kind of an entry that holds several of them.
const SEVERAL: &str = "edit";

/// An entry of the history.
#[derive(Clone, Debug)]
pub struct Revision {
    /// The version that its last edit made.
    pub version: i64,
    /// How many edits it covers.
    pub edits: i64,
    /// When the last of them was made, ms.
    pub at: i64,
    /// Who made them.
    pub by: By,
    /// The kind of change in one word.
    pub act: String,
    /// What changed, in one line.
    pub summary: String,
    /// Whether this version is live.
    pub live: bool,
    /// When this version last went live (ms), and who did it.
    pub published: Option<(i64, By)>,
}

impl Revision {
    fn of(row: HistoryRow, live: Option<i64>) -> Self {
        let summary = if row.summary.is_empty() { before_summaries(&row.act).to_owned() } else { row.summary };
        Self {
            live: live == Some(row.version),
            by: By::of(&row.actor),
            edits: row.version - row.first + 1,
            published: row.published.map(|(at, by)| (at, By::of(&by))),
            version: row.version,
            at: row.at,
            act: row.act,
            summary,
        }
    }
}

/// The summary of a change from before summaries were recorded.
fn before_summaries(act: &str) -> &'static str {
    match act {
        "claim" => "Claimed the page",
        "import" => "Loaded a file",
        "replace" => "Replaced the page",
        "add" => "Added tiles",
        "update" => "Changed a tile",
        "move" => "Moved a tile",
        "remove" => "Removed a tile",
        "theme" => "Changed the theme",
        "profile" => "Changed the profile",
        _ => "Changed the page",
    }
}

/// How an edit that results in `after` joins the open history entry of the same actor just before it.
pub(super) fn joined(open: &OpenEntry, change: &Change, after: &Draft) -> Option<Joined> {
    let small = |act: &str| SMALL.contains(&act);
    if !small(change.act) || !(open.act == SEVERAL || small(&open.act)) {
        return None;
    }
    let act = if open.act == change.act { change.act } else { SEVERAL };
    let summary = match *open.before == *after {
        true => "Changed things and took it back".to_owned(),
        false => summary(&open.before, after),
    };
    Some(Joined { first: open.first, act, summary })
}

impl Service {
    /// At most `limit` entries of the history of the caller's page below the version `before`, newest first, and whether
    /// there are older ones.
    ///
    /// # Errors
    /// `NoPage`.
    pub async fn history(&self, caller: &Caller, before: i64, limit: usize) -> Result<(Vec<Revision>, bool)> {
        self.require(caller, Operation::ReadHistory).await?;
        let page = self.page(caller).await?;
        let live = page.live.map(|live| live.0);
        let one_more = i64::try_from(limit).unwrap_or(i64::MAX).saturating_add(1);
        let rows = self.inner.store.history(&caller.account, before, one_more).await?;
        let older = rows.len() > limit;
        Ok((rows.into_iter().take(limit).map(|row| Revision::of(row, live)).collect(), older))
    }

    /// One draft of the history, with its content.
    ///
    /// # Errors
    /// `NoPage`; `VersionNotFound` when it is older than the last hundred or does not exist yet.
    pub async fn revision(&self, caller: &Caller, version: i64) -> Result<(Revision, Draft)> {
        self.require(caller, Operation::ReadHistory).await?;
        let live = self.page(caller).await?.live.map(|live| live.0);
        let found = self.inner.store.history_draft(&caller.account, version).await?;
        let (row, draft) = found.ok_or_else(|| Error::VersionNotFound(version.to_string()))?;
        Ok((Revision::of(row, live), draft))
    }

    /// The draft before the owner loaded a file, if that is what made `version`, the current one.
    ///
    /// # Errors
    /// `NoPage`.
    pub async fn before_import(&self, caller: &Caller, version: i64) -> Result<Option<Draft>> {
        self.require(caller, Operation::ReadHistory).await?;
        let store = &self.inner.store;
        let loaded = store.history_draft(&caller.account, version).await?;
        if !loaded.is_some_and(|(row, _)| row.act == "import" && row.actor == "owner" && row.version == version) {
            return Ok(None);
        }
        Ok(store.history_draft(&caller.account, version - 1).await?.map(|(_, draft)| draft))
    }

    /// Makes an earlier draft the current one: a change like any other, which can be undone.
    ///
    /// # Errors
    /// As [`Service::revision`] and [`Service::edit`].
    pub async fn restore(&self, caller: &Caller, version: i64, options: WriteOptions) -> Result<Outcome> {
        self.require(caller, Operation::RestoreVersion).await?;
        let (_, draft) = self.revision(caller, version).await?;
        let change = Change::new(Edit::Replace(Box::new(draft)), "restore", options);
        self.make_edit(caller, Change { summary: Some(format!("Restored version {version}")), ..change }).await
    }
}
