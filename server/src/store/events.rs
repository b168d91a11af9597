//! What happened to each page, for those who watch it.

use sqlx::Row;

use super::{Result, Save, Write};

/// Events kept of each page: who was away longer reads the page anew.
const KEPT: i64 = 200;

/// An event to write down.
#[derive(Clone, Copy, Debug)]
pub struct NewEvent<'a> {
    /// Whose page.
    pub account: &'a str,
    /// Its number among the events of the page.
    pub serial: i64,
    /// The draft's version after it.
    pub version: i64,
    /// `draft`, `publish`, `unpublish` or `delete`.
    pub kind: &'a str,
}

/// Writes down an event, and forgets the oldest.
pub(super) async fn record(write: &mut Write, event: &NewEvent<'_>, save: Save<'_>) -> Result<()> {
    let add = sqlx::query(
        "insert into events (account_id, serial, at, kind, version, actor, act, summary, unpublished)
        values ($1, $2, $3, $4, $5, $6, $7, $8, $9)",
    );
    let add = add.bind(event.account).bind(event.serial).bind(save.now).bind(event.kind).bind(event.version);
    let add = add.bind(save.actor).bind(save.act).bind(save.summary).bind(i64::from(save.unpublished));
    add.execute(&mut *write.tx).await?;
    let trim = sqlx::query("delete from events where account_id = $1 and serial <= $2");
    trim.bind(event.account).bind(event.serial - KEPT).execute(&mut *write.tx).await?;
    Ok(())
}

/// The serial of the account's newest event; 0 before the first.
pub(super) async fn newest(write: &mut Write, account: &str) -> Result<i64> {
    let row = sqlx::query("select coalesce(max(serial), 0) as serial from events where account_id = $1");
    Ok(row.bind(account).fetch_one(&mut *write.tx).await?.try_get("serial")?)
}
