//! Connections that go from one use to the next without being returned to their pool, which tests each that is: a round trip to the
//! database. After a use that ended well there is nothing to test.

use std::ops::{Deref, DerefMut};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use sqlx::pool::PoolConnection;
use sqlx::{Any, AnyConnection, AnyPool};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use super::Result;

/// A connection to a database server that rested no longer than this is used without a test: the use before it ended well. If it was
/// lost since, the call fails as if it had been lost during the call.
pub(super) const TRUSTED_FOR: Duration = Duration::from_secs(1);
/// One that rested so long is closed: it may have been lost without a sign, and a test of it would wait for long.
pub(super) const CLOSED_AFTER: Duration = Duration::from_secs(60);
/// A connection that was taken from the pool so long ago is returned to it, which replaces those that are too old.
const RETURNED_AFTER: Duration = Duration::from_secs(60);

/// A part of a pool's connections, which rest here between their uses. Waiting for one is fair; the pool's other connections are for
/// whoever asks the pool itself.
#[derive(Clone, Debug)]
pub(super) struct KeptConnections {
    pool: AnyPool,
    permits: Arc<Semaphore>,
    /// How long waiting for a connection may take; for ever where it is short by nature.
    acquire_timeout: Option<Duration>,
    /// How long a connection is trusted that nobody uses.
    trusted_for: Option<Duration>,
    /// In the order in which they were used last.
    resting: Arc<Mutex<Vec<Resting>>>,
}

#[derive(Debug)]
struct Resting {
    connection: PoolConnection<Any>,
    /// When it was taken from the pool.
    taken: Instant,
    since: Instant,
}

/// A connection, until it is dropped. [`Self::keep`] keeps it for the next use; otherwise it is returned to the pool.
#[derive(Debug)]
pub(super) struct KeptConnection {
    connection: PoolConnection<Any>,
    taken: Instant,
    owner: KeptConnections,
    permit: OwnedSemaphorePermit,
}

impl KeptConnections {
    /// The only connection that writes to an SQLite database: `pool` has one. A second one would read again from the log what the
    /// first has written: SQLite forgets what it has in its cache when another connection has written.
    pub fn of_one(pool: AnyPool) -> Self {
        Self::new(pool, 1, None, None)
    }

    /// `most` connections of an SQLite database's pool.
    pub fn of_file(pool: AnyPool, most: usize) -> Self {
        let acquire_timeout = pool.options().get_acquire_timeout();
        Self::new(pool, most, Some(acquire_timeout), None)
    }

    /// `most` connections of a database server's pool.
    pub fn of_server(pool: AnyPool, most: usize) -> Self {
        let acquire_timeout = pool.options().get_acquire_timeout();
        Self::new(pool, most, Some(acquire_timeout), Some(TRUSTED_FOR))
    }

    fn new(pool: AnyPool, most: usize, acquire_timeout: Option<Duration>, trusted_for: Option<Duration>) -> Self {
        let permits = Arc::new(Semaphore::new(most));
        Self { pool, permits, acquire_timeout, trusted_for, resting: Arc::default() }
    }

    /// A connection, in the order in which they were asked for.
    ///
    /// # Errors
    /// When none is free in time, or the database does not answer.
    pub async fn acquire(&self) -> Result<KeptConnection> {
        let acquired = match self.acquire_timeout {
            Some(most) => tokio::time::timeout(most, self.next()).await.unwrap_or(Err(sqlx::Error::PoolTimedOut)),
            None => self.next().await,
        };
        Ok(acquired?)
    }

    async fn next(&self) -> sqlx::Result<KeptConnection> {
        // The semaphore is never closed.
        let permit = Arc::clone(&self.permits).acquire_owned().await.map_err(|_| sqlx::Error::PoolClosed)?;
        let (connection, taken) = match self.rested() {
            Some(rested) => rested,
            None => (self.pool.acquire().await?, Instant::now()),
        };
        Ok(KeptConnection { connection, taken, owner: self.clone(), permit })
    }

    /// A connection that rests, if nobody waits for one.
    pub fn try_acquire(&self) -> Option<KeptConnection> {
        let permit = Arc::clone(&self.permits).try_acquire_owned().ok()?;
        let (connection, taken) = self.rested()?;
        Some(KeptConnection { connection, taken, owner: self.clone(), permit })
    }

    /// The connection that was used last, and when it was taken from the pool, unless it is no longer trusted.
    fn rested(&self) -> Option<(PoolConnection<Any>, Instant)> {
        self.return_untrusted();
        let resting = self.resting().pop();
        resting.map(|resting| (resting.connection, resting.taken))
    }

    /// Returns those to the pool that are no longer trusted.
    pub fn return_untrusted(&self) {
        let Some(trusted_for) = self.trusted_for else { return };
        let is_trusted = |resting: &mut Resting| resting.since.elapsed() <= trusted_for;
        let untrusted: Vec<_> = self.resting().extract_if(.., |resting| !is_trusted(resting)).collect();
        for mut resting in untrusted {
            if resting.since.elapsed() > CLOSED_AFTER {
                resting.connection.close_on_drop();
            }
        }
    }

