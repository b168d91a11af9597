//! Replies to idempotent calls, stored under their keys (table `replays`).

use sqlx::Row;

use super::write::{read, transact};
use super::{Result, Store, Write};

/// How long a reply is stored, ms.
const TTL: i64 = 24 * 60 * 60 * 1000;

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
    /// Its body.
    pub body: String,
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

/// Stores a reply, and deletes the account's expired ones; `false` when the key is in use.
pub(super) async fn add(write: &mut Write, account: &str, record: &IdempotencyRecord, now: i64) -> Result<bool> {
    let trim = sqlx::query("delete from replays where account_id = $1 and at <= $2");
    trim.bind(account).bind(now - TTL).execute(&mut *write.tx).await?;
    let add = sqlx::query(
        "insert into replays (account_id, key, call, status, etag, body, at) values ($1, $2, $3, $4, $5, $6, $7)
        on conflict do nothing
        returning key",
    );
    let add = add.bind(account).bind(&record.key).bind(&record.request_hash).bind(i64::from(record.status));
    let add = add.bind(&record.etag).bind(&record.body).bind(now);
    Ok(add.fetch_optional(&mut *write.tx).await?.is_some())
}
