//! API keys.

use mantel_model::Rights;
use sqlx::Row;
use sqlx::any::AnyRow;

use super::rights::rights;
use super::write::{read, transact};
use super::{Result, Store};

/// A key as stored, without its secret.
#[derive(Clone, Debug)]
pub struct KeyRow {
    /// Its id, for revoking.
    pub id: String,
    /// The name that its owner gave it.
    pub name: String,
    /// When it was created, ms.
    pub created_at: i64,
    /// When it was last used, ms, to the minute.
    pub used_at: Option<i64>,
    /// What it may do.
    pub rights: Rights,
    /// Its beginning and end, so that its owner knows it again; `None` until one from before they were kept is used.
    pub fingerprint: Option<String>,
    /// When it last tried to publish without permission, ms.
    pub asked_at: Option<i64>,
}

fn key(row: &AnyRow) -> sqlx::Result<KeyRow> {
    Ok(KeyRow {
        id: row.try_get("id")?,
        name: row.try_get("name")?,
        created_at: row.try_get("created_at")?,
        used_at: row.try_get("used_at")?,
        rights: rights(row)?,
        fingerprint: row.try_get("fingerprint")?,
        asked_at: row.try_get("asked_at")?,
    })
}

impl Store {
    /// Stores a key, unless the account already has `most`; returns whether it did.
    ///
    /// # Errors
    /// When the database does not answer.
    pub async fn add_key(&self, account: &str, row: &KeyRow, hash: &str, most: usize) -> Result<bool> {
        transact!(self, |write| {
            // Lock the account's row, so that concurrent calls are counted one after the other.
            let hold = sqlx::query("update accounts set id = id where id = $1");
            hold.bind(account).execute(&mut *write.tx).await?;
            let count = sqlx::query_scalar::<_, i64>("select count(*) from api_keys where account_id = $1");
            let count = count.bind(account).fetch_one(&mut *write.tx).await?;
            if usize::try_from(count).unwrap_or(usize::MAX) >= most {
                return Ok(false);
            }
            let add = sqlx::query(
                "insert into api_keys (id, account_id, name, hash, created_at, access, publish, ends_at, fingerprint)
                values ($1, $2, $3, $4, $5, $6, $7, $8, $9)",
            );
            let Rights { access, publish, ends_at } = row.rights;
            let add = add.bind(&row.id).bind(account).bind(&row.name).bind(hash).bind(row.created_at);
            let add = add.bind(access.as_str()).bind(i64::from(publish)).bind(ends_at).bind(row.fingerprint.as_deref());
            add.execute(&mut *write.tx).await?;
            Ok(true)
        })
    }

    /// The account's keys, newest first.
    ///
    /// # Errors
    /// When the database does not answer.
    pub async fn keys(&self, account: &str) -> Result<Vec<KeyRow>> {
        let rows = read!(
            sqlx::query("select * from api_keys where account_id = $1 order by created_at desc, id")
                .bind(account)
                .fetch_all(self.pool()?)
        )?;
        Ok(rows.iter().map(key).collect::<sqlx::Result<_>>()?)
    }

    /// Revokes a key of the account; returns whether it existed.
    ///
    /// # Errors
    /// When the database does not answer.
    pub async fn remove_key(&self, account: &str, id: &str) -> Result<bool> {
        transact!(self, |write| {
            write.mark_changed(account);
            let gone = sqlx::query("delete from api_keys where account_id = $1 and id = $2 returning id");
            let gone = gone.bind(account).bind(id).fetch_optional(&mut *write.tx).await?.is_some();
            Ok(gone)
        })
    }

    /// Records that the key with this fingerprint was used.
    ///
    /// # Errors
    /// When the database does not answer.
    pub async fn touch_key(&self, id: &str, fingerprint: &str, now: i64) -> Result<()> {
        transact!(self, |write| {
            sqlx::query("update api_keys set used_at = $1, fingerprint = $2 where id = $3")
                .bind(now)
                .bind(fingerprint)
                .bind(id)
                .execute(&mut *write.tx)
                .await?;
            Ok(())
        })
    }
}
