//! How much of everything is let through (decisions, Limits).

use std::num::NonZeroU32;

use super::Reader;

/// The rates; each a count in its period, spent all at once if wanted and refilled evenly.
#[derive(Clone, Copy, Debug)]
pub struct Rates {
    /// Edits a minute, per credential.
    pub edits: NonZeroU32,
    /// Reads with a credential a minute, per credential.
    pub reads: NonZeroU32,
    /// Reads without a credential a minute, per address.
    pub public: NonZeroU32,
    /// Checks of a username a minute, per address.
    pub names: NonZeroU32,
    /// Sign-ins a minute, per address and per account.
    pub signin: NonZeroU32,
    /// Sign-ups an hour, per address.
    pub signup: NonZeroU32,
    /// Keys made an hour, per account.
    pub keys: NonZeroU32,
    /// Changes of a page's address a day, per account.
    pub renames: NonZeroU32,
    /// Programs registered an hour, per address.
    pub clients: NonZeroU32,
    /// Requests of programs named by a document a minute, per address.
    pub documents: NonZeroU32,
    /// Reports of pages an hour, per address.
    pub reports: NonZeroU32,
    /// Pictures fetched from other servers a day, per account.
    pub far: NonZeroU32,
}

impl Rates {
    pub(super) fn read(read: &mut Reader<'_>) -> Self {
        Self {
            edits: read.parsed("RATE_EDITS", count),
            reads: read.parsed("RATE_READS", count),
            public: read.parsed("RATE_PUBLIC", count),
            names: read.parsed("RATE_NAMES", count),
            signin: read.parsed("RATE_SIGNIN", count),
            signup: read.parsed("RATE_SIGNUP", count),
            keys: read.parsed("RATE_KEYS", count),
            renames: read.parsed("RATE_RENAMES", count),
            clients: read.parsed("RATE_CLIENTS", count),
            documents: read.parsed("RATE_DOCUMENTS", count),
            reports: read.parsed("RATE_REPORTS", count),
            far: read.parsed("RATE_FAR", count),
        }
    }
}

fn count(text: &str) -> Result<NonZeroU32, String> {
    text.parse().map_err(|_| "give a whole number from 1 up".to_owned())
}
