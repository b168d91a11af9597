//! Changes of a page's address.

use mantel_model::Username;
use sqlx::Row;

use super::held_names::{HELD, Hold};
use super::page_row::PageRow;
use super::pages::{page_columns, with_facts};
use super::record::{Position, record_change};
use super::save::{Save, SaveResult};
use super::write::{read, transact};
use super::{Result, Store, held_names};

impl Store {
    /// Gives the account's page another address, unless it is taken; the old one redirects to it for a while.
    ///
    /// # Errors
    /// When the database does not answer.
    pub async fn rename_page(&self, old: &PageRow, new: &Username, save: Save<'_>) -> Result<SaveResult> {
        let account = old.account.as_str();
        transact!(self, |write| {
            let change = sqlx::query(
                "update pages set username = $1, renames = renames + 1, event_serial = event_serial + 1, updated_at = $2
            where account_id = $3 and username = $4 and version = $5
                and not exists (select 1 from pages other where other.username = $6)
                and not exists (select 1 from held_names where username = $7 and account_id <> $8 and until > $9)
            returning event_serial",
            );
            let change = change.bind(new.as_str()).bind(save.now).bind(account).bind(old.username.as_str());
            let change = change.bind(old.version).bind(new.as_str()).bind(new.as_str()).bind(account).bind(save.now);
            let row = match change.fetch_optional(&mut *write.tx).await {
                // Somebody claimed it at the same moment.
                Err(sqlx::Error::Database(why)) if why.is_unique_violation() => {
                    return write.roll_back(SaveResult::Conflict);
                }
                other => other?,
            };
            let Some(row) = row else { return Ok(SaveResult::Conflict) };
            held_names::forget(write, new.as_str()).await?;
            held_names::hold(write, account, old.username.as_str(), Hold { until: save.now + HELD, leads: true })
                .await?;
            let at = Position { serial: row.try_get("event_serial")?, version: old.version };
            record_change(write, account, at, "rename", save).await
        })
    }

    /// The page that has given up this name for another, while the name redirects to it.
    ///
    /// # Errors
    /// When the database does not answer or holds what can't be read.
    pub async fn page_by_old_name(&self, username: &Username, now: i64) -> Result<Option<PageRow>> {
        let find = concat!(
            "select ",
            page_columns!(),
            " from held_names h
                join pages p on p.account_id = h.account_id
                join accounts a on a.id = p.account_id
            where h.username = $1 and h.moved = 1 and h.until > $2"
        );
        let mut connection = self.pool()?.acquire().await?;
        let row = read!(sqlx::query(find).bind(username.as_str()).bind(now).fetch_optional(&mut *connection))?;
        with_facts(&mut connection, row).await
    }
}
