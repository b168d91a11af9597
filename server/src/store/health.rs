//! Whether a database on another machine is there: a frozen one takes what is sent and never answers, so it is asked.

use std::time::Duration;

use sqlx::AnyPool;
use tokio::sync::watch;

use super::{Result, Store, StoreError};

/// How often it is asked.
const EVERY: Duration = Duration::from_millis(500);
/// It must answer in this time.
const PATIENCE: Duration = Duration::from_millis(1200);

/// What was last heard of it: `true` while it does not answer.
pub(super) type Away = watch::Receiver<bool>;

/// Asks it from now on, until the pool is closed.
pub(super) fn watch(pool: AnyPool) -> Away {
    let (tell, away) = watch::channel(false);
    tokio::spawn(async move {
        while !pool.is_closed() && !tell.is_closed() {
            let asked = tokio::time::timeout(PATIENCE, sqlx::query("select 1").execute(&pool)).await;
            let gone = !matches!(asked, Ok(Ok(_)));
            if tell.send_replace(gone) != gone {
                tracing::warn!("the database {}", if gone { "does not answer" } else { "answers again" });
            }
            tokio::time::sleep(EVERY).await;
        }
    });
    away
}

impl Store {
    /// The connections, while there is something at their other end. Whoever asks during an outage is told at once and
    /// connects nowhere: a crowd that tried would keep a database from coming back.
    pub(super) fn pool(&self) -> Result<&AnyPool> {
        match &self.away {
            Some(away) if *away.borrow() => Err(StoreError::Unavailable(sqlx::Error::PoolTimedOut)),
            _ => Ok(&self.pool),
        }
    }

    /// Waits until the database does not answer; for ever where it is a file.
    pub async fn wait_for_outage(&self) {
        if let Some(away) = &self.away
            && away.clone().wait_for(|it| *it).await.is_ok()
        {
            return;
        }
        std::future::pending::<()>().await;
    }
}
