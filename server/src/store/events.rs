//! The events of each page, for its watchers.

use std::time::Duration;

use sqlx::Row;
use sqlx::any::AnyRow;

use super::batch::Batch;
use super::save::Save;
use super::watchers::Watcher;
use super::write::read;
use super::{Result, Store, Write};

/// Events stored per page: a client that missed more reads the page anew.
const MAX_EVENTS: i64 = 200;
/// How often to poll while notifications from other servers are unavailable.
const POLL: Duration = Duration::from_secs(1);

/// An event to record.
#[derive(Clone, Copy, Debug)]
pub struct NewEvent<'a> {
    /// Whose page.
    pub account: &'a str,
    /// Its serial among the events of the page.
    pub serial: i64,
    /// The draft's version after it.
    pub version: i64,
    /// `draft`, `publish`, `unpublish`, `rename`, `facts` or `delete`.
    pub kind: &'a str,
}

/// An event as stored.
#[derive(Clone, Debug)]
pub struct EventRow {
    /// Its serial among the events of the page: one more than that of the event before.
    pub serial: i64,
    /// When, ms.
    pub at: i64,
    /// `draft`, `publish`, `unpublish`, `rename`, `facts` or `delete`.
    pub kind: String,
    /// The draft's version after it.
    pub version: i64,
    /// Who did it.
    pub actor: String,
    /// The kind of change in one word.
    pub act: String,
    /// What changed, in one line.
    pub summary: String,
    /// Whether the draft then differed from what was live.
    pub unpublished: bool,
}

fn event(row: &AnyRow) -> sqlx::Result<EventRow> {
    Ok(EventRow {
        serial: row.try_get("serial")?,
        at: row.try_get("at")?,
        kind: row.try_get("kind")?,
        version: row.try_get("version")?,
        actor: row.try_get("actor")?,
        act: row.try_get("act")?,
        summary: row.try_get("summary")?,
        unpublished: row.try_get::<i64, _>("unpublished")? != 0,
    })
}

impl Store {
    /// Watches the account's page from now on.
    pub fn watch(&self, account: &str) -> Watcher {
        if let Some(pg_notify) = &self.pg_notify {
            pg_notify.listen();
        }
        if let Some(outside_changes) = &self.outside_changes {
            outside_changes.listen();
        }
        self.watchers.enter(account)
    }

    /// How often a watcher has to poll; `None` while it need not.
    pub fn poll_interval(&self) -> Option<Duration> {
        self.pg_notify.as_ref().filter(|pg_notify| !pg_notify.is_up()).map(|_| POLL)
    }

    /// This process serves: for SQLite, commands that run beside it mark their changes, and it need not.
    pub fn serve(&self) {
        if let Some(outside_changes) = &self.outside_changes {
            outside_changes.serve();
        }
    }

    /// Ends every watch in this process.
    pub fn end_watches(&self) {
        self.watchers.end();
    }

    /// The events of the account's page after `serial`, oldest first; only the last 200 are stored.
    ///
    /// # Errors
    /// When the database does not answer.
    pub async fn events_after(&self, account: &str, serial: i64) -> Result<Vec<EventRow>> {
        let rows = read!(
            sqlx::query("select * from events where account_id = $1 and serial > $2 order by serial")
                .bind(account)
                .bind(serial)
                .fetch_all(self.pool()?)
        )?;
        Ok(rows.iter().map(event).collect::<sqlx::Result<_>>()?)
    }

    /// The serial of the account's newest event; 0 before the first.
    ///
    /// # Errors
    /// When the database does not answer.
    pub async fn newest_event(&self, account: &str) -> Result<i64> {
        read!(sqlx::query_scalar(NEWEST).bind(account).fetch_one(self.pool()?))
    }
}

const NEWEST: &str = "select coalesce(max(serial), 0) as serial from events where account_id = $1";

/// Adds an event to a batch, and deletes the oldest ones.
pub(super) fn add<'a>(batch: &mut Batch<'a>, event: &NewEvent<'a>, save: Save<'a>) {
    let NewEvent { account, serial, version, kind } = *event;
    batch.add(
        "insert into events (account_id, serial, at, kind, version, actor, act, summary, unpublished)
        select $1, $2, $3, $4, $5, $6, $7, $8, $9 where {condition}",
        [
            account.into(),
            serial.into(),
            save.now.into(),
            kind.into(),
            version.into(),
            save.actor.into(),
            save.act.into(),
            save.summary.into(),
            i64::from(save.unpublished).into(),
        ],
    );
    if serial > MAX_EVENTS {
        batch.add(
            "delete from events where account_id = $1 and serial <= $2 and {condition}",
            [account.into(), (serial - MAX_EVENTS).into()],
        );
    }
}

/// Records an event by itself, and deletes the oldest ones.
pub(super) async fn record(write: &mut Write<'_>, event: &NewEvent<'_>, save: Save<'_>) -> Result<()> {
    let mut batch = Batch::default();
    add(&mut batch, event, save);
    batch.execute(write).await?;
    write.mark_changed(event.account);
    Ok(())
}

/// The serial of the account's newest event; 0 before the first.
pub(super) async fn newest(write: &mut Write<'_>, account: &str) -> Result<i64> {
    Ok(sqlx::query_scalar(NEWEST).bind(account).fetch_one(&mut *write.tx).await?)
}
