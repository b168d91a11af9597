//! Changes of an account's email address: at once, or once a link is confirmed.

use sqlx::Row;

use super::write::{read, transact};
use super::{Result, Store, Write, accounts};

/// The result of changing an email address.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum EmailOutcome {
    /// It changed.
    Changed {
        /// The address before.
        old: String,
        /// The address now.
        new: String,
    },
    /// Another account has the address; nothing changed.
    Taken,
    /// There is no such link, or it has expired.
    Unknown,
}

/// A change that waits to be confirmed; to the account's own address, its verification.
#[derive(Clone, Copy, Debug)]
pub struct NewEmailChange<'a> {
    /// Whose address changes.
    pub account: &'a str,
    /// Hash of the link's secret.
    pub hash: &'a str,
    /// The new address, in lower case.
    pub email: &'a str,
    /// When the link expires, ms.
    pub expires_at: i64,
}

impl Store {
    /// Stores a change that waits, in place of the account's former one, and deletes expired ones.
    ///
    /// # Errors
    /// When the database does not answer.
    pub async fn add_email_change(&self, new: &NewEmailChange<'_>, now: i64) -> Result<()> {
        transact!(self, |write| {
            sqlx::query("delete from email_changes where expires_at <= $1").bind(now).execute(&mut *write.tx).await?;
            let add = sqlx::query(
                "insert into email_changes (account_id, hash, email, expires_at) values ($1, $2, $3, $4)
                on conflict (account_id) do update
                set hash = excluded.hash, email = excluded.email, expires_at = excluded.expires_at",
            );
            let add = add.bind(new.account).bind(new.hash).bind(new.email).bind(new.expires_at);
            add.execute(&mut *write.tx).await?;
            Ok(())
        })
    }

    /// The address that an account waits to have confirmed, and the hash of its link.
    ///
    /// # Errors
    /// When the database does not answer.
    pub async fn waiting_email(&self, account: &str, now: i64) -> Result<Option<(String, String)>> {
        let find = "select email, hash from email_changes where account_id = $1 and expires_at > $2";
        let row = read!(sqlx::query(find).bind(account).bind(now).fetch_optional(self.pool()?))?;
        let Some(row) = row else { return Ok(None) };
        Ok(Some((row.try_get("email")?, row.try_get("hash")?)))
    }

    /// Spends the account's link on the new address. Of two concurrent calls, one succeeds. A link to an address that
    /// another account has by now stays until it expires.
    ///
    /// # Errors
    /// When the database does not answer.
    pub async fn confirm_email(&self, account: &str, hash: &str, now: i64) -> Result<EmailOutcome> {
        transact!(self, |write| {
            let spend = sqlx::query(
                "delete from email_changes where account_id = $1 and hash = $2 and expires_at > $3 returning email",
            );
            let spent = spend.bind(account).bind(hash).bind(now).fetch_optional(&mut *write.tx).await?;
            let Some(row) = spent else { return Ok(EmailOutcome::Unknown) };
            replace_email(write, account, row.try_get("email")?).await
        })
    }

    /// Stores the link that verifies an account's own address, unless a link to it that expires after `unless_after` (ms)
    /// waits already; returns whether it was stored.
    ///
    /// # Errors
    /// When the database does not answer.
    pub async fn add_verification(&self, new: &NewEmailChange<'_>, unless_after: i64) -> Result<bool> {
        transact!(self, |write| {
            let add = sqlx::query(
                "insert into email_changes (account_id, hash, email, expires_at) values ($1, $2, $3, $4)
                on conflict (account_id) do update
                set hash = excluded.hash, email = excluded.email, expires_at = excluded.expires_at
                where email_changes.email <> excluded.email or email_changes.expires_at <= $5
                returning hash",
            );
            let add = add.bind(new.account).bind(new.hash).bind(new.email).bind(new.expires_at).bind(unless_after);
            Ok(add.fetch_optional(&mut *write.tx).await?.is_some())
        })
    }

    /// Changes an account's address at once.
    ///
    /// # Errors
    /// When the database does not answer.
    pub async fn set_email(&self, account: &str, email: &str) -> Result<EmailOutcome> {
        transact!(self, |write| { replace_email(write, account, email.to_owned()).await })
    }
}

/// Sets an address that no other account has, and revokes what the old one gave access to.
async fn replace_email(write: &mut Write, account: &str, new: String) -> Result<EmailOutcome> {
    let find = "select email from accounts where id = $1";
    let row = sqlx::query(find).bind(account).fetch_optional(&mut *write.tx).await?;
    let Some(row) = row else { return Ok(EmailOutcome::Unknown) };
    let old: String = row.try_get("email")?;
    if old == new {
        // The account's own address is verified: nothing else ends.
        accounts::set_verified(write, account).await?;
        return Ok(EmailOutcome::Changed { old, new });
    }
    let find = "select id from accounts where email = $1 and id <> $2";
    if sqlx::query(find).bind(&new).bind(account).fetch_optional(&mut *write.tx).await?.is_some() {
        return write.roll_back(EmailOutcome::Taken);
    }
    let change = sqlx::query("update accounts set email = $1, email_verified = 1 where id = $2");
    let change = change.bind(&new).bind(account);
    match change.execute(&mut *write.tx).await {
        Ok(_) => {}
        // Another transaction has just taken it.
        Err(error) if error.as_database_error().is_some_and(|error| error.is_unique_violation()) => {
            return write.roll_back(EmailOutcome::Taken);
        }
        Err(error) => return Err(error.into()),
    }
    accounts::revoke_access(write, account).await?;
    Ok(EmailOutcome::Changed { old, new })
}
