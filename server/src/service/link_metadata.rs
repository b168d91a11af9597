//! Metadata of linked pages: refreshes that the owner requests, and links that lead nowhere.

use std::collections::HashMap;

use mantel_model::check::DeadLink;
use mantel_model::facts::source;
use mantel_model::{Problem, Tile, TileId};

use super::caller::Caller;
use super::error::{Error, Result};
use super::handle::Service;
use super::rights::Operation;
use super::view::PageView;
use crate::clock::date;
use crate::store::RefreshOutcome;

/// Minimum time between two refreshes of one address, ms.
const REST: i64 = 60 * 1000;

/// Why a refresh can't be requested on a server that fetches nothing.
pub const NO_LOOKUPS: &str = "this service reads nothing from the web (OUTBOUND=off), so there is nothing to look up";

/// On how many days in a row a link has to lead nowhere before its owner is told.
pub(super) const DEAD_DAYS: i64 = 3;

impl Service {
    /// The tiles of a page whose links have led nowhere for three days; for its owner alone.
    ///
    /// # Errors
    /// When the database does not answer.
    pub async fn dead_links(&self, page: &PageView) -> Result<HashMap<TileId, DeadLink>> {
        let (known, now) = (self.inner.store.dead_links(&page.account, DEAD_DAYS).await?, self.now());
        let dead = |tile: &Tile| {
            let dead = known.get(&source(&tile.kind)?)?;
            let status = u16::try_from(dead.status).ok().filter(|status| *status > 0);
            Some((tile.id.clone(), DeadLink { status, since: date(dead.since, now) }))
        };
        Ok(page.draft.tiles.iter().filter_map(dead).collect())
    }

    /// Queues a refresh of what a tile links to. The result arrives as an event; the draft does not change.
    ///
    /// # Errors
    /// `NoPage`, `TileNotFound`; `Invalid` for a tile without link metadata; `RateLimited` within a minute of the last
    /// one.
    pub async fn refresh_facts(&self, caller: &Caller, id: &TileId) -> Result<PageView> {
        self.require(caller, Operation::RefreshFacts).await?;
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
