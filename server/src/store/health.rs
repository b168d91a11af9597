//! Health checks of a database on another machine: a frozen one accepts queries and never answers.

use std::time::Duration;

use sqlx::AnyPool;
use tokio::sync::watch;

use super::{Result, Store, StoreError};

/// How often it is asked.
const INTERVAL: Duration = Duration::from_millis(500);
/// It must answer in this time.
const TIMEOUT: Duration = Duration::from_millis(1200);

/// The result of the last check: `true` while it does not answer.
pub(super) type OutageReceiver = watch::Receiver<bool>;

/// Checks from now on, until the pool is closed.
pub(super) fn watch(pool: AnyPool) -> OutageReceiver {
    let (sender, receiver) = watch::channel(false);
    tokio::spawn(async move {
        while !pool.is_closed() && !sender.is_closed() {
            let answer = tokio::time::timeout(TIMEOUT, sqlx::query("select 1").execute(&pool)).await;
            let gone = !matches!(answer, Ok(Ok(_)));
            if sender.send_replace(gone) != gone {
                tracing::warn!("the database {}", if gone { "does not answer" } else { "answers again" });
            }
            tokio::time::sleep(INTERVAL).await;
        }
    });
    receiver
}

impl Store {
    /// The connections, while there is something at their other end. During an outage queries fail at once
    /// without connecting: a crowd of attempts would keep a database from coming back.
    pub(super) fn pool(&self) -> Result<&AnyPool> {
        match &self.outage {
            Some(outage) if *outage.borrow() => Err(StoreError::Unavailable(sqlx::Error::PoolTimedOut)),
            _ => Ok(&self.pool),
        }
    }

    /// Waits until the database does not answer; for ever where it is a file.
    pub async fn wait_for_outage(&self) {
        if let Some(outage) = &self.outage
            && outage.clone().wait_for(|unavailable| *unavailable).await.is_ok()
        {
            return;
        }
        std::future::pending::<()>().await;
    }
}
