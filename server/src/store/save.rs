//! What every change of a page records, and the result of saving it.

use super::idempotency::IdempotencyRecord;

/// What a change records besides its content.
#[derive(Clone, Copy, Debug)]
pub struct Save<'a> {
    /// Who did it: `owner`, `key:<name>`, `client:<name>` or `admin`.
    pub actor: &'a str,
    /// The kind of change in one word.
    pub act: &'a str,
    /// What changed, in one line.
    pub summary: &'a str,
    /// Whether the draft then differs from what is live.
    pub unpublished: bool,
    /// When, ms.
    pub now: i64,
    /// The history entry that it joins; without one it begins its own.
    pub joined: Option<&'a Joined>,
    /// The reply to store for retries of the call.
    pub idempotency: Option<&'a IdempotencyRecord>,
}

/// The result of a write.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SaveResult {
    /// It is committed.
    Saved,
    /// The page has changed since, or the name or the account is taken.
    Conflict,
    /// The same call was made before; nothing was changed.
    AlreadyDone,
}

/// How an edit joins the history entry before it.
#[derive(Clone, Debug)]
pub struct Joined {
    /// The version that the entry's first edit made.
    pub first: i64,
    /// The kind of all its changes in one word.
    pub act: &'static str,
    /// What changed in total, in one line.
    pub summary: String,
}
