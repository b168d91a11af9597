//! Transactions: every write goes through here and is retried on conflicts; reads likewise.

use std::sync::Arc;
use std::time::Duration;

use rand::Rng;
use sqlx::pool::PoolConnection;
use sqlx::{Any, AnyPool, Transaction};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use super::{Result, Store, StoreError};

/// How often a write that conflicted with another one is retried.
const RETRIES: u32 = 8;
/// The first pause before a retry, ms; it doubles each time, up to [`LONGEST_PAUSE`].
const FIRST_PAUSE: u64 = 4;
/// The longest pause, ms.
const LONGEST_PAUSE: u64 = 250;

/// The only connection that writes to an SQLite database, which has one writer at a time. A second one would read again from the log
/// what the first has written: SQLite forgets what it has in its cache when another connection has written.
#[derive(Clone, Debug)]
pub(super) struct SqliteWriter {
    /// A pool of one.
    pub pool: AnyPool,
    /// Waiting on this is fair and has no timeout race.
    turn: Arc<Semaphore>,
}

impl SqliteWriter {
    /// The writer with this pool of one connection.
    pub fn new(pool: AnyPool) -> Self {
        Self { pool, turn: Arc::new(Semaphore::new(1)) }
    }

    /// Waits for the others that write.
    pub async fn acquire(&self) -> Option<OwnedSemaphorePermit> {
        // The semaphore is never closed.
        Arc::clone(&self.turn).acquire_owned().await.ok()
    }

    /// The same if nobody writes.
    pub fn try_acquire(&self) -> Option<OwnedSemaphorePermit> {
        Arc::clone(&self.turn).try_acquire_owned().ok()
    }
}

/// An open write transaction.
pub struct Write {
    pub(super) tx: Transaction<'static, Any>,
    changed: Vec<String>,
    due: bool,
    rolled_back: bool,
    sqlite: bool,
    _permit: Option<OwnedSemaphorePermit>,
}

impl Write {
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

/// Runs a block in a transaction: the only way to write. When it returns, the changes are on disk.
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
            let mut write = match $store.begin().await {
                Ok(write) => write,
                Err(why) => break Err(why),
            };
            let done: $crate::store::Result<_> = async {
                let $write = &mut write;
                $body
            }
            .await;
            match $store.complete(write, done).await {
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
    /// Begins an attempt. On SQLite it takes the write lock at once (`begin immediate`), because a read that is
    /// upgraded to a write fails instead of waiting; writers queue here, where waiting is fair.
    pub(super) async fn begin(&self) -> Result<Write> {
        let (tx, permit) = match &self.writer {
            None => (self.pool()?.begin().await?, None),
            Some(writer) => {
                let permit = writer.acquire().await;
                (writer.pool.begin_with("BEGIN IMMEDIATE").await?, permit)
            }
        };
        Ok(Write {
            tx,
            changed: Vec::new(),
            due: false,
            rolled_back: false,
            sqlite: self.writer.is_some(),
            _permit: permit,
        })
    }

    /// A connection for reading what is to be edited: for SQLite the writing one while nobody writes, which has the page in its cache,
    /// with the permit to use it.
    pub(super) async fn connection_for_edit(&self) -> Result<(PoolConnection<Any>, Option<OwnedSemaphorePermit>)> {
        if let Some(writer) = &self.writer
            && let Some(permit) = writer.try_acquire()
            && let Some(connection) = writer.pool.try_acquire()
        {
            return Ok((connection, Some(permit)));
        }
        Ok((self.pool()?.acquire().await?, None))
    }

    /// Commits an attempt, unless it failed or is to be rolled back.
    pub(super) async fn complete<T>(&self, mut write: Write, done: Result<T>) -> Result<T> {
        if write.rolled_back || done.is_err() {
            // The error of the attempt counts, not that of the rollback.
            let _ = write.tx.rollback().await;
            return done;
        }
        if let Some(outside_changes) = self.outside_changes.as_ref().filter(|_| !write.changed.is_empty()) {
            outside_changes.mark(&mut write).await?;
        }
        write.tx.commit().await?;
        if write.due {
            self.due.notify_one();
        }
        for account in &write.changed {
            self.watchers.wake(account);
            if let Some(pg_notify) = &self.pg_notify {
                pg_notify.notify(account);
            }
        }
        done
    }
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
