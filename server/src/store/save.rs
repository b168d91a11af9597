//! What every change of a page records, and what saving it came to.

use super::idempotency::IdempotencyRecord;

/// What a change records beside what it changes.
#[derive(Clone, Copy, Debug)]
pub struct Save<'a> {
    /// Who did it: `owner`, `key:<name>`, `client:<name>` or `admin`.
    pub actor: &'a str,
    /// What was done, in one word.
    pub act: &'a str,
    /// What changed, in one line.
    pub summary: &'a str,
    /// Whether the draft then differs from what is live.
    pub unpublished: bool,
    /// When, ms.
    pub now: i64,
    /// The entry of the history that it joins; without one it begins its own.
    pub joined: Option<&'a Joined>,
    /// The reply to store for a repeat of the call.
    pub idempotency: Option<&'a IdempotencyRecord>,
}

/// What a write came to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SaveResult {
    /// It is on disk.
    Saved,
    /// The page has moved on since, or the name or the account is taken.
    Conflict,
    /// The same call was made before; nothing was changed.
    AlreadyDone,
}

/// How an edit joins the history entry before it.
#[derive(Clone, Debug)]
pub struct Joined {
    /// The version that the entry's first edit made.
    pub first: i64,
    /// What was done in all, in one word.
    pub act: &'static str,
    /// What changed in all, in one line.
    pub summary: String,
}
