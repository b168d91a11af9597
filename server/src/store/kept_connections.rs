//! Connections that go from one use to the next without being returned to their pool, which tests each that is: a round trip to the
//! database. After a use that ended well there is nothing to test.

use std::ops::{Deref, DerefMut};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use sqlx::pool::PoolConnection;
use sqlx::{Any, AnyConnection, AnyPool};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use super::Result;

/// Of a database server, a connection that rested longer is returned to the pool, which tests it before it is used again.
const TRUSTED_FOR: Duration = Duration::from_secs(1);
/// A connection that was taken from the pool so long ago is returned to it, which replaces those that are too old.
const RETURNED_AFTER: Duration = Duration::from_secs(60);

/// A part of a pool's connections, which rest here between their uses. Waiting for one is fair; the pool's other connections are for
/// whoever asks the pool itself.
#[derive(Clone, Debug)]
pub(super) struct KeptConnections {
    pool: AnyPool,
    turn: Arc<Semaphore>,
    /// How long waiting for a turn may take; for ever where it is short by nature.
    patience: Option<Duration>,
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
    home: KeptConnections,
    // Last: whoever has the next turn finds the connection resting or in the pool.
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
        let patience = pool.options().get_acquire_timeout();
        Self::new(pool, most, Some(patience), None)
    }

    /// `most` connections of a database server's pool.
    pub fn of_server(pool: AnyPool, most: usize) -> Self {
        let patience = pool.options().get_acquire_timeout();
        Self::new(pool, most, Some(patience), Some(TRUSTED_FOR))
    }

    fn new(pool: AnyPool, most: usize, patience: Option<Duration>, trusted_for: Option<Duration>) -> Self {
        Self { pool, turn: Arc::new(Semaphore::new(most)), patience, trusted_for, resting: Arc::default() }
    }

    /// A connection, once it is this one's turn.
    ///
    /// # Errors
    /// When the database does not answer.
    pub async fn acquire(&self) -> Result<KeptConnection> {
        let turn = Arc::clone(&self.turn).acquire_owned();
        let permit = match self.patience {
            Some(patience) => tokio::time::timeout(patience, turn).await.map_err(|_| sqlx::Error::PoolTimedOut)?,
            None => turn.await,
        };
        // The semaphore is never closed.
        let permit = permit.map_err(|_| sqlx::Error::PoolClosed)?;
        let (connection, taken) = match self.rested() {
            Some(rested) => rested,
            None => (self.pool.acquire().await?, Instant::now()),
        };
        Ok(KeptConnection { connection, taken, home: self.clone(), permit })
    }

    /// A connection that rests, if it is anybody's turn.
    pub fn try_acquire(&self) -> Option<KeptConnection> {
        let permit = Arc::clone(&self.turn).try_acquire_owned().ok()?;
        let (connection, taken) = self.rested()?;
        Some(KeptConnection { connection, taken, home: self.clone(), permit })
    }

    /// The connection that was used last, and when it was taken from the pool; those that are no longer trusted are returned.
    fn rested(&self) -> Option<(PoolConnection<Any>, Instant)> {
        let mut resting = self.resting.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(trusted_for) = self.trusted_for {
            resting.retain(|resting| resting.since.elapsed() <= trusted_for);
        }
        resting.pop().map(|resting| (resting.connection, resting.taken))
    }

    /// How many connections are open, and how many of them nobody uses; the pool counts those that rest here as used.
    pub fn count(&self) -> (usize, usize) {
        let resting = self.resting.lock().unwrap_or_else(PoisonError::into_inner).len();
        (usize::try_from(self.pool.size()).unwrap_or_default(), self.pool.num_idle() + resting)
    }

    /// Closes every connection of the pool.
    pub async fn close(&self) {
        let closed = self.pool.close();
        self.resting.lock().unwrap_or_else(PoisonError::into_inner).clear();
        closed.await;
    }
}

impl KeptConnection {
    /// Keeps it for the next use: this one has ended, and well, and everything that the database sent was read.
    pub fn keep(self) {
        let Self { connection, taken, home, permit } = self;
        let mut resting = home.resting.lock().unwrap_or_else(PoisonError::into_inner);
        let aged = home.trusted_for.is_some() && taken.elapsed() > RETURNED_AFTER;
        if !aged && !home.pool.is_closed() {
            resting.push(Resting { connection, taken, since: Instant::now() });
        }
        drop(resting);
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
