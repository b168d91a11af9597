//! The last hundred drafts: listed, read, restored (decisions, Other replies).

use mantel_model::api::By;
use mantel_model::{Draft, Edit};

use super::{Caller, Change, Done, Error, Result, Service, Terms};
use crate::store::HistoryRow;

/// A draft of the history.
#[derive(Clone, Debug)]
pub struct Past {
    /// The version that the change made.
    pub version: i64,
    /// When, ms.
    pub at: i64,
    /// Who made it.
    pub by: By,
    /// What was done, in one word.
    pub act: String,
    /// What changed, in one line.
    pub summary: String,
    /// Whether this is what is live.
    pub live: bool,
}

impl Past {
    fn of(row: HistoryRow, live: Option<i64>) -> Self {
        let summary = if row.summary.is_empty() { before_summaries(&row.act).to_owned() } else { row.summary };
        Self {
            live: live == Some(row.version),
            by: By::of(&row.actor),
            version: row.version,
            at: row.at,
            act: row.act,
            summary,
        }
    }
}

/// What is known of a change made before the history told what changed.
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

impl Service {
    /// The last drafts of the caller's page, newest first.
    ///
    /// # Errors
    /// `NoPage`.
    pub async fn history(&self, caller: &Caller) -> Result<Vec<Past>> {
        let page = self.page(caller).await?;
        let live = page.live.map(|it| it.0);
        let rows = self.inner.store.history(&caller.account).await?;
        Ok(rows.into_iter().map(|it| Past::of(it, live)).collect())
    }

    /// One of them, with its content.
    ///
    /// # Errors
    /// `NoPage`; `VersionNotFound` when it is older than the last hundred, or not yet made.
    pub async fn past(&self, caller: &Caller, version: i64) -> Result<(Past, Draft)> {
        let live = self.page(caller).await?.live.map(|it| it.0);
        let found = self.inner.store.history_draft(&caller.account, version).await?;
        let (row, draft) = found.ok_or_else(|| Error::VersionNotFound(version.to_string()))?;
        Ok((Past::of(row, live), draft))
    }

    /// Makes an earlier draft the draft again: a change like any other, which can be taken back.
    ///
    /// # Errors
    /// As [`Service::past`] and [`Service::edit`].
    pub async fn restore(&self, caller: &Caller, version: i64, terms: Terms) -> Result<Done> {
        let (_, draft) = self.past(caller, version).await?;
        let change = Change::new(Edit::Replace(draft), "restore", terms);
        self.edit(caller, Change { summary: Some(format!("Restored version {version}")), ..change }).await
    }
}
