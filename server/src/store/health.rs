//! Health checks of a database server: a frozen one accepts queries but never replies.

use std::time::Duration;

use sqlx::AnyPool;
use tokio::sync::watch;
use tokio::time::{Instant, timeout_at};

use super::kept_connections::KeptConnections;
use super::{Result, Store, StoreError};

/// Time between two checks.
const INTERVAL: Duration = Duration::from_millis(500);
/// The database must reply within this time.
const TIMEOUT: Duration = Duration::from_millis(1200);

/// The result of the last check: `true` during an outage.
pub(super) type OutageReceiver = watch::Receiver<bool>;

/// Starts the checks, which run until the connections are closed: on a pool of their own, so that a crowd that waits for connections
/// is no outage.
pub(super) fn watch(own: AnyPool, connections: KeptConnections) -> OutageReceiver {
    let (sender, receiver) = watch::channel(false);
    tokio::spawn(async move {
        while !connections.is_closed() && !sender.is_closed() {
            connections.return_untrusted();
            let gone = !answers(&own).await;
            if sender.send_replace(gone) != gone {
                tracing::warn!("the database {}", if gone { "does not answer" } else { "answers again" });
            }
            tokio::time::sleep(INTERVAL).await;
        }
        own.close().await;
    });
    receiver
}

/// Whether the database replies in time.
async fn answers(pool: &AnyPool) -> bool {
    let until = Instant::now() + TIMEOUT;
    let Ok(Ok(mut connection)) = timeout_at(until, pool.acquire()).await else { return false };
    let answer = timeout_at(until, sqlx::query("select 1").execute(&mut *connection)).await;
    let answers = matches!(answer, Ok(Ok(_)));
    if !answers {
        // The pool would wait for a connection that may be lost.
        drop(connection.detach());
    }
    answers
}

impl Store {
    /// The connection pool, unless there is an outage. During an outage queries fail at once without connecting: a
    /// crowd of connection attempts would keep the database from recovering.
    pub(super) fn pool(&self) -> Result<&AnyPool> {
        match &self.outage {
            Some(outage) if *outage.borrow() => Err(StoreError::Unavailable(sqlx::Error::PoolTimedOut)),
            _ => Ok(&self.pool),
        }
    }

    /// Waits for an outage; never returns for SQLite.
    pub async fn wait_for_outage(&self) {
        if let Some(outage) = &self.outage
            && outage.clone().wait_for(|unavailable| *unavailable).await.is_ok()
        {
            return;
        }
        std::future::pending::<()>().await;
    }
}
