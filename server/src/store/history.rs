//! The last drafts of each page: who made each, when and how.

use mantel_model::Draft;
use sqlx::Row;
use sqlx::any::AnyRow;

use super::write::read;
use super::{Result, Save, Store, Write};

/// Drafts kept of each page, the newest included.
const KEPT: i64 = 100;

/// A draft of the history, without its content.
#[derive(Clone, Debug)]
pub struct HistoryRow {
    /// The version that the change made.
    pub version: i64,
    /// When, ms.
    pub at: i64,
    /// Who made it.
    pub actor: String,
    /// What was done, in one word.
    pub act: String,
    /// What changed, in one line; empty where it was not written down.
    pub summary: String,
}

fn entry(row: &AnyRow) -> sqlx::Result<HistoryRow> {
    Ok(HistoryRow {
        version: row.try_get("version")?,
        at: row.try_get("at")?,
        actor: row.try_get("actor")?,
        act: row.try_get("act")?,
        summary: row.try_get("summary")?,
    })
}

impl Store {
    /// The account's last drafts, newest first.
    ///
    /// # Errors
    /// When the database does not answer.
    pub async fn history(&self, account: &str) -> Result<Vec<HistoryRow>> {
        let rows = read!(
            sqlx::query(
                "select version, at, actor, act, summary from history where account_id = $1 order by version desc",
            )
            .bind(account)
            .fetch_all(&self.pool)
        )?;
        Ok(rows.iter().map(entry).collect::<sqlx::Result<_>>()?)
    }

    /// One of them, with its content.
    ///
    /// # Errors
    /// When the database does not answer or holds what can't be read.
    pub async fn history_draft(&self, account: &str, version: i64) -> Result<Option<(HistoryRow, Draft)>> {
        let row = read!(
            sqlx::query("select * from history where account_id = $1 and version = $2")
                .bind(account)
                .bind(version)
                .fetch_optional(&self.pool)
        )?;
        let Some(row) = row else { return Ok(None) };
        let draft = super::draft(account, &row.try_get::<String, _>("draft")?)?;
        Ok(Some((entry(&row)?, draft)))
    }
}

/// Writes down a draft, and forgets the oldest.
pub(super) async fn record(write: &mut Write, account: &str, version: i64, draft: &str, save: Save<'_>) -> Result<()> {
    let add = sqlx::query(
        "insert into history (account_id, version, at, actor, act, summary, draft) values ($1, $2, $3, $4, $5, $6, $7)",
    );
    let add = add.bind(account).bind(version).bind(save.now).bind(save.actor).bind(save.act).bind(save.summary);
    add.bind(draft).execute(&mut *write.tx).await?;
    let trim = sqlx::query("delete from history where account_id = $1 and version <= $2");
    trim.bind(account).bind(version - KEPT).execute(&mut *write.tx).await?;
    Ok(())
}
