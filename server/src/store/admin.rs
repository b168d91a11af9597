//! What those who run the instance see of it, and the log of what they did.

use sqlx::Row;
use sqlx::any::AnyRow;

use super::write::{read, transact};
use super::{Result, Store, Write};

/// Accounts found at most; a search narrows them down.
const FOUND: i64 = 50;
/// Acts kept; the oldest go first.
const MAX_ACTS: i64 = 5000;
/// Acts shown.
const SHOWN_ACTS: i64 = 50;

/// An account in the admin's list.
#[derive(Clone, Debug)]
pub struct AccountSummary {
    /// Its id.
    pub id: String,
    /// Its email address.
    pub email: String,
    /// `free` or `pro`.
    pub plan: String,
    /// Whether it operates the instance.
    pub admin: bool,
    /// Why its page was taken down, while it is.
    pub suspended: Option<String>,
    /// When it was created, ms.
    pub created_at: i64,
    /// The name of its page.
    pub username: Option<String>,
    /// Whether the page is published.
    pub live: bool,
    /// When one of its browsers was last used, ms; 0 for never.
    pub seen_at: i64,
    /// Its pictures.
    pub pictures: i64,
    /// Their size, bytes.
    pub picture_bytes: i64,
}

/// Numbers about the whole instance.
#[derive(Clone, Copy, Debug, Default)]
pub struct InstanceSummary {
    /// Accounts.
    pub accounts: i64,
    /// Published pages.
    pub live_pages: i64,
    /// Pictures, and their size, bytes.
    pub pictures: i64,
    /// Their size, bytes.
    pub picture_bytes: i64,
    /// Invitations that nobody has used.
    pub open_invites: i64,
    /// Addresses that tiles link to, due to be read for more than an hour.
    pub late_links: i64,
    /// Addresses that could not be read the last time.
    pub failed_links: i64,
}

/// Something an admin did.
#[derive(Clone, Debug)]
pub struct AdminAct {
    /// Its id.
    pub id: String,
    /// When, ms.
    pub at: i64,
    /// The admin's address, or `command line`.
    pub admin: String,
    /// What was done.
    pub act: String,
    /// Whom it was done to.
    pub target: String,
    /// Why.
    pub reason: String,
}

fn summary(row: &AnyRow) -> sqlx::Result<AccountSummary> {
    Ok(AccountSummary {
        id: row.try_get("id")?,
        email: row.try_get("email")?,
        plan: row.try_get("plan")?,
        admin: row.try_get::<i64, _>("admin")? != 0,
        suspended: super::accounts::suspended(row)?,
        created_at: row.try_get("created_at")?,
        username: row.try_get("username")?,
        live: row.try_get::<i64, _>("live")? != 0,
        seen_at: row.try_get("seen_at")?,
        pictures: row.try_get("pictures")?,
        picture_bytes: row.try_get("picture_bytes")?,
    })
}

impl Store {
    /// The accounts whose address, or whose page's name, contains this text in lower case, the largest first, at most 50.
    ///
    /// # Errors
    /// When the database does not answer.
    pub async fn find_accounts(&self, text: &str) -> Result<Vec<AccountSummary>> {
        let pattern = format!("%{}%", text.replace('\\', "\\\\").replace('%', "\\%").replace('_', "\\_"));
        let find = "select a.id, coalesce(a.unverified_email, a.email) as email, a.plan, a.admin, a.suspended_at, a.suspended_why, a.created_at, p.username,
                case when p.published is null then cast(0 as bigint) else cast(1 as bigint) end as live,
                (select coalesce(max(seen_at), 0) from sessions s where s.account_id = a.id) as seen_at,
                (select count(*) from pictures i where i.account_id = a.id) as pictures,
                (select cast(coalesce(sum(bytes), 0) as bigint) from pictures i where i.account_id = a.id) as picture_bytes
            from accounts a left join pages p on p.account_id = a.id
            where coalesce(a.unverified_email, a.email) like $1 escape '\\' or p.username like $2 escape '\\'
            order by picture_bytes desc, a.created_at desc, a.id limit $3";
        let rows = read!(sqlx::query(find).bind(&pattern).bind(&pattern).bind(FOUND).fetch_all(self.pool()?))?;
        Ok(rows.iter().map(summary).collect::<sqlx::Result<_>>()?)
    }

    /// Numbers about the whole instance.
    ///
    /// # Errors
    /// When the database does not answer.
    pub async fn instance_summary(&self, now: i64) -> Result<InstanceSummary> {
        const HOUR: i64 = 60 * 60 * 1000;
        let find = "select
            (select count(*) from accounts) as accounts,
            (select count(*) from pages where published is not null) as live_pages,
            (select count(*) from pictures) as pictures,
            (select cast(coalesce(sum(bytes), 0) as bigint) from pictures) as picture_bytes,
            (select count(*) from invites where used_at is null) as open_invites,
            (select count(*) from facts where next_at < $1) as late_links,
            (select count(*) from facts where failures > 0) as failed_links";
        let row = read!(sqlx::query(find).bind(now - HOUR).fetch_one(self.pool()?))?;
        Ok(InstanceSummary {
            accounts: row.try_get("accounts")?,
            live_pages: row.try_get("live_pages")?,
            pictures: row.try_get("pictures")?,
            picture_bytes: row.try_get("picture_bytes")?,
            open_invites: row.try_get("open_invites")?,
            late_links: row.try_get("late_links")?,
            failed_links: row.try_get("failed_links")?,
        })
    }

    /// Signs every browser of an account out, and disconnects every program. Keys stay.
    ///
    /// # Errors
    /// When the database does not answer.
    pub async fn sign_out_everywhere(&self, account: &str) -> Result<()> {
        transact!(self, |write| {
            super::accounts::revoke_access(write, account).await?;
            Ok(())
        })
    }

    /// Adds to the log.
    ///
    /// # Errors
    /// When the database does not answer.
    pub async fn add_admin_act(&self, new: &AdminAct) -> Result<()> {
        transact!(self, |write| {
            add(write, new).await?;
            Ok(())
        })
    }

    /// The latest acts, the newest first, at most 50.
    ///
    /// # Errors
    /// When the database does not answer.
    pub async fn admin_acts(&self) -> Result<Vec<AdminAct>> {
        let find = "select * from admin_acts order by at desc, id limit $1";
        let rows = read!(sqlx::query(find).bind(SHOWN_ACTS).fetch_all(self.pool()?))?;
        let act = |row: &AnyRow| -> sqlx::Result<AdminAct> {
            Ok(AdminAct {
                id: row.try_get("id")?,
                at: row.try_get("at")?,
                admin: row.try_get("admin")?,
                act: row.try_get("act")?,
                target: row.try_get("target")?,
                reason: row.try_get("reason")?,
            })
        };
        Ok(rows.iter().map(act).collect::<sqlx::Result<_>>()?)
    }
}

async fn add(write: &mut Write<'_>, new: &AdminAct) -> Result<()> {
    let add =
        sqlx::query("insert into admin_acts (id, at, admin, act, target, reason) values ($1, $2, $3, $4, $5, $6)");
    let add = add.bind(&new.id).bind(new.at).bind(&new.admin).bind(&new.act).bind(&new.target).bind(&new.reason);
    add.execute(&mut *write.tx).await?;
    let trim =
        "delete from admin_acts where id in (select id from admin_acts order by at desc, id limit 1000 offset $1)";
    sqlx::query(trim).bind(MAX_ACTS).execute(&mut *write.tx).await?;
    Ok(())
}
