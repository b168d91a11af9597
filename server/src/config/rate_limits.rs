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
    /// Edits per minute, per account: all its credentials together.
    pub edits_account: NonZeroU32,
    /// Reads with a credential per minute, per account.
    pub reads_account: NonZeroU32,
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
    /// Pages read elsewhere per minute, per address and per account.
    pub move_in: NonZeroU32,
    /// Pictures of pages drawn per minute, per account.
    pub pictures: NonZeroU32,
    /// Reports of pages per hour, per address.
    pub reports: NonZeroU32,
    /// Presses on links of pages that are counted per minute, per address.
    pub presses: NonZeroU32,
    /// Images fetched from other servers per day, per account.
    pub remote_images: NonZeroU32,
    /// KiB of images fetched from other servers per 30 days, per account.
    pub remote_image_kib: NonZeroU32,
}

impl RateLimitSettings {
    pub(super) fn read(reader: &mut SettingsReader<'_>) -> Self {
        let (edits, reads) = (reader.parsed("RATE_EDITS", count), reader.parsed("RATE_READS", count));
        let thrice = |rate: NonZeroU32| rate.saturating_mul(NonZeroU32::MIN.saturating_add(2));
        Self {
            edits,
            reads,
            edits_account: reader.parsed("RATE_EDITS_ACCOUNT", optional_count).unwrap_or(thrice(edits)),
            reads_account: reader.parsed("RATE_READS_ACCOUNT", optional_count).unwrap_or(thrice(reads)),
            public: reader.parsed("RATE_PUBLIC", count),
            names: reader.parsed("RATE_NAMES", count),
            signin: reader.parsed("RATE_SIGNIN", count),
            signup: reader.parsed("RATE_SIGNUP", count),
            keys: reader.parsed("RATE_KEYS", count),
            renames: reader.parsed("RATE_RENAMES", count),
            clients: reader.parsed("RATE_CLIENTS", count),
            documents: reader.parsed("RATE_DOCUMENTS", count),
            move_in: reader.parsed("RATE_MOVE_IN", count),
            pictures: reader.parsed("RATE_PICTURES", count),
            reports: reader.parsed("RATE_REPORTS", count),
            presses: reader.parsed("RATE_PRESSES", count),
            remote_images: reader.parsed("RATE_FAR", count),
            remote_image_kib: reader.parsed("RATE_FAR_MIB", count).saturating_mul(NonZeroU32::MIN.saturating_add(1023)),
        }
    }
}

fn count(text: &str) -> Result<NonZeroU32, String> {
    text.parse().map_err(|_| "give a whole number from 1 up".to_owned())
}

fn optional_count(text: &str) -> Result<Option<NonZeroU32>, String> {
    if text.is_empty() { Ok(None) } else { count(text).map(Some) }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests fail by panicking")]
mod tests {
    use crate::config::Config;

    #[test]
    fn an_account_may_do_three_times_what_a_credential_may_unless_set() {
        let read = |set: &[(&str, &str)]| {
            let lookup = |name: &str| set.iter().find(|entry| entry.0 == name).map(|entry| entry.1.to_owned());
            let rates = Config::read(&lookup).unwrap().rate_limits;
            (rates.edits_account.get(), rates.reads_account.get())
        };
        assert_eq!(read(&[]), (360, 1800));
        assert_eq!(read(&[("RATE_EDITS", "10"), ("RATE_READS_ACCOUNT", "7")]), (30, 7));
    }
}
