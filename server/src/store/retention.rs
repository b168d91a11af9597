//! Deletes rows that have had their time, for every account, in small batches: what an account's own next write would
//! delete stays otherwise for as long as the account does nothing.

use super::write::transact;
use super::{Result, Store};

/// Rows deleted in one transaction: other writers wait no longer than this takes.
const BATCH: u64 = 500;
/// Batches of one table in one call; the next call goes on.
const BATCHES: usize = 100;

/// Rows of a table that are expired.
struct Expired {
    /// Deletes at most [`BATCH`] of those that ended at `$1` or before.
    delete: &'static str,
    /// How long rows are kept after their time, ms.
    kept: i64,
}

const HOUR: i64 = 60 * 60 * 1000;
const DAY: i64 = 24 * HOUR;

const EXPIRED: &[Expired] = &[
    Expired {
        delete: "delete from replays where (account_id, key) in (
            select account_id, key from replays where at <= $1 order by at limit 500)",
        kept: DAY,
    },
    Expired {
        delete: "delete from bearers where hash in (
            select hash from bearers where expires_at <= $1 order by expires_at limit 500)",
        kept: 0,
    },
    Expired {
        delete: "delete from upload_addresses where hash in (
            select hash from upload_addresses where expires_at <= $1 order by expires_at limit 500)",
        kept: 0,
    },
    Expired {
        delete: "delete from resets where hash in (
            select hash from resets where expires_at <= $1 order by expires_at limit 500)",
        kept: 0,
    },
    Expired {
        delete: "delete from email_changes where account_id in (
            select account_id from email_changes where expires_at <= $1 limit 500)",
        kept: 0,
    },
    // Codes and tokens are kept for a day after their end, so that one that is used again is recognized.
    Expired {
        delete: "delete from oauth_codes where hash in (
            select hash from oauth_codes where expires_at <= $1 order by expires_at limit 500)",
        kept: DAY,
    },
    Expired {
        delete: "delete from oauth_tokens where hash in (
            select hash from oauth_tokens where expires_at <= $1 order by expires_at limit 500)",
        kept: DAY,
    },
    // Clients that nobody has allowed.
    Expired {
        delete: "delete from oauth_clients where id in (
            select id from oauth_clients where used_at is null and created_at <= $1 order by created_at limit 500)",
        kept: DAY,
    },
    Expired {
        delete: "delete from held_names where username in (
            select username from held_names where until <= $1 order by until limit 500)",
        kept: 0,
    },
    Expired {
        delete: "delete from reports where id in (
            select id from reports where settled_at is not null and settled_at <= $1 limit 500)",
        kept: 180 * DAY,
    },
    // Addresses that the last page which linked to them has given up (`link_metadata`).
    Expired {
        delete: "delete from facts where next_at = 0 and source in (
            select source from facts where next_at = 0 and leased_until <= $1
                and not exists (select 1 from page_facts where page_facts.source = facts.source)
            limit 500)",
        kept: 0,
    },
];

impl Store {
    /// Deletes expired rows, and the sessions last used at `idle_before` or created at `made_before` or earlier (ms);
    /// returns their number.
    ///
    /// # Errors
    /// When the database does not answer.
    pub async fn delete_expired(&self, now: i64, idle_before: i64, made_before: i64) -> Result<u64> {
        let mut gone = 0;
        for expired in EXPIRED {
            gone += self.delete_in_batches(expired.delete, now - expired.kept).await?;
        }
        for (delete, before) in [
            (
                "delete from sessions where hash in (
                    select hash from sessions where seen_at <= $1 order by seen_at limit 500)",
                idle_before,
            ),
            (
                "delete from sessions where hash in (select hash from sessions where created_at <= $1 limit 500)",
                made_before,
            ),
        ] {
            gone += self.delete_in_batches(delete, before).await?;
        }
        Ok(gone)
    }

    async fn delete_in_batches(&self, delete: &'static str, before: i64) -> Result<u64> {
        let mut gone = 0;
        for _ in 0..BATCHES {
            let some = transact!(self, |write| {
                Ok(sqlx::query(delete).bind(before).execute(&mut *write.tx).await?.rows_affected())
            })?;
            gone += some;
            if some < BATCH {
                break;
            }
        }
        Ok(gone)
    }
}
