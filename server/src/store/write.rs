//! Transactions: every write goes through here and is retried on conflicts; reads likewise.

use std::time::Duration;

use rand::Rng;
use sqlx::any::{AnyArguments, AnyRow};
use sqlx::query::Query;
use sqlx::{Any, AnyConnection, Connection, Transaction};

use super::kept_connections::{KeptConnection, KeptConnections};
use super::{Result, Store, StoreError};

/// How often a write that conflicted with another one is retried.
const RETRIES: u32 = 8;
/// The first pause before a retry, ms; it doubles each time, up to [`LONGEST_PAUSE`].
const FIRST_PAUSE: u64 = 4;
/// The longest pause, ms.
const LONGEST_PAUSE: u64 = 250;

/// An open write transaction.
pub struct Write<'a> {
    pub(super) tx: Transaction<'a, Any>,
    changed: Vec<String>,
    due: bool,
    rolled_back: bool,
    sqlite: bool,
}

impl Write<'_> {
    /// Whether the database is SQLite.
    pub(super) const fn is_sqlite(&self) -> bool {
        self.sqlite
    }

    /// Records an account whose page changes, or who may see it: its watchers are woken after the commit.
    pub(super) fn mark_changed(&mut self, account: &str) {
        self.changed.push(account.to_owned());
    }

    /// Records that there are addresses whose metadata is to be fetched.
    pub(super) fn mark_due(&mut self) {
        self.due = true;
    }

    /// Rolls back everything done so far, and returns `answer`.
    pub(super) fn roll_back<T>(&mut self, answer: T) -> Result<T> {
        self.rolled_back = true;
        Ok(answer)
    }
}

/// Runs a block in a transaction: the only way to write, but for the edits that `Batch::execute_after` makes in one statement. When it returns, the changes are on disk.
///
/// `transact!(self, |write| { … })` returns a `Result`; inside, `?` ends the attempt. Databases with concurrent writers
/// may refuse one of two that conflict (serialization failure, deadlock): the block then runs again from its start,
/// after a growing, randomized pause. After too many refusals the database counts as unavailable.
///
/// A macro, because a closure that borrows the transaction and its surroundings can't yet return a future that is
/// `Send`.
macro_rules! transact {
    ($store:expr, |$write:ident| $body:block) => {{
        let mut tried = 0;
        let started = std::time::Instant::now();
        let done = loop {
            let mut connection = match $store.connection_to_write().await {
                Ok(connection) => connection,
                Err(why) => break Err(why),
            };
            let mut write = match $store.begin(&mut connection).await {
                Ok(write) => write,
                Err(why) => break Err(why),
            };
            let done: $crate::store::Result<_> = async {
                let $write = &mut write;
                $body
            }
            .await;
            let done = $store.complete(write, done).await;
            if done.is_ok() {
                connection.keep()
            } else {
                drop(connection)
            }
            match done {
                Err($crate::store::StoreError::Conflict(why)) => {
                    match $crate::store::write::pause_before_retry(tried, why).await {
                        Ok(()) => tried += 1,
                        Err(why) => break Err(why),
                    }
                }
                done => break done,
            }
        };
        $crate::metrics::METRICS.record_database("write", started.elapsed());
        done
    }};
}
pub(super) use transact;

/// Runs a read query, and retries it if it conflicts with a write (serializable databases).
macro_rules! read {
    ($query:expr) => {{
        let mut tried = 0;
        let started = std::time::Instant::now();
        let found = loop {
            let why = match $query.await {
                Ok(found) => break Ok(found),
                Err(why) => $crate::store::StoreError::from(why),
            };
            let $crate::store::StoreError::Conflict(why) = why else { break Err(why) };
            match $crate::store::write::pause_before_retry(tried, why).await {
                Ok(()) => tried += 1,
                Err(why) => break Err(why),
            }
        };
        $crate::metrics::METRICS.record_database("read", started.elapsed());
        found
    }};
}
pub(super) use read;

