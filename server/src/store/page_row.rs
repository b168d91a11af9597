//! A row of the table `pages`, as it is read.

use std::sync::Arc;

use mantel_model::{Draft, Username};

use super::link_metadata::Known;

/// A page as stored.
#[derive(Clone, Debug)]
pub struct PageRow {
    /// Whose it is.
    pub account: String,
    /// Its address.
    pub username: Username,
    /// The current draft.
    pub draft: Arc<Draft>,
    /// Grows by 1 with every change of the draft.
    pub version: i64,
    /// When it was created, ms.
    pub created_at: i64,
    /// What visitors see.
    pub published: Option<Arc<Draft>>,
    /// The draft's version when it was published.
    pub published_version: i64,
    /// When it was published, ms.
    pub published_at: i64,
    /// Grows with every publish and unpublish.
    pub publish_serial: i64,
    /// Grows with every change of its link metadata, and of how its visits are counted.
    pub facts_serial: i64,
    /// Grows with every change of the address.
    pub renames: i64,
    /// When each of its tiles first went live: JSON, times (ms) by tile id. `None` before the first publish that kept them.
    pub live_since: Option<String>,
    /// Why it was taken down, while it is.
    pub suspended: Option<String>,
    /// How its visits are counted, by name; `None` where that was never set.
    pub counting: Option<String>,
    /// The metadata of the addresses that its tiles link to.
    pub known: Arc<Known>,
}
