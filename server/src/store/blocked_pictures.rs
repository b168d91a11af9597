//! Pictures that the operator of the instance took down, by hash.

use std::collections::BTreeSet;

use sqlx::{AssertSqlSafe, Row};

use super::write::{read, transact};
use super::{Result, Store, Write, link_metadata};

/// Hashes per query.
const AT_ONCE: usize = 500;
/// When an address that gave a blocked picture is fetched again, ms: after a day, because it may give another one.
const RETRY: i64 = 24 * 60 * 60 * 1000;

/// A blocked picture.
#[derive(Clone, Debug)]
pub struct BlockedPictureRow {
    /// Its hash.
    pub hash: String,
    /// Why, for the operator.
    pub reason: String,
    /// When, ms.
    pub at: i64,
}

impl Store {
    /// Whether the picture was taken down.
    ///
    /// # Errors
    /// When the database does not answer.
    pub async fn is_picture_blocked(&self, hash: &str) -> Result<bool> {
        let find = "select 1 from blocked_pictures where hash = $1";
        Ok(read!(sqlx::query(find).bind(hash).fetch_optional(self.pool()?))?.is_some())
    }

    /// Those of these pictures that were taken down.
    ///
    /// # Errors
    /// When the database does not answer.
    pub async fn blocked_among(&self, hashes: &[&str]) -> Result<BTreeSet<String>> {
        let mut blocked = BTreeSet::new();
        for some in hashes.chunks(AT_ONCE) {
            let places = (1..=some.len()).map(|item| format!("${item}")).collect::<Vec<_>>().join(", ");
            let find = format!("select hash from blocked_pictures where hash in ({places})");
            let query_of =
                || some.iter().fold(sqlx::query_scalar(AssertSqlSafe(find.clone())), |query, it| query.bind(*it));
            let found: Vec<String> = read!(query_of().fetch_all(self.pool()?))?;
            blocked.extend(found);
        }
        Ok(blocked)
    }

    /// All pictures that were taken down, newest first.
    ///
    /// # Errors
    /// When the database does not answer.
    pub async fn all_blocked_pictures(&self) -> Result<Vec<BlockedPictureRow>> {
        let find = "select hash, reason, at from blocked_pictures order by at desc, hash";
        let rows = read!(sqlx::query(find).fetch_all(self.pool()?))?;
        let row = |row: &sqlx::any::AnyRow| -> sqlx::Result<BlockedPictureRow> {
            Ok(BlockedPictureRow { hash: row.try_get("hash")?, reason: row.try_get("reason")?, at: row.try_get("at")? })
        };
        Ok(rows.iter().map(row).collect::<sqlx::Result<_>>()?)
    }

    /// Takes a picture down: no account and no remote address has it any more. Every page that shows it gets an event,
    /// which tells the page caches of all servers. Returns the number of those pages.
    ///
    /// # Errors
    /// When the database does not answer.
    pub async fn block_picture(&self, hash: &str, reason: &str, now: i64) -> Result<usize> {
        transact!(self, |write| {
            let block = sqlx::query(
                "insert into blocked_pictures (hash, reason, at) values ($1, $2, $3)
                on conflict (hash) do update set reason = excluded.reason",
            );
            block.bind(hash).bind(reason).bind(now).execute(&mut *write.tx).await?;
            // Always in the same order, to avoid deadlocks.
            let accounts = accounts_that_show(write, hash).await?;
            sqlx::query("delete from pictures where hash = $1").bind(hash).execute(&mut *write.tx).await?;
            let forget = sqlx::query("update far_pictures set hash = null, failures = 1, next_at = $1 where hash = $2");
            forget.bind(now + RETRY).bind(hash).execute(&mut *write.tx).await?;
            for account in &accounts {
                write.mark_changed(account);
                link_metadata::record_picture_event(write, account, now).await?;
            }
            Ok(accounts.len())
        })
    }

    /// Lets a picture be uploaded and fetched again; returns whether it was blocked.
    ///
    /// # Errors
    /// When the database does not answer.
    pub async fn unblock_picture(&self, hash: &str) -> Result<bool> {
        transact!(self, |write| {
            let unblock = sqlx::query("delete from blocked_pictures where hash = $1");
            Ok(unblock.bind(hash).execute(&mut *write.tx).await?.rows_affected() > 0)
        })
    }
}

/// The accounts whose pages show a picture, as a draft or live: uploaded, remote, or by a link's metadata.
async fn accounts_that_show(write: &mut Write<'_>, hash: &str) -> Result<BTreeSet<String>> {
    let sources = sqlx::query_scalar("select source from far_pictures where hash = $1");
    let sources: Vec<String> = sources.bind(hash).fetch_all(&mut *write.tx).await?;
    let mut accounts = BTreeSet::new();
    // Every page is searched: a picture is rarely taken down.
    for name in sources.iter().map(String::as_str).chain([hash]) {
        let find = "select account_id from pages
            where replace(draft, $1, '') <> draft or replace(coalesce(published, ''), $2, '') <> coalesce(published, '')
            union
            select p.account_id from page_facts p join facts f on f.source = p.source
            where replace(coalesce(f.body, ''), $3, '') <> coalesce(f.body, '')";
        let found = sqlx::query_scalar(find).bind(name).bind(name).bind(name);
        let found: Vec<String> = found.fetch_all(&mut *write.tx).await?;
        accounts.extend(found);
    }
    Ok(accounts)
}