impl Store {
    /// A connection to write on: for SQLite, once the others have written.
    pub(super) async fn connection_to_write(&self) -> Result<KeptConnection> {
        self.pool()?;
        self.writer.as_ref().unwrap_or(&self.connections).acquire().await
    }

    /// The row that a query finds, if any, on one of the connections for what requests begin with.
    pub(super) async fn find(&self, query: Query<'_, Any, AnyArguments>) -> Result<Option<AnyRow>> {
        let mut connection = self.connection_to_read().await?;
        let row = only_row(query, &mut connection).await?;
        connection.keep();
        Ok(row)
    }

    /// One of the connections for what requests begin with.
    pub(super) async fn connection_to_read(&self) -> Result<KeptConnection> {
        self.pool()?;
        self.connections.acquire().await
    }

    /// Begins an attempt. On SQLite it takes the write lock at once (`begin immediate`), because a read that is
    /// upgraded to a write fails instead of waiting.
    pub(super) async fn begin<'a>(&self, connection: &'a mut KeptConnection) -> Result<Write<'a>> {
        let sqlite = self.writer.is_some();
        let tx = if sqlite { connection.begin_with("BEGIN IMMEDIATE").await? } else { connection.begin().await? };
        Ok(Write { tx, changed: Vec::new(), due: false, rolled_back: false, sqlite })
    }

    /// A connection for reading what is to be edited: for SQLite the writing one while nobody writes, which has the page in its cache.
    pub(super) async fn connection_for_edit(&self) -> Result<KeptConnection> {
        self.pool()?;
        match self.writer.as_ref().and_then(KeptConnections::try_acquire) {
            Some(connection) => Ok(connection),
            None => self.connection_to_read().await,
        }
    }

    /// Commits an attempt, unless it failed or is to be rolled back. After an error the connection is not fit for another one.
    pub(super) async fn complete<T>(&self, mut write: Write<'_>, done: Result<T>) -> Result<T> {
        if write.rolled_back || done.is_err() {
            let rolled_back = write.tx.rollback().await;
            // The error of the attempt counts, not that of the rollback.
            let done = done?;
            rolled_back?;
            return Ok(done);
        }
        if let Some(outside_changes) = self.outside_changes.as_ref().filter(|_| !write.changed.is_empty()) {
            outside_changes.mark(&mut write).await?;
        }
        write.tx.commit().await?;
        if write.due {
            self.due.notify_one();
        }
        write.changed.iter().for_each(|account| self.wake_watchers(account));
        done
    }

    /// Wakes the watchers of an account whose page was changed, here and on other servers.
    pub(super) fn wake_watchers(&self, account: &str) {
        self.watchers.wake(account);
        if let Some(pg_notify) = &self.pg_notify {
            pg_notify.notify(account);
        }
    }
}

/// The row that a query finds, of which there is one at most. Everything is read until the database is ready again: an error that
/// PostgreSQL finds at the end of a statement follows its rows, and would be taken for that of the next statement.
pub(super) async fn only_row(
    query: Query<'_, Any, AnyArguments>,
    connection: &mut AnyConnection,
) -> sqlx::Result<Option<AnyRow>> {
    Ok(query.fetch_all(connection).await?.pop())
}

/// Waits before another attempt.
///
/// # Errors
/// `Unavailable` after the last retry.
pub(super) async fn pause_before_retry(tried: u32, why: sqlx::Error) -> Result<()> {
    if tried >= RETRIES {
        return Err(StoreError::Unavailable(why));
    }
    tracing::debug!(error = %why, tried, "a write met another one and begins again");
    tokio::time::sleep(pause(tried)).await;
    Ok(())
}

/// The pause before a retry: between half and all of a pause that doubles.
fn pause(tried: u32) -> Duration {
    let whole = (FIRST_PAUSE << tried.min(16)).min(LONGEST_PAUSE);
    Duration::from_millis(rand::rng().random_range(whole / 2..=whole))
}
