//! Accounts: created, found, changed, deleted.

use sqlx::Row;
use sqlx::any::AnyRow;

use super::held_names::{HELD, Hold};
use super::write::{read, transact};
use super::{Result, Store, Write, held_names, link_metadata};

/// An account to create.
#[derive(Clone, Debug)]
pub struct NewAccount<'a> {
    /// Its id.
    pub id: &'a str,
    /// Its email address, in lower case.
    pub email: &'a str,
    /// Hash of its password.
    pub password: &'a str,
    /// Hash of the invitation it uses, if one is required.
    pub invite: Option<&'a str>,
    /// Whether its address counts as verified from the start.
    pub verified: bool,
}

/// An account as stored.
#[derive(Clone, Debug)]
pub struct AccountRow {
    /// Its id.
    pub id: String,
    /// Its email address.
    pub email: String,
    /// Hash of its password.
    pub password: String,
    /// `free` or `pro`.
    pub plan: String,
    /// Whether it operates the instance.
    pub admin: bool,
    /// Why its page was taken down, while it is.
    pub suspended: Option<String>,
    /// Whether its address is verified.
    pub verified: bool,
}

/// The columns of [`AccountRow`], named one by one: a statement that another server prepared before an upgrade added a
/// column must go on meaning the same.
macro_rules! account_columns {
    () => {
        "id, email, unverified_email, password, plan, admin, suspended_at, suspended_why"
    };
}

fn account(row: &AnyRow) -> sqlx::Result<AccountRow> {
    let unverified: Option<String> = row.try_get("unverified_email")?;
    Ok(AccountRow {
        id: row.try_get("id")?,
        verified: unverified.is_none(),
        email: unverified.map_or_else(|| row.try_get("email"), Ok)?,
        password: row.try_get("password")?,
        plan: row.try_get("plan")?,
        admin: row.try_get::<i64, _>("admin")? != 0,
        suspended: suspended(row)?,
    })
}

/// Why an account is suspended, while it is.
pub(super) fn suspended(row: &AnyRow) -> sqlx::Result<Option<String>> {
    let since: Option<i64> = row.try_get("suspended_at")?;
    since.map(|_| row.try_get("suspended_why")).transpose()
}

/// The result of creating an account.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AccountCreation {
    /// It was created.
    Created,
    /// The address, which counts as verified, already has an account.
    EmailTaken,
    /// The invitation is unknown or already used.
    NotInvited,
}

impl Store {
    /// Creates an account in one transaction; the first one becomes admin. Any number of accounts wait for an address that
    /// is not verified.
    ///
    /// # Errors
    /// When the database does not answer.
    pub async fn make_account(&self, new: &NewAccount<'_>, now: i64) -> Result<AccountCreation> {
        transact!(self, |write| {
            if let Some(invite) = new.invite {
                let used = sqlx::query(
                    "update invites set used_at = $1, used_by = $2 where hash = $3 and used_at is null returning hash",
                );
                let used = used.bind(now).bind(new.id).bind(invite).fetch_optional(&mut *write.tx).await?;
                if used.is_none() {
                    return Ok(AccountCreation::NotInvited);
                }
            }
            let made = sqlx::query(
                "insert into accounts (id, email, unverified_email, password, created_at) values ($1, $2, $3, $4, $5)
                on conflict do nothing returning id",
            );
            let (email, unverified) = if new.verified { (new.email, None) } else { (new.id, Some(new.email)) };
            let made = made.bind(new.id).bind(email).bind(unverified).bind(new.password).bind(now);
            if made.fetch_optional(&mut *write.tx).await?.is_none() {
                return write.roll_back(AccountCreation::EmailTaken);
            }
            let first = sqlx::query(
                "insert into instance (name, value) values ('first_account', $1) on conflict do nothing returning name",
            );
            if first.bind(new.id).fetch_optional(&mut *write.tx).await?.is_some() {
                sqlx::query("update accounts set admin = 1 where id = $1").bind(new.id).execute(&mut *write.tx).await?;
            }
            Ok(AccountCreation::Created)
        })
    }

    /// The account whose verified address this is, given in lower case; else the newest one that waits for it.
    ///
    /// # Errors
    /// When the database does not answer.
    pub async fn account_by_email(&self, email: &str) -> Result<Option<AccountRow>> {
        let [verified, waiting] = self.accounts_by_email(email).await?;
        Ok(verified.or(waiting))
    }

    /// The account whose verified address this is, given in lower case, and the newest one that waits for it.
    ///
    /// # Errors
    /// When the database does not answer.
    pub async fn accounts_by_email(&self, email: &str) -> Result<[Option<AccountRow>; 2]> {
        // An account's id, which stands for an address that is not verified, is no address.
        let verified =
            concat!("select ", account_columns!(), " from accounts where email = $1 and unverified_email is null");
        let waiting = concat!(
            "select ",
            account_columns!(),
            " from accounts where unverified_email = $1 order by created_at desc, id limit 1"
        );
        let verified = read!(sqlx::query(verified).bind(email).fetch_optional(self.pool()?))?;
        let waiting = read!(sqlx::query(waiting).bind(email).fetch_optional(self.pool()?))?;
        Ok([verified.as_ref().map(account).transpose()?, waiting.as_ref().map(account).transpose()?])
    }

    /// The account with this id.
    ///
    /// # Errors
    /// When the database does not answer.
    pub async fn account(&self, id: &str) -> Result<Option<AccountRow>> {
        let row = read!(
            sqlx::query(concat!("select ", account_columns!(), " from accounts where id = $1"))
                .bind(id)
                .fetch_optional(self.pool()?)
        )?;
        Ok(row.as_ref().map(account).transpose()?)
    }

