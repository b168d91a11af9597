//! Replies to calls that must not happen twice, kept by their Idempotency-Key.

use sqlx::Row;

use super::write::{read, transact};
use super::{Result, Store, Write};

/// How long a reply is kept, ms.
const KEPT: i64 = 24 * 60 * 60 * 1000;

/// A reply kept for a repeat of its call.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct IdempotencyRecord {
    /// The key that the call brought.
    pub key: String,
    /// What the call was: a hash of method, path and body.
    pub call: String,
    /// HTTP status of the reply.
    pub status: u16,
    /// Its entity tag, quotes included; empty for none.
    pub etag: String,
    /// Its body.
    pub body: String,
}

impl Store {
    /// The reply kept under a key of the account.
    ///
    /// # Errors
    /// When the database does not answer.
    pub async fn replay(&self, account: &str, key: &str, now: i64) -> Result<Option<IdempotencyRecord>> {
        let row = read!(
            sqlx::query("select * from replays where account_id = $1 and key = $2 and at > $3")
                .bind(account)
                .bind(key)
                .bind(now - KEPT)
                .fetch_optional(self.pool()?)
        )?;
        let Some(row) = row else { return Ok(None) };
        Ok(Some(IdempotencyRecord {
            key: row.try_get("key")?,
            call: row.try_get("call")?,
            status: u16::try_from(row.try_get::<i64, _>("status")?).unwrap_or(200),
            etag: row.try_get("etag")?,
            body: row.try_get("body")?,
        }))
    }

    /// Keeps a reply by itself, for a call that changed nothing else; `false` when the key is in use.
    ///
    /// # Errors
    /// When the database does not answer.
    pub async fn keep_replay(&self, account: &str, replay: &IdempotencyRecord, now: i64) -> Result<bool> {
        transact!(self, |write| {
            let kept = keep(write, account, replay, now).await?;
            Ok(kept)
        })
    }
}

/// Keeps a reply, and forgets the account's old ones; `false` when the key is in use.
pub(super) async fn keep(write: &mut Write, account: &str, replay: &IdempotencyRecord, now: i64) -> Result<bool> {
    let trim = sqlx::query("delete from replays where account_id = $1 and at <= $2");
    trim.bind(account).bind(now - KEPT).execute(&mut *write.tx).await?;
    let add = sqlx::query(
        "insert into replays (account_id, key, call, status, etag, body, at) values ($1, $2, $3, $4, $5, $6, $7)
        on conflict do nothing
        returning key",
    );
    let add = add.bind(account).bind(&replay.key).bind(&replay.call).bind(i64::from(replay.status));
    let add = add.bind(&replay.etag).bind(&replay.body).bind(now);
    Ok(add.fetch_optional(&mut *write.tx).await?.is_some())
}
