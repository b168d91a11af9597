//! What agents asked their owners to publish.

use sqlx::Row;
use sqlx::any::AnyRow;

use super::write::{read, transact};
use super::{Result, Store};

/// A request as stored.
#[derive(Clone, Debug)]
pub struct PublishRequestRow {
    /// SHA-256 of the secret in its link, hex.
    pub hash: String,
    /// Who asked.
    pub actor: String,
    /// The version of the draft.
    pub version: i64,
    /// How many changes visitors would see.
    pub changes: i64,
    /// When, ms.
    pub asked_at: i64,
    /// When the owner published by its link, ms.
    pub published_at: Option<i64>,
}

fn request(row: &AnyRow) -> sqlx::Result<PublishRequestRow> {
    Ok(PublishRequestRow {
        hash: row.try_get("hash")?,
        actor: row.try_get("actor")?,
        version: row.try_get("version")?,
        changes: row.try_get("changes")?,
        asked_at: row.try_get("asked_at")?,
        published_at: row.try_get("published_at")?,
    })
}

impl Store {
    /// Adds a request of the account's page, and deletes the oldest ones above `most`; returns whether there is a page.
    ///
    /// # Errors
    /// When the database does not answer.
    pub async fn add_publish_request(&self, account: &str, new: &PublishRequestRow, most: i64) -> Result<bool> {
        transact!(self, |write| {
            let add = sqlx::query(
                "insert into publish_requests (hash, account_id, actor, version, changes, asked_at)
            select $1, account_id, $2, $3, $4, $5 from pages where account_id = $6 returning hash",
            );
            let add = add.bind(&new.hash).bind(&new.actor).bind(new.version).bind(new.changes).bind(new.asked_at);
            if add.bind(account).fetch_optional(&mut *write.tx).await?.is_none() {
                return Ok(false);
            }
            let trim = sqlx::query(
                "delete from publish_requests where account_id = $1 and hash not in (
                select hash from publish_requests where account_id = $2 order by asked_at desc, hash limit $3
            )",
            );
            trim.bind(account).bind(account).bind(most).execute(&mut *write.tx).await?;
            Ok(true)
        })
    }

    /// The account's requests, newest first.
    ///
    /// # Errors
    /// When the database does not answer.
    pub async fn publish_requests(&self, account: &str) -> Result<Vec<PublishRequestRow>> {
        let find = "select * from publish_requests where account_id = $1 order by asked_at desc, hash";
        let rows = read!(sqlx::query(find).bind(account).fetch_all(self.pool()?))?;
        Ok(rows.iter().map(request).collect::<sqlx::Result<_>>()?)
    }

    /// The account's request with this hash.
    ///
    /// # Errors
    /// When the database does not answer.
    pub async fn publish_request(&self, account: &str, hash: &str) -> Result<Option<PublishRequestRow>> {
        let find = "select * from publish_requests where account_id = $1 and hash = $2";
        let row = read!(sqlx::query(find).bind(account).bind(hash).fetch_optional(self.pool()?))?;
        Ok(row.as_ref().map(request).transpose()?)
    }

    /// Marks a request as published, unless it was; returns whether it was not.
    ///
    /// # Errors
    /// When the database does not answer.
    pub async fn spend_publish_request(&self, account: &str, hash: &str, now: i64) -> Result<bool> {
        transact!(self, |write| {
            let spend = sqlx::query(
                "update publish_requests set published_at = $1
            where account_id = $2 and hash = $3 and published_at is null returning hash",
            );
            let spend = spend.bind(now).bind(account).bind(hash);
            Ok(spend.fetch_optional(&mut *write.tx).await?.is_some())
        })
    }

    /// Makes a request that was marked at this time one that can be used again, because publishing failed.
    ///
    /// # Errors
    /// When the database does not answer.
    pub async fn restore_publish_request(&self, account: &str, hash: &str, spent_at: i64) -> Result<()> {
        transact!(self, |write| {
            let restore = sqlx::query(
                "update publish_requests set published_at = null
            where account_id = $1 and hash = $2 and published_at = $3",
            );
            restore.bind(account).bind(hash).bind(spent_at).execute(&mut *write.tx).await?;
            Ok(())
        })
    }
}