    fn resting(&self) -> MutexGuard<'_, Vec<Resting>> {
        self.resting.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// How many connections are open, and how many of them nobody uses; the pool counts those that rest here as used.
    pub fn count(&self) -> (usize, usize) {
        let resting = self.resting().len();
        let open = usize::try_from(self.pool.size()).unwrap_or_default();
        // For a moment the pool may believe that 2^64 of them rest (see `Store::open`).
        (open, self.pool.num_idle().min(open.saturating_sub(resting)) + resting)
    }

    /// Whether the pool is closed.
    pub fn is_closed(&self) -> bool {
        self.pool.is_closed()
    }

    /// Closes every connection of the pool.
    pub async fn close(&self) {
        let closed = self.pool.close();
        self.resting().clear();
        closed.await;
    }
}

impl KeptConnection {
    /// Keeps it for the next use: this one has ended, and well, and everything that the database sent was read.
    pub fn keep(self) {
        let Self { connection, taken, owner, permit } = self;
        let aged = owner.trusted_for.is_some() && taken.elapsed() > RETURNED_AFTER;
        let mut resting = owner.resting();
        if aged || owner.is_closed() {
            drop(connection);
        } else {
            resting.push(Resting { connection, taken, since: Instant::now() });
        }
        drop(resting);
        // Whoever is next finds the connection.
        drop(permit);
    }
}

impl Deref for KeptConnection {
    type Target = AnyConnection;

    fn deref(&self) -> &AnyConnection {
        &self.connection
    }
}

impl DerefMut for KeptConnection {
    fn deref_mut(&mut self) -> &mut AnyConnection {
        &mut self.connection
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests fail by panicking")]
mod tests {
    use sqlx::any::AnyPoolOptions;

    use super::super::StoreError;
    use super::*;

    /// One connection of a pool of two.
    async fn connections() -> KeptConnections {
        sqlx::any::install_default_drivers();
        let options = AnyPoolOptions::new().max_connections(2).acquire_timeout(Duration::from_millis(200));
        KeptConnections::of_server(options.connect("sqlite::memory:").await.unwrap(), 1)
    }

    /// Leaves a table that this connection alone has.
    async fn mark(connection: &mut KeptConnection) {
        sqlx::query("create temp table mark (x)").execute(&mut **connection).await.unwrap();
    }

    async fn is_marked(connection: &mut KeptConnection) -> bool {
        sqlx::query("select * from mark").fetch_all(&mut **connection).await.is_ok()
    }

    #[tokio::test]
    async fn what_ended_well_is_used_again_by_whoever_waits() {
        let connections = connections().await;
        let mut first = connections.acquire().await.unwrap();
        mark(&mut first).await;
        let next = tokio::spawn({
            let connections = connections.clone();
            async move { connections.acquire().await }
        });
        tokio::task::yield_now().await;
        assert!(connections.try_acquire().is_none());
        first.keep();
        let mut next = next.await.unwrap().unwrap();
        assert!(is_marked(&mut next).await);
        next.keep();
        assert_eq!(connections.count(), (1, 1));
        assert!(is_marked(&mut connections.try_acquire().unwrap()).await);
    }

    #[tokio::test]
    async fn what_is_dropped_goes_back_to_the_pool() {
        let connections = connections().await;
        drop(connections.acquire().await.unwrap());
        assert!(connections.try_acquire().is_none());
        assert_eq!(connections.resting().len(), 0);
        connections.acquire().await.unwrap().keep();
        assert_eq!(connections.resting().len(), 1);
    }

    #[tokio::test]
    async fn one_that_rested_for_long_goes_back_to_the_pool() {
        let connections = connections().await;
        connections.acquire().await.unwrap().keep();
        connections.return_untrusted();
        assert_eq!(connections.resting().len(), 1);
        let long_ago = Instant::now().checked_sub(CLOSED_AFTER * 2).unwrap();
        connections.resting()[0].since = long_ago;
        connections.return_untrusted();
        assert_eq!(connections.resting().len(), 0);
        // As does one that was taken from it long ago.
        let mut old = connections.acquire().await.unwrap();
        old.taken = long_ago;
        old.keep();
        assert_eq!(connections.resting().len(), 0);
    }

    #[tokio::test]
    async fn waiting_has_an_end_and_so_has_closing() {
        let connections = connections().await;
        let held = connections.acquire().await.unwrap();
        assert!(matches!(connections.acquire().await, Err(StoreError::Unavailable(sqlx::Error::PoolTimedOut))));
        held.keep();
        connections.close().await;
        assert!(connections.is_closed());
        assert!(matches!(connections.acquire().await, Err(StoreError::Unavailable(sqlx::Error::PoolClosed))));
    }
}
