//! Password reset links.

use sqlx::Row;

use super::accounts::Keys;
use super::write::{read, transact};
use super::{Result, Store, accounts};

/// A link to be mailed.
#[derive(Clone, Copy, Debug)]
pub struct NewReset<'a> {
    /// The hash of its secret.
    pub hash: &'a str,
    /// The account.
    pub account: &'a str,
    /// The address that it is mailed to.
    pub email: &'a str,
    /// When it expires, ms since 1970.
    pub expires_at: i64,
    /// It is not added when the account has one that expires after this time.
    pub unless_after: i64,
}

impl Store {
    /// Stores a link in place of the account's other ones, and deletes expired ones; `false` when the account has one that
    /// is too young.
    ///
    /// # Errors
    /// When the database does not answer.
    pub async fn add_reset(&self, new: &NewReset<'_>, now: i64) -> Result<bool> {
        transact!(self, |write| {
            sqlx::query("delete from resets where expires_at <= $1").bind(now).execute(&mut *write.tx).await?;
            // Two requests at once wait for each other here.
            let lock = sqlx::query("update accounts set email = email where id = $1");
            lock.bind(new.account).execute(&mut *write.tx).await?;
            let young = sqlx::query("select hash from resets where account_id = $1 and email = $2 and expires_at > $3");
            let young = young.bind(new.account).bind(new.email).bind(new.unless_after);
            if young.fetch_optional(&mut *write.tx).await?.is_some() {
                return Ok(false);
            }
            let others = sqlx::query("delete from resets where account_id = $1");
            others.bind(new.account).execute(&mut *write.tx).await?;
            let add = sqlx::query("insert into resets (hash, account_id, email, expires_at) values ($1, $2, $3, $4)");
            let add = add.bind(new.hash).bind(new.account).bind(new.email).bind(new.expires_at);
            add.execute(&mut *write.tx).await?;
            Ok(true)
        })
    }

    /// Whether there is an unexpired link with this hash, mailed to the address that its account still has.
    ///
    /// # Errors
    /// When the database does not answer.
    pub async fn has_reset(&self, hash: &str, now: i64) -> Result<bool> {
        let find = "select account_id from resets where hash = $1 and expires_at > $2
            and email = (select coalesce(unverified_email, email) from accounts where id = resets.account_id)";
        let row = read!(sqlx::query(find).bind(hash).bind(now).fetch_optional(self.pool()?))?;
        Ok(row.is_some())
    }

    /// Spends a link on a new password; returns its account, if it was valid. Of two concurrent calls, one succeeds.
    ///
    /// # Errors
    /// When the database does not answer.
    pub async fn reset_password(&self, hash: &str, password: &str, now: i64) -> Result<Option<String>> {
        transact!(self, |write| {
            let spend = sqlx::query(
                "delete from resets where hash = $1 and expires_at > $2
                    and email = (select coalesce(unverified_email, email) from accounts where id = resets.account_id)
                returning account_id, email",
            );
            let spent = spend.bind(hash).bind(now).fetch_optional(&mut *write.tx).await?;
            let Some(row) = spent else { return Ok(None) };
            let (account, email): (String, String) = (row.try_get("account_id")?, row.try_get("email")?);
            // The link was mailed to the account's address. One that waits for it ends when another has come to have it.
            if !accounts::set_verified_email(write, &account, &email).await? {
                return write.roll_back(None);
            }
            accounts::replace_password(write, &account, password, Keys::End).await?;
            Ok(Some(account))
        })
    }
}
