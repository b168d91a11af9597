//! Who is due a weekly letter about what was counted; several servers share the work.

use sqlx::Row;

use super::write::{read, transact};
use super::{Result, Store};

/// A letter that is due, and whose it is.
#[derive(Clone, Debug)]
pub struct DueLetterRow {
    /// The account.
    pub account: String,
    /// Its address, which is verified.
    pub email: String,
    /// Its page.
    pub username: String,
}

/// Which letters are due.
#[derive(Clone, Copy, Debug)]
pub struct DueLetters<'a> {
    /// The time zone of their accounts.
    pub time_zone: &'a str,
    /// When their week's letters became due, ms: those mailed at this time or later are done.
    pub since: i64,
    /// The time, ms.
    pub now: i64,
    /// Until when the one that is taken is leased, ms.
    pub lease: i64,
}

impl Store {
    /// The time zones of the accounts that want letters.
    ///
    /// # Errors
    /// When the database does not answer.
    pub async fn letter_zones(&self) -> Result<Vec<String>> {
        let find = "select distinct time_zone from insights_settings where letter = 1";
        read!(sqlx::query_scalar(find).fetch_all(self.pool()?))
    }

    /// Leases a letter that is due; no other server takes it meanwhile. Accounts that are suspended or have no verified
    /// address, and those whose page is not live, are due none.
    ///
    /// # Errors
    /// When the database does not answer.
    pub async fn lease_letter(&self, due: DueLetters<'_>) -> Result<Option<DueLetterRow>> {
        while let Some(found) = self.next_letter(due).await? {
            // If another server was quicker, the update matches no row, and the search goes on.
            let taken = transact!(self, |write| {
                let take = sqlx::query(
                    "update insights_settings set letter_leased_until = $1
                    where account_id = $2 and letter = 1 and (letter_at is null or letter_at < $3)
                        and letter_leased_until <= $4",
                );
                let take = take.bind(due.lease).bind(&found.account).bind(due.since).bind(due.now);
                Ok(take.execute(&mut *write.tx).await?.rows_affected() > 0)
            })?;
            if taken {
                return Ok(Some(found));
            }
        }
        Ok(None)
    }

    async fn next_letter(&self, due: DueLetters<'_>) -> Result<Option<DueLetterRow>> {
        let find = "select s.account_id, a.email, p.username from insights_settings s
            join accounts a on a.id = s.account_id join pages p on p.account_id = s.account_id
            where s.letter = 1 and s.time_zone = $1 and (s.letter_at is null or s.letter_at < $2)
                and s.letter_leased_until <= $3 and a.unverified_email is null and a.suspended_at is null
                and p.published is not null
            order by s.letter_leased_until, s.account_id limit 1";
        let query = || sqlx::query(find).bind(due.time_zone).bind(due.since).bind(due.now);
        let Some(row) = read!(query().fetch_optional(self.pool()?))? else { return Ok(None) };
        let (account, email) = (row.try_get("account_id")?, row.try_get("email")?);
        Ok(Some(DueLetterRow { account, email, username: row.try_get("username")? }))
    }

    /// Records that an account's letter is done.
    ///
    /// # Errors
    /// When the database does not answer.
    pub async fn keep_letter(&self, account: &str, now: i64) -> Result<()> {
        transact!(self, |write| {
            let done = sqlx::query(
                "update insights_settings set letter_at = $1, letter_leased_until = 0 where account_id = $2",
            );
            done.bind(now).bind(account).execute(&mut *write.tx).await?;
            Ok(())
        })
    }
}
