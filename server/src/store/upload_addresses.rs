//! Addresses that take one picture each.

use sqlx::Row;
use sqlx::any::AnyRow;

use super::write::{read, transact};
use super::{Result, Store};

/// An address as stored.
#[derive(Clone, Debug)]
pub struct UploadAddressRow {
    /// Whose pictures it takes.
    pub account: String,
    /// The kind of the credential that asked for it.
    pub credential_kind: String,
    /// The hash of that credential.
    pub credential_hash: String,
    /// Until when it can be used, ms.
    pub expires_at: i64,
}

fn address(row: &AnyRow) -> sqlx::Result<UploadAddressRow> {
    Ok(UploadAddressRow {
        account: row.try_get("account_id")?,
        credential_kind: row.try_get("credential_kind")?,
        credential_hash: row.try_get("credential_hash")?,
        expires_at: row.try_get("expires_at")?,
    })
}

impl Store {
    /// Stores an address by the hash of its secret, and deletes the account's expired ones and those beyond `most`, the
    /// earliest first.
    ///
    /// # Errors
    /// When the database does not answer.
    pub async fn add_upload_address(&self, hash: &str, new: &UploadAddressRow, now: i64, most: i64) -> Result<()> {
        transact!(self, |write| {
            // Lock the account's row, so that concurrent calls are counted one after the other.
            let hold = sqlx::query("update accounts set id = id where id = $1");
            hold.bind(&new.account).execute(&mut *write.tx).await?;
            let expired = sqlx::query("delete from upload_addresses where account_id = $1 and expires_at <= $2");
            expired.bind(&new.account).bind(now).execute(&mut *write.tx).await?;
            let surplus = sqlx::query(
                "delete from upload_addresses where account_id = $1 and hash in (
                    select hash from upload_addresses where account_id = $2
                    order by expires_at desc, hash limit 1000000 offset $3
                )",
            );
            let surplus = surplus.bind(&new.account).bind(&new.account).bind(most - 1);
            surplus.execute(&mut *write.tx).await?;
            let add = sqlx::query(
                "insert into upload_addresses (hash, account_id, credential_kind, credential_hash, expires_at)
                values ($1, $2, $3, $4, $5)",
            );
            let add = add.bind(hash).bind(&new.account).bind(&new.credential_kind).bind(&new.credential_hash);
            add.bind(new.expires_at).execute(&mut *write.tx).await?;
            Ok(())
        })
    }

    /// The unexpired address whose secret has this hash.
    ///
    /// # Errors
    /// When the database does not answer.
    pub async fn upload_address(&self, hash: &str, now: i64) -> Result<Option<UploadAddressRow>> {
        let find = "select * from upload_addresses where hash = $1 and expires_at > $2";
        let row = read!(sqlx::query(find).bind(hash).bind(now).fetch_optional(self.pool()?))?;
        Ok(row.as_ref().map(address).transpose()?)
    }

    /// Deletes an unexpired address and returns it; of several concurrent calls, one gets it.
    ///
    /// # Errors
    /// When the database does not answer.
    pub async fn spend_upload_address(&self, hash: &str, now: i64) -> Result<Option<UploadAddressRow>> {
        transact!(self, |write| {
            let spend = sqlx::query("delete from upload_addresses where hash = $1 and expires_at > $2 returning *");
            let row = spend.bind(hash).bind(now).fetch_optional(&mut *write.tx).await?;
            Ok(row.as_ref().map(address).transpose()?)
        })
    }
}
