//! Visitors' reports of pages, until the operator of the instance settles them.

use sqlx::Row;
use sqlx::any::AnyRow;

use super::write::{read, transact};
use super::{Result, Store};

/// Maximum number of pending reports per page: whoever reads the first one looks at the page.
const WAITING: i64 = 50;
/// Settled reports are deleted after this long, ms: 180 days.
const SETTLED_RETENTION: i64 = 180 * 24 * 60 * 60 * 1000;

/// A report as stored.
#[derive(Clone, Debug)]
pub struct ReportRow {
    /// Its id, for the command line.
    pub id: String,
    /// The page's name at that time.
    pub username: String,
    /// One of the form's reasons.
    pub reason: String,
    /// What the visitor wrote.
    pub words: String,
    /// The address for a reply; empty if none is wanted.
    pub email: String,
    /// When, ms.
    pub at: i64,
}

/// What happened to a report.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReportOutcome {
    /// It was stored, and its page has no other pending report.
    First,
    /// It was stored, and its page has other pending reports.
    Another,
    /// It was dropped: enough are pending.
    Dropped,
}

fn report(row: &AnyRow) -> sqlx::Result<ReportRow> {
    Ok(ReportRow {
        id: row.try_get("id")?,
        username: row.try_get("username")?,
        reason: row.try_get("reason")?,
        words: row.try_get("words")?,
        email: row.try_get("email")?,
        at: row.try_get("at")?,
    })
}

impl Store {
    /// Stores a report of a page, unless too many are pending; deletes those settled long ago.
    ///
    /// # Errors
    /// When the database does not answer.
    pub async fn add_report(&self, new: &ReportRow) -> Result<ReportOutcome> {
        transact!(self, |write| {
            let old = sqlx::query("delete from reports where settled_at < $1");
            old.bind(new.at - SETTLED_RETENTION).execute(&mut *write.tx).await?;
            let count = "select count(*) from reports where settled_at is null
                and account_id = (select account_id from pages where username = $1)";
            let waiting: i64 = sqlx::query_scalar(count).bind(&new.username).fetch_one(&mut *write.tx).await?;
            if waiting >= WAITING {
                return Ok(ReportOutcome::Dropped);
            }
            let put = sqlx::query(
                "insert into reports (id, account_id, username, reason, words, email, at)
            select $1, account_id, username, $2, $3, $4, $5 from pages where username = $6",
            );
            let put = put.bind(&new.id).bind(&new.reason).bind(&new.words).bind(&new.email).bind(new.at);
            put.bind(&new.username).execute(&mut *write.tx).await?;
            Ok(if waiting == 0 { ReportOutcome::First } else { ReportOutcome::Another })
        })
    }

    /// The pending reports, the oldest first, at most 200.
    ///
    /// # Errors
    /// When the database does not answer.
    pub async fn reports(&self) -> Result<Vec<ReportRow>> {
        let find = "select * from reports where settled_at is null order by at, id limit 200";
        let rows = read!(sqlx::query(find).fetch_all(self.pool()?))?;
        Ok(rows.iter().map(report).collect::<sqlx::Result<_>>()?)
    }

    /// Settles a report; returns whether it was pending.
    ///
    /// # Errors
    /// When the database does not answer.
    pub async fn settle_report(&self, id: &str, now: i64) -> Result<bool> {
        transact!(self, |write| {
            let settle = "update reports set settled_at = $1 where id = $2 and settled_at is null returning id";
            let settled = sqlx::query(settle).bind(now).bind(id).fetch_optional(&mut *write.tx).await?;
            Ok(settled.is_some())
        })
    }

    /// The email addresses of the instance's operators.
    ///
    /// # Errors
    /// When the database does not answer.
    pub async fn admins(&self) -> Result<Vec<String>> {
        read!(
            sqlx::query_scalar(
                "select coalesce(unverified_email, email) from accounts where admin = 1 order by created_at"
            )
            .fetch_all(self.pool()?)
        )
    }
}
