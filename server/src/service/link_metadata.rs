//! Metadata of linked pages: refreshes that the owner requests.

use mantel_model::facts::source;
use mantel_model::{Problem, TileId};

use super::caller::Caller;
use super::error::{Error, Result};
use super::handle::Service;
use super::view::PageView;
use crate::store::RefreshOutcome;

/// Minimum time between two refreshes of one address, ms.
const REST: i64 = 60 * 1000;

impl Service {
    /// Queues a refresh of what a tile links to. The result arrives as an event; the draft does not change.
    ///
    /// # Errors
    /// `NoPage`, `TileNotFound`; `Invalid` for a tile without link metadata; `RateLimited` within a minute of the last
    /// one.
    pub async fn refresh_facts(&self, caller: &Caller, id: &TileId) -> Result<PageView> {
        let row = self.page_row(caller).await?;
        let tile = row.draft.tile(id).ok_or_else(|| Error::TileNotFound(id.to_string()))?;
        let Some(source) = source(&tile.kind) else {
            let words =
                "nothing is filled in on this tile; links to the web, videos, music and repositories have facts";
            return Err(Error::Invalid(vec![Problem::new("/id", words)]));
        };
        match self.inner.store.request_facts_refresh(&caller.account, &row.draft, &source, self.now(), REST).await? {
            RefreshOutcome::Queued => Ok(row.into()),
            RefreshOutcome::Wait(time) => Err(Error::RateLimited(u64::try_from(time / 1000).unwrap_or_default() + 1)),
        }
    }
}
