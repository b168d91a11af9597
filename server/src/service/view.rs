//! The page as its owner sees it: draft, version, and how the draft differs from what is live.

use std::cmp::Reverse;
use std::collections::HashMap;
use std::sync::Arc;

use mantel_model::facts::{Facts, of_tiles};
use mantel_model::{Draft, Tile, TileId, Username};

use super::counting::Counting;
use crate::store::{LiveVersion, PageRow};

/// A page with everything that `GET /api/v1/page` returns.
#[derive(Clone, Debug)]
pub struct PageView {
    /// Whose it is.
    pub account: String,
    /// Its address.
    pub username: Username,
    /// Version of the draft.
    pub version: i64,
    /// Whether the draft differs in content from what is live.
    pub unpublished_changes: bool,
    /// Version and time (ms) of what is live.
    pub live: Option<(i64, i64)>,
    /// Why the page was taken down, while it is.
    pub suspended: Option<String>,
    /// The draft.
    pub draft: Arc<Draft>,
    /// The link metadata of its tiles.
    pub facts: Arc<HashMap<TileId, Facts>>,
    /// Entity tag, quotes included.
    pub etag: String,
}

/// A published page.
#[derive(Clone, Debug)]
pub struct Published {
    /// Its address.
    pub username: Username,
    /// The draft's version when it was published.
    pub version: i64,
    /// When, ms.
    pub at: i64,
    /// When the page was created, ms.
    pub created_at: i64,
    /// The page as published.
    pub page: Arc<Draft>,
    /// The link metadata of its tiles.
    pub facts: Arc<HashMap<TileId, Facts>>,
    /// Entity tag, quotes included.
    pub etag: String,
    /// Which version this is.
    pub live_version: LiveVersion,
    /// How its visits are counted where this server counts any.
    pub(super) counting: Counting,
    live_since: Option<String>,
}

/// Times (ms) by tile, as the database keeps them.
pub(super) fn live_since(stored: Option<&str>) -> HashMap<TileId, i64> {
    stored.and_then(|text| serde_json::from_str(text).ok()).unwrap_or_default()
}

/// `"<version>.<publish serial>.<facts serial>"` (decisions, The page over REST).
fn etag(version: i64, publish: i64, facts: i64) -> String {
    format!("\"{version}.{publish}.{facts}\"")
}

impl PageView {
    /// A page that was just created.
    pub(super) fn of_new_page(account: String, username: Username, draft: Draft) -> Self {
        Self {
            account,
            username,
            version: 1,
            unpublished_changes: true,
            live: None,
            suspended: None,
            draft: Arc::new(draft),
            facts: Arc::default(),
            etag: etag(1, 0, 0),
        }
    }
}

impl From<PageRow> for PageView {
    fn from(row: PageRow) -> Self {
        Self {
            unpublished_changes: mantel_model::page::unpublished_changes(&row.draft, row.published.as_deref()),
            live: row.published.is_some().then_some((row.published_version, row.published_at)),
            // The entity tag covers facts and renames too: the owner sees them, although they are not part of the
            // draft.
            etag: etag(row.version, row.publish_serial, row.facts_serial + row.renames),
            account: row.account,
            username: row.username,
            version: row.version,
            suspended: row.suspended,
            facts: Arc::new(of_tiles(&row.draft.tiles, &row.known)),
            draft: row.draft,
        }
    }
}

impl Published {
    /// The live side of a page, if it is live.
    pub(super) fn of(row: PageRow) -> Option<Self> {
        let page = row.published?;
        Some(Self {
            facts: Arc::new(of_tiles(&page.tiles, &row.known)),
            page,
            version: row.published_version,
            at: row.published_at,
            created_at: row.created_at,
            etag: etag(row.published_version, row.publish_serial, row.facts_serial),
            live_version: LiveVersion {
                account: row.account,
                created_at: row.created_at,
                version: row.published_version,
                publish_serial: row.publish_serial,
                facts_serial: row.facts_serial,
            },
            counting: row.counting.as_deref().map(Counting::named).unwrap_or_default(),
            username: row.username,
            live_since: row.live_since,
        })
    }

    /// The tiles with the times (ms) when each first went live, the newest first, and of one time in page order.
    pub fn by_age(&self) -> Vec<(&Tile, i64)> {
        let known = live_since(self.live_since.as_deref());
        let since = |tile: &Tile| known.get(&tile.id).copied().unwrap_or(self.at);
        let mut all: Vec<_> = self.page.tiles.iter().map(|tile| (tile, since(tile))).collect();
        all.sort_by_key(|(_, since)| Reverse(*since));
        all
    }
}
