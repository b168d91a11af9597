//! Reserved names: those of deleted pages, and those that pages had before a rename.

use mantel_model::Username;
use sqlx::Row;

use super::write::read;
use super::{Result, Store, Write};

/// How long a name stays reserved for its last owner, ms (90 days, as GitHub does).
pub(super) const HELD: i64 = 90 * 24 * 60 * 60 * 1000;

/// Maximum number of names that are reserved for one account: nobody keeps more from others by claiming and deleting.
const MAX_NAMES: i64 = 50;

/// A name that is reserved for an account and redirects to its page.
#[derive(Clone, Debug)]
pub struct HeldRow {
    /// The name.
    pub username: String,
    /// Until when, ms.
    pub until: i64,
}

impl Store {
    /// Whether the name belongs to a page, or is reserved for an account other than `account`.
    ///
    /// # Errors
    /// When the database does not answer.
    pub async fn username_taken(&self, username: &Username, account: Option<&str>, now: i64) -> Result<bool> {
        let find = "select username from pages where username = $1
            union all
            select username from held_names where username = $2 and account_id <> $3 and until > $4";
        let (name, account) = (username.as_str(), account.unwrap_or_default());
        let row = read!(sqlx::query(find).bind(name).bind(name).bind(account).bind(now).fetch_optional(self.pool()?))?;
        Ok(row.is_some())
    }

    /// The names that redirect to the account's page, those reserved longest first.
    ///
    /// # Errors
    /// When the database does not answer.
    pub async fn old_names(&self, account: &str, now: i64) -> Result<Vec<HeldRow>> {
        let find = "select username, until from held_names where account_id = $1 and moved = 1 and until > $2
            order by until desc, username";
        let rows = read!(sqlx::query(find).bind(account).bind(now).fetch_all(self.pool()?))?;
        let row = |any_row: &sqlx::any::AnyRow| {
            Ok(HeldRow { username: any_row.try_get("username")?, until: any_row.try_get("until")? })
        };
        Ok(rows.iter().map(row).collect::<sqlx::Result<_>>()?)
    }
}

/// How a name is reserved.
pub(super) struct Hold {
    /// Until when, ms.
    pub until: i64,
    /// Whether it redirects to the page of the account.
    pub leads: bool,
}

/// Reserves a name for an account, and frees the names that it had longest ago when they are too many.
pub(super) async fn hold(write: &mut Write<'_>, account: &str, username: &str, how: Hold) -> Result<()> {
    let hold = sqlx::query(
        "insert into held_names (username, account_id, until, moved) values ($1, $2, $3, $4)
        on conflict (username) do update set account_id = excluded.account_id, until = excluded.until, moved = excluded.moved",
    );
    let hold = hold.bind(username).bind(account).bind(how.until).bind(i64::from(how.leads));
    hold.execute(&mut *write.tx).await?;
    let surplus = sqlx::query(
        "delete from held_names where account_id = $1 and username <> $2 and username in (
            select username from held_names where account_id = $3
            order by until desc, username limit 1000000 offset $4
        )",
    );
    surplus.bind(account).bind(username).bind(account).bind(MAX_NAMES).execute(&mut *write.tx).await?;
    Ok(())
}

/// Stops the redirects from the account's old names, because its page is gone.
pub(super) async fn lead_nowhere(write: &mut Write<'_>, account: &str) -> Result<()> {
    let end = sqlx::query("update held_names set moved = 0 where account_id = $1");
    end.bind(account).execute(&mut *write.tx).await?;
    Ok(())
}

/// Ends the reservation of a name, because a page now has it.
pub(super) async fn forget(write: &mut Write<'_>, username: &str) -> Result<()> {
    sqlx::query("delete from held_names where username = $1").bind(username).execute(&mut *write.tx).await?;
    Ok(())
}
