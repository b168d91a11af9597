//! Password reset links.

use sqlx::Row;

use super::write::{read, transact};
use super::{Result, Store, accounts};

impl Store {
    /// Stores a link, mailed to `email`, by its hash, and deletes expired ones.
    ///
    /// # Errors
    /// When the database does not answer.
    pub async fn add_reset(&self, hash: &str, account: &str, email: &str, now: i64, expires_at: i64) -> Result<()> {
        transact!(self, |write| {
            sqlx::query("delete from resets where expires_at <= $1").bind(now).execute(&mut *write.tx).await?;
            let add = sqlx::query("insert into resets (hash, account_id, email, expires_at) values ($1, $2, $3, $4)");
            add.bind(hash).bind(account).bind(email).bind(expires_at).execute(&mut *write.tx).await?;
            Ok(())
        })
    }

    /// Whether there is an unexpired link with this hash, mailed to the address that its account still has.
    ///
    /// # Errors
    /// When the database does not answer.
    pub async fn has_reset(&self, hash: &str, now: i64) -> Result<bool> {
        let find = "select account_id from resets where hash = $1 and expires_at > $2
            and email = (select email from accounts where id = resets.account_id)";
        let row = read!(sqlx::query(find).bind(hash).bind(now).fetch_optional(self.pool()?))?;
        Ok(row.is_some())
    }

    /// Spends a link on a new password; returns whether it was valid. Of two concurrent calls, one succeeds.
    ///
    /// # Errors
    /// When the database does not answer.
    pub async fn reset_password(&self, hash: &str, password: &str, now: i64) -> Result<bool> {
        transact!(self, |write| {
            let spend = sqlx::query(
                "delete from resets where hash = $1 and expires_at > $2
                    and email = (select email from accounts where id = resets.account_id)
                returning account_id",
            );
            let spent = spend.bind(hash).bind(now).fetch_optional(&mut *write.tx).await?;
            let Some(row) = spent else { return Ok(false) };
            accounts::replace_password(write, row.try_get("account_id")?, password).await?;
            Ok(true)
        })
    }
}
