//! What is filled in from outside: asked for again by the owner.

use mantel_model::facts::source;
use mantel_model::{Problem, TileId};

use super::caller::Caller;
use super::error::{Error, Result};
use super::handle::Service;
use super::view::PageView;
use crate::store::RefreshOutcome;

/// How long an owner waits between two looks at one address, ms.
const REST: i64 = 60 * 1000;

impl Service {
    /// Has what a tile leads to read again, soon. What is found comes as an event; the page stays what it is.
    ///
    /// # Errors
    /// `NoPage`, `TileNotFound`; `Invalid` for a tile that shows nothing from outside; `RateLimited` within a minute.
    pub async fn refresh_facts(&self, caller: &Caller, id: &TileId) -> Result<PageView> {
        let row = self.page_row(caller).await?;
        let tile = row.draft.tile(id).ok_or_else(|| Error::TileNotFound(id.to_string()))?;
        let Some(source) = source(&tile.kind) else {
            let words =
                "nothing is filled in on this tile; links to the web, videos, music and repositories have facts";
            return Err(Error::Invalid(vec![Problem::new("/id", words)]));
        };
        match self.inner.store.request_facts_refresh(&caller.account, &source, self.now(), REST).await? {
            RefreshOutcome::Queued => Ok(row.into()),
            RefreshOutcome::Wait(time) => Err(Error::RateLimited(u64::try_from(time / 1000).unwrap_or_default() + 1)),
            // Pages made before there were facts: their next edit notes where they lead.
            RefreshOutcome::Unknown => Err(Error::Unavailable),
        }
    }
}