    /// Sets a new password, signs every browser out and disconnects every program, because somebody else may have known
    /// the old one.
    ///
    /// # Errors
    /// When the database does not answer.
    pub async fn set_password(&self, id: &str, password: &str, keys: Keys) -> Result<()> {
        transact!(self, |write| {
            replace_password(write, id, password, keys).await?;
            Ok(())
        })
    }

    /// Sets the plan, `free` or `pro`.
    ///
    /// # Errors
    /// When the database does not answer.
    pub async fn set_plan(&self, id: &str, plan: &str) -> Result<()> {
        transact!(self, |write| {
            sqlx::query("update accounts set plan = $1 where id = $2")
                .bind(plan)
                .bind(id)
                .execute(&mut *write.tx)
                .await?;
            Ok(())
        })
    }

    /// Suspends the account from now on, for a reason; `None` lifts the suspension. The page's watchers and the page
    /// caches of every server are notified. Reports of the page count as settled.
    ///
    /// # Errors
    /// When the database does not answer.
    pub async fn set_suspended(&self, id: &str, reason: Option<&str>, now: i64) -> Result<()> {
        transact!(self, |write| {
            write.mark_changed(id);
            let change = sqlx::query("update accounts set suspended_at = $1, suspended_why = $2 where id = $3");
            let change = change.bind(reason.map(|_| now)).bind(reason.unwrap_or_default()).bind(id);
            change.execute(&mut *write.tx).await?;
            link_metadata::record_visibility_event(write, id, now).await?;
            let settle = "update reports set settled_at = $1 where account_id = $2 and settled_at is null";
            sqlx::query(settle).bind(now).bind(id).execute(&mut *write.tx).await?;
            Ok(())
        })
    }

    /// The accounts that are suspended.
    ///
    /// # Errors
    /// When the database does not answer.
    pub async fn suspended_accounts(&self) -> Result<Vec<String>> {
        read!(sqlx::query_scalar("select id from accounts where suspended_at is not null").fetch_all(self.pool()?))
    }

    /// Deletes the account and all its data: page, history, keys, sessions. The names of its page stay reserved for a
    /// while. Returns the hashes of the pictures that no other account has.
    ///
    /// # Errors
    /// When the database does not answer.
    pub async fn delete_account(&self, id: &str, now: i64) -> Result<Vec<String>> {
        let pictures = transact!(self, |write| {
            write.mark_changed(id);
            let own = sqlx::query_scalar(
                "select hash from pictures where account_id = $1 and not exists (
                    select 1 from pictures other where other.hash = pictures.hash and other.account_id <> $2
                )",
            );
            let own = own.bind(id).bind(id).fetch_all(&mut *write.tx).await?;
            let page = sqlx::query_scalar("select username from pages where account_id = $1");
            let page: Option<String> = page.bind(id).fetch_optional(&mut *write.tx).await?;
            held_names::lead_nowhere(write, id).await?;
            if let Some(name) = page {
                held_names::hold(write, id, &name, Hold { until: now + HELD, leads: false }).await?;
            }
            sqlx::query("delete from accounts where id = $1").bind(id).execute(&mut *write.tx).await?;
            Ok(own)
        })?;
        self.recent.forget(id);
        Ok(pictures)
    }
}

/// What becomes of an account's API keys and of the private link to its draft when its password is replaced.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Keys {
    /// They go on: the owner, who is signed in, changes the password.
    Stay,
    /// They end: the account is taken back from somebody who may have made them.
    End,
}

/// Sets a password and revokes everything that the old one gave access to.
pub(super) async fn replace_password(write: &mut Write<'_>, id: &str, password: &str, keys: Keys) -> Result<()> {
    let change = sqlx::query("update accounts set password = $1 where id = $2");
    change.bind(password).bind(id).execute(&mut *write.tx).await?;
    if keys == Keys::End {
        for gone in ["delete from api_keys where account_id = $1", "delete from previews where account_id = $1"] {
            sqlx::query(gone).bind(id).execute(&mut *write.tx).await?;
        }
    }
    revoke_access(write, id).await
}

/// Gives an account an address, verified; `false`, with the transaction unusable, when another account has it.
pub(super) async fn set_verified_email(write: &mut Write<'_>, id: &str, email: &str) -> Result<bool> {
    let find = "select id from accounts where email = $1 and id <> $2";
    if sqlx::query(find).bind(email).bind(id).fetch_optional(&mut *write.tx).await?.is_some() {
        return Ok(false);
    }
    write.mark_changed(id);
    let set = "update accounts set email = $1, unverified_email = null, verification_hash = null where id = $2";
    match sqlx::query(set).bind(email).bind(id).execute(&mut *write.tx).await {
        Ok(_) => Ok(true),
        // Another transaction has just taken it.
        Err(error) if error.as_database_error().is_some_and(|error| error.is_unique_violation()) => Ok(false),
        Err(error) => Err(error.into()),
    }
}

/// Signs every browser out, disconnects every program, and ends open links to a new password or address. Keys stay.
pub(super) async fn revoke_access(write: &mut Write<'_>, id: &str) -> Result<()> {
    write.mark_changed(id);
    for gone in [
        "delete from sessions where account_id = $1",
        "delete from oauth_grants where account_id = $1",
        "delete from resets where account_id = $1",
        "delete from email_changes where account_id = $1",
    ] {
        sqlx::query(gone).bind(id).execute(&mut *write.tx).await?;
    }
    Ok(())
}
