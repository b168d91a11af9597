//! A page before and after changes, to be drawn side by side: live and draft, or two kept versions.

use std::collections::HashMap;
use std::sync::Arc;

use mantel_model::api::ChangesView;
use mantel_model::facts::{Facts, of_tiles};
use mantel_model::{Draft, TileId, Username};

use super::caller::Caller;
use super::error::{Error, Result};
use super::handle::Service;
use super::rights::Operation;
use crate::store::{Known, PageRow};

/// A page in one of its versions.
#[derive(Clone, Debug)]
pub struct PageVersion {
    /// The version.
    pub version: i64,
    /// Its content.
    pub draft: Draft,
    /// The link metadata of its tiles, as far as the page still links there.
    pub facts: Arc<HashMap<TileId, Facts>>,
}

/// A page before and after changes.
#[derive(Clone, Debug)]
pub struct Comparison {
    /// Whose page.
    pub account: String,
    /// Its address.
    pub username: Username,
    /// Before; `None` where there was nothing: a page that is not live, or was just made.
    pub before: Option<PageVersion>,
    /// After.
    pub after: PageVersion,
    /// The version that is live, and when it went live (ms), whichever versions are compared.
    pub live: Option<(i64, i64)>,
}

impl PageVersion {
    fn of(version: i64, draft: Draft, known: &Known) -> Self {
        Self { version, facts: Arc::new(of_tiles(&draft.tiles, known)), draft }
    }
}

impl Comparison {
    /// What is live, and the draft.
    pub(super) fn with_live(row: PageRow) -> Self {
        let after = PageVersion::of(row.version, Arc::unwrap_or_clone(row.draft), &row.known);
        let live = row.published.is_some().then_some((row.published_version, row.published_at));
        let before =
            row.published.map(|draft| PageVersion::of(row.published_version, Arc::unwrap_or_clone(draft), &row.known));
        Self { account: row.account, username: row.username, before, after, live }
    }

    /// What changed. Where there was nothing before, every tile is new, and profile and look are not told.
    pub fn changes(&self) -> ChangesView {
        ChangesView::between(&self.draft_before(), &self.after.draft)
    }

    /// The draft before; without tiles where there was none.
    pub fn draft_before(&self) -> Draft {
        let after = &self.after.draft;
        let bare = || Draft { profile: after.profile.clone(), theme: after.theme.clone(), tiles: Vec::new() };
        self.before.as_ref().map_or_else(bare, |before| before.draft.clone())
    }
}

impl Service {
    /// What is live on the caller's page, and the draft.
    ///
    /// # Errors
    /// `NoPage`.
    pub async fn live_and_draft(&self, caller: &Caller) -> Result<Comparison> {
        self.require(caller, Operation::ReadPage).await?;
        Ok(Comparison::with_live(self.page_row(caller).await?))
    }

    /// A version of the caller's page, and the one before it; and who made it.
    ///
    /// # Errors
    /// `NoPage`; `VersionNotFound` when one of them is no longer kept or does not exist yet.
    pub async fn version_and_before(&self, caller: &Caller, version: i64) -> Result<(Comparison, String)> {
        self.require(caller, Operation::ReadHistory).await?;
        let row = self.page_row(caller).await?;
        let (store, account) = (&self.inner.store, caller.account.as_str());
        let missing = || Error::VersionNotFound(version.to_string());
        let (entry, after) = store.history_draft(account, version).await?.ok_or_else(missing)?;
        let before = match version {
            ..=1 => None,
            _ => Some(store.history_draft(account, version - 1).await?.ok_or_else(missing)?.1),
        };
        let live = row.published.is_some().then_some((row.published_version, row.published_at));
        let comparison = Comparison {
            before: before.map(|draft| PageVersion::of(version - 1, draft, &row.known)),
            after: PageVersion::of(version, after, &row.known),
            live,
            account: row.account,
            username: row.username,
        };
        Ok((comparison, entry.actor))
    }

    /// The versions of the caller's page whose drafts are kept.
    ///
    /// # Errors
    /// When the database does not answer.
    pub async fn kept_versions(&self, caller: &Caller) -> Result<Vec<i64>> {
        self.require(caller, Operation::ReadHistory).await?;
        let versions = self.inner.store.history_versions(&caller.account, 0).await?;
        Ok(versions.into_iter().map(|version| version.version).collect())
    }
}
