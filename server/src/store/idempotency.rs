//! Replies to idempotent calls, stored under their keys (table `replays`).

use sqlx::Row;

use super::write::{read, transact};
use super::{Result, Store, Write};

/// How long a reply is stored, ms.
const TTL: i64 = 24 * 60 * 60 * 1000;
/// Maximum number of replies of an account; the oldest are deleted first.
const MAX_RECORDS: i64 = 1000;
/// Their maximum size in total, bytes.
const MAX_BYTES: i64 = 1024 * 1024;
/// The bytes that a record counts besides its texts: its numbers, and its places in the indexes.
const OVERHEAD: usize = 200;

/// A reply stored for retries of its call.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct IdempotencyRecord {
    /// The key that came with the call.
    pub key: String,
    /// A hash of what distinguishes the call: method, path and body.
    pub request_hash: String,
    /// HTTP status of the reply.
    pub status: u16,
    /// Its entity tag, quotes included; empty for none.
    pub etag: String,
    /// Its body; with `parts`, what the body can be made from again.
    pub body: String,
    /// Whether the body was too long to be stored.
    pub parts: bool,
    /// When the call was made, ms; set by the store.
    pub at: i64,
}

impl Store {
    /// The reply stored under a key of the account.
    ///
    /// # Errors
    /// When the database does not answer.
    pub async fn idempotency_record(&self, account: &str, key: &str, now: i64) -> Result<Option<IdempotencyRecord>> {
        let row = read!(
            sqlx::query("select * from replays where account_id = $1 and key = $2 and at > $3")
                .bind(account)
                .bind(key)
                .bind(now - TTL)
                .fetch_optional(self.pool()?)
        )?;
        let Some(row) = row else { return Ok(None) };
        Ok(Some(IdempotencyRecord {
            key: row.try_get("key")?,
            request_hash: row.try_get("call")?,
            status: u16::try_from(row.try_get::<i64, _>("status")?).unwrap_or(200),
            etag: row.try_get("etag")?,
            body: row.try_get("body")?,
            parts: row.try_get::<i64, _>("parts")? != 0,
            at: row.try_get("at")?,
        }))
    }

    /// Stores a reply by itself, for a call that changed nothing else; `false` when the key is in use.
    ///
    /// # Errors
    /// When the database does not answer.
    pub async fn add_idempotency_record(&self, account: &str, record: &IdempotencyRecord, now: i64) -> Result<bool> {
        transact!(self, |write| {
            let added = add(write, account, record, now).await?;
            Ok(added)
        })
    }
}

/// Stores a reply, and deletes the account's expired and surplus ones; `false` when the key is in use.
pub(super) async fn add(write: &mut Write<'_>, account: &str, record: &IdempotencyRecord, now: i64) -> Result<bool> {
    let trim = sqlx::query("delete from replays where account_id = $1 and at <= $2");
    trim.bind(account).bind(now - TTL).execute(&mut *write.tx).await?;
    let bytes = record.key.len() + record.request_hash.len() + record.etag.len() + record.body.len() + OVERHEAD;
    let add = sqlx::query(
        "insert into replays (account_id, key, call, status, etag, body, parts, bytes, at)
        values ($1, $2, $3, $4, $5, $6, $7, $8, $9)
        on conflict do nothing
        returning key",
    );
    let add = add.bind(account).bind(&record.key).bind(&record.request_hash).bind(i64::from(record.status));
    let add = add.bind(&record.etag).bind(&record.body).bind(i64::from(record.parts));
    let add = add.bind(i64::try_from(bytes).unwrap_or(i64::MAX)).bind(now);
    if add.fetch_optional(&mut *write.tx).await?.is_none() {
        return Ok(false);
    }
    delete_surplus(write, account, &record.key).await?;
    Ok(true)
}

/// Deletes an account's oldest replies, but not the one just stored, when there are too many. An eighth more than
/// needed, so that not every call deletes.
async fn delete_surplus(write: &mut Write<'_>, account: &str, newest: &str) -> Result<()> {
    let count = sqlx::query(
        "select count(*) as held, cast(coalesce(sum(bytes), 0) as bigint) as room from replays where account_id = $1",
    );
    let held = count.bind(account).fetch_one(&mut *write.tx).await?;
    if held.try_get::<i64, _>("held")? <= MAX_RECORDS && held.try_get::<i64, _>("room")? <= MAX_BYTES {
        return Ok(());
    }
    let delete = sqlx::query(
        "delete from replays where account_id = $1 and key in (
            select key from (
                select key, row_number() over (order by at desc, key) as place,
                    cast(sum(bytes) over (order by at desc, key) as bigint) as room
                from replays where account_id = $2 and key <> $3
            ) aged
            where place > $4 or room > $5
        )",
    );
    let delete = delete.bind(account).bind(account).bind(newest);
    let delete = delete.bind(MAX_RECORDS - MAX_RECORDS / 8).bind(MAX_BYTES - MAX_BYTES / 8);
    delete.execute(&mut *write.tx).await?;
    Ok(())
}
