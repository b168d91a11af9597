//! Settings of the rate limits (decisions, Limits).

use std::num::NonZeroU32;

use super::SettingsReader;

/// The rate limits: each a count per period, which may be used all at once and refills evenly.
#[derive(Clone, Copy, Debug)]
pub struct RateLimitSettings {
    /// Edits per minute, per credential.
    pub edits: NonZeroU32,
    /// Reads with a credential per minute, per credential.
    pub reads: NonZeroU32,
    /// Reads without a credential per minute, per address.
    pub public: NonZeroU32,
    /// Username checks per minute, per address.
    pub names: NonZeroU32,
    /// Sign-ins per minute, per address and per account.
    pub signin: NonZeroU32,
    /// Sign-ups per hour, per address.
    pub signup: NonZeroU32,
    /// Keys created per hour, per account.
    pub keys: NonZeroU32,
    /// Changes of a page's address per day, per account.
    pub renames: NonZeroU32,
    /// Clients registered per hour, per address.
    pub clients: NonZeroU32,
    /// Authorization requests by clients with a metadata document per minute, per address.
    pub documents: NonZeroU32,
    /// Reports of pages per hour, per address.
    pub reports: NonZeroU32,
    /// Images fetched from other servers per day, per account.
    pub remote_images: NonZeroU32,
}

impl RateLimitSettings {
    pub(super) fn read(reader: &mut SettingsReader<'_>) -> Self {
        Self {
            edits: reader.parsed("RATE_EDITS", count),
            reads: reader.parsed("RATE_READS", count),
            public: reader.parsed("RATE_PUBLIC", count),
            names: reader.parsed("RATE_NAMES", count),
            signin: reader.parsed("RATE_SIGNIN", count),
            signup: reader.parsed("RATE_SIGNUP", count),
            keys: reader.parsed("RATE_KEYS", count),
            renames: reader.parsed("RATE_RENAMES", count),
            clients: reader.parsed("RATE_CLIENTS", count),
            documents: reader.parsed("RATE_DOCUMENTS", count),
            reports: reader.parsed("RATE_REPORTS", count),
            remote_images: reader.parsed("RATE_FAR", count),
        }
    }
}

fn count(text: &str) -> Result<NonZeroU32, String> {
    text.parse().map_err(|_| "give a whole number from 1 up".to_owned())
}
