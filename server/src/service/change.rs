//! A change to make, and its conditions.

use mantel_model::{Edit, Problem};

use super::stored_reply::ReplyRecorder;

/// The conditions of a change.
#[derive(Clone, Debug, Default)]
pub struct WriteOptions {
    /// The version that the change is based on; without one it applies to the newest draft.
    pub base: Option<i64>,
    /// Whether only to report what would change.
    pub dry_run: bool,
    /// Stores the reply with the change, for retries of the call; set by [`super::Service::run_once`].
    pub(super) recorder: Option<ReplyRecorder>,
}

impl WriteOptions {
    /// A change based on this version, if one is given, or a dry run.
    pub fn new(base: Option<i64>, dry_run: bool) -> Self {
        Self { base, dry_run, recorder: None }
    }
}

/// An edit to make.
#[derive(Clone, Debug)]
pub struct Change {
    /// The edit.
    pub edit: Edit,
    /// The conditions.
    pub options: WriteOptions,
    /// The kind of change in one word, for the history.
    pub act: &'static str,
    /// The history's description, where the edit itself does not say enough.
    pub summary: Option<String>,
    /// What was defaulted or dropped while reading the input.
    pub warnings: Vec<Problem>,
}

impl Change {
    /// A change whose description comes from the edit itself.
    pub fn new(edit: Edit, act: &'static str, options: WriteOptions) -> Self {
        Self { edit, options, act, summary: None, warnings: Vec::new() }
    }
}
