//! A change to make, and under which conditions.

use mantel_model::{Edit, Problem};

use super::stored_reply::ReplyRecorder;

/// Under which conditions a change is made.
#[derive(Clone, Debug, Default)]
pub struct WriteOptions {
    /// The version it was made from; without one it applies to the newest draft.
    pub base: Option<i64>,
    /// Whether only to say what would change.
    pub dry_run: bool,
    /// Stores the reply with the change, for a repeat of the call; set by [`super::Service::run_once`].
    pub(super) recorder: Option<ReplyRecorder>,
}

impl WriteOptions {
    /// A change made from this version, if one is named; or only tried.
    pub fn new(base: Option<i64>, dry_run: bool) -> Self {
        Self { base, dry_run, recorder: None }
    }
}

/// An edit to make.
#[derive(Clone, Debug)]
pub struct Change {
    /// What to do.
    pub edit: Edit,
    /// Under which conditions.
    pub options: WriteOptions,
    /// What it is, in one word, for the history.
    pub act: &'static str,
    /// How the history describes it, where the change itself does not say enough.
    pub summary: Option<String>,
    /// What was defaulted or dropped on the way here.
    pub warnings: Vec<Problem>,
}

impl Change {
    /// An edit that speaks for itself.
    pub fn new(edit: Edit, act: &'static str, options: WriteOptions) -> Self {
        Self { edit, options, act, summary: None, warnings: Vec::new() }
    }
}
