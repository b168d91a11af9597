//! What a change came to: saved, or only tried.

use mantel_model::api::ChangesView;
use mantel_model::page::unpublished_changes;
use mantel_model::{Draft, Problem, TileId};

use super::view::PageView;

/// What a change came to.
#[derive(Clone, Debug)]
#[expect(clippy::large_enum_variant, reason = "nearly every one is saved, and none is kept")]
pub enum Outcome {
    /// It was made.
    Saved(SavedChange),
    /// It was only tried.
    DryRun(DryRun),
}

/// What a change made.
#[derive(Clone, Debug)]
pub struct SavedChange {
    /// The page after it.
    pub page: PageView,
    /// The tiles it touched, in its order.
    pub touched: Vec<TileId>,
    /// What a forgiving import defaulted or dropped.
    pub warnings: Vec<Problem>,
}

impl SavedChange {
    /// A page after a change that touched no tile in particular.
    pub fn of(page: PageView) -> Self {
        Self { page, touched: Vec::new(), warnings: Vec::new() }
    }
}

/// What a change would make.
#[derive(Clone, Debug)]
pub struct DryRun {
    /// The draft's version, now as before; 0 without a page.
    pub version: i64,
    /// Whether the draft would differ from what is live.
    pub unpublished_changes: bool,
    /// What would change.
    pub changes: ChangesView,
    /// What a forgiving import would default or drop.
    pub warnings: Vec<Problem>,
}

impl DryRun {
    /// The change from one draft to another, beside what would then be live.
    pub(super) fn of(before: &Draft, after: &Draft, live: Option<&Draft>, warnings: Vec<Problem>) -> Self {
        let changes = ChangesView::between(before, after);
        Self { version: 0, unpublished_changes: unpublished_changes(after, live), changes, warnings }
    }
}
