//! The result of a change: saved, or a dry run.

use std::sync::Arc;

use mantel_model::api::ChangesView;
use mantel_model::page::unpublished_changes;
use mantel_model::{Draft, Problem, TileId};

use super::view::PageView;

/// The result of a change.
#[derive(Clone, Debug)]
pub enum Outcome {
    /// It was saved.
    Saved(SavedChange),
    /// It was a dry run.
    DryRun(DryRun),
}

/// A saved change.
#[derive(Clone, Debug)]
pub struct SavedChange {
    /// The page after it.
    pub page: PageView,
    /// The draft before it; `None` if it changed nothing, or made the page.
    pub before: Option<Arc<Draft>>,
    /// The tiles it touched, in the order of the change.
    pub touched: Vec<TileId>,
    /// What a lenient import defaulted or dropped.
    pub warnings: Vec<Problem>,
}

impl SavedChange {
    /// A change that touched no tile in particular.
    pub fn of(page: PageView) -> Self {
        Self { page, before: None, touched: Vec::new(), warnings: Vec::new() }
    }
}

/// What a change would do.
#[derive(Clone, Debug)]
pub struct DryRun {
    /// The draft's current version; 0 without a page.
    pub version: i64,
    /// Whether the draft would differ from what is live.
    pub unpublished_changes: bool,
    /// What would change.
    pub changes: ChangesView,
    /// What a lenient import would default or drop.
    pub warnings: Vec<Problem>,
}

impl DryRun {
    /// The change from one draft to another, compared with what is live.
    pub(super) fn of(before: &Draft, after: &Draft, live: Option<&Draft>, warnings: Vec<Problem>) -> Self {
        let changes = ChangesView::between(before, after);
        Self { version: 0, unpublished_changes: unpublished_changes(after, live), changes, warnings }
    }
}
