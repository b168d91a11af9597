//! Email addresses: changed at once or once a link is confirmed, and verified.

use sqlx::Row;
use sqlx::any::AnyRow;

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

/// A link to an address, to be mailed.
#[derive(Clone, Copy, Debug)]
pub struct NewEmailLink<'a> {
    /// Whose address it confirms.
    pub account: &'a str,
    /// Hash of the link's secret.
    pub hash: &'a str,
    /// The address that it confirms, in lower case.
    pub email: &'a str,
    /// When it is mailed, ms.
    pub at: i64,
    /// It is not stored when the account was mailed another of its kind after this time, ms.
    pub unless_after: i64,
}

/// What a link would do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EmailLink {
    /// The address that it confirms.
    pub email: String,
    /// Hash of its secret.
    pub hash: String,
}

impl Store {
    /// Stores a change that waits to be confirmed, in place of the account's former one; `false` when the account was
    /// mailed one too lately.
    ///
    /// # Errors
    /// When the database does not answer.
    pub async fn add_email_change(&self, new: &NewEmailLink<'_>, expires_at: i64) -> Result<bool> {
        transact!(self, |write| {
            let late =
                "update accounts set change_mailed_at = $1 where id = $2 and change_mailed_at <= $3 returning id";
            let late = sqlx::query(late).bind(new.at).bind(new.account).bind(new.unless_after);
            if late.fetch_optional(&mut *write.tx).await?.is_none() {
                return Ok(false);
            }
            let add = sqlx::query(
                "insert into email_changes (account_id, hash, email, expires_at) values ($1, $2, $3, $4)
                on conflict (account_id) do update
                set hash = excluded.hash, email = excluded.email, expires_at = excluded.expires_at",
            );
            let add = add.bind(new.account).bind(new.hash).bind(new.email).bind(expires_at);
            add.execute(&mut *write.tx).await?;
            Ok(true)
        })
    }

    /// The change that an account waits to have confirmed.
    ///
    /// # Errors
    /// When the database does not answer.
    pub async fn waiting_email(&self, account: &str, now: i64) -> Result<Option<EmailLink>> {
        let find = "select email, hash from email_changes where account_id = $1 and expires_at > $2";
        let row = read!(sqlx::query(find).bind(account).bind(now).fetch_optional(self.pool()?))?;
        row.as_ref().map(link).transpose()
    }

    /// The link that would verify an account's own address, if it was mailed after this time (ms).
    ///
    /// # Errors
    /// When the database does not answer.
    pub async fn verification_link(&self, account: &str, mailed_after: i64) -> Result<Option<EmailLink>> {
        let find = "select unverified_email as email, verification_hash as hash from accounts
            where id = $1 and verification_mailed_at > $2 and unverified_email is not null
                and verification_hash is not null";
        let row = read!(sqlx::query(find).bind(account).bind(mailed_after).fetch_optional(self.pool()?))?;
        row.as_ref().map(link).transpose()
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

    /// Spends the link that verifies the account's own address. Nothing else ends. Of two concurrent calls, one succeeds.
    ///
    /// # Errors
    /// When the database does not answer.
    pub async fn verify_email(&self, account: &str, hash: &str, mailed_after: i64) -> Result<EmailOutcome> {
        transact!(self, |write| {
            let spend = sqlx::query(
                "update accounts set verification_hash = null
                where id = $1 and verification_hash = $2 and verification_mailed_at > $3 and unverified_email is not null
                returning unverified_email as email",
            );
            let spent = spend.bind(account).bind(hash).bind(mailed_after).fetch_optional(&mut *write.tx).await?;
            let Some(row) = spent else { return Ok(EmailOutcome::Unknown) };
            let email: String = row.try_get("email")?;
            if !accounts::set_verified_email(write, account, &email).await? {
                return write.roll_back(EmailOutcome::Taken);
            }
            Ok(EmailOutcome::Changed { old: email.clone(), new: email })
        })
    }

    /// Stores the link that verifies an account's own address, in place of the former one; `false` when the address is
    /// verified already, or was mailed one too lately.
    ///
    /// # Errors
    /// When the database does not answer.
    pub async fn add_verification(&self, new: &NewEmailLink<'_>) -> Result<bool> {
        transact!(self, |write| {
            let add = sqlx::query(
                "update accounts set verification_hash = $1, verification_mailed_at = $2
                where id = $3 and unverified_email = $4 and verification_mailed_at <= $5 returning id",
            );
            let add = add.bind(new.hash).bind(new.at).bind(new.account).bind(new.email).bind(new.unless_after);
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

fn link(row: &AnyRow) -> Result<EmailLink> {
    Ok(EmailLink { email: row.try_get("email")?, hash: row.try_get("hash")? })
}

/// Sets an address that no other account has, and revokes what the old one gave access to.
async fn replace_email(write: &mut Write<'_>, account: &str, new: String) -> Result<EmailOutcome> {
    let find = "select coalesce(unverified_email, email) as email from accounts where id = $1";
    let row = sqlx::query(find).bind(account).fetch_optional(&mut *write.tx).await?;
    let Some(row) = row else { return Ok(EmailOutcome::Unknown) };
    let old: String = row.try_get("email")?;
    if !accounts::set_verified_email(write, account, &new).await? {
        return write.roll_back(EmailOutcome::Taken);
    }
    accounts::revoke_access(write, account).await?;
    Ok(EmailOutcome::Changed { old, new })
}
