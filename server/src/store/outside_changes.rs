//! Changes of an SQLite database by other processes: by commands like `mantel-server admin delete-account`.
//!
//! SQLite notifies nobody, so a command leaves a mark in the transaction of its change, and a server looks for a new
//! mark while it has watchers.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use rand::Rng;
use sqlx::AnyPool;
use tokio::task::AbortHandle;

use super::watchers::Watchers;
use super::{Result, Write};

/// How often to look: one row of one page that is in memory.
const INTERVAL: Duration = Duration::from_millis(250);

/// Looks for changes by other processes. Its task starts when first needed and stops when it is dropped.
#[derive(Debug)]
pub(super) struct OutsideChanges {
    pool: AnyPool,
    watchers: Arc<Watchers>,
    /// Whether this process serves, so that its own changes need no mark.
    serves: AtomicBool,
    task: Mutex<Option<AbortHandle>>,
}

impl OutsideChanges {
    /// Looks for nothing yet.
    pub fn new(pool: AnyPool, watchers: Arc<Watchers>) -> Self {
        Self { pool, watchers, serves: AtomicBool::new(false), task: Mutex::default() }
    }

    /// Changes by this process need no mark: it wakes its watchers itself.
    pub fn serve(&self) {
        self.serves.store(true, Ordering::Release);
    }

    /// Begins to look.
    pub fn listen(&self) {
        let (pool, watchers) = (self.pool.clone(), Arc::clone(&self.watchers));
        let mut task = self.task.lock().unwrap_or_else(PoisonError::into_inner);
        task.get_or_insert_with(|| tokio::spawn(look(pool, watchers)).abort_handle());
    }

    /// Leaves a mark in this transaction, unless this process serves.
    pub async fn mark(&self, write: &mut Write<'_>) -> Result<()> {
        if self.serves.load(Ordering::Acquire) {
            return Ok(());
        }
        let mark = "insert into instance (name, value) values ('outside_change', $1)
            on conflict (name) do update set value = excluded.value";
        let random = rand::rng().random::<u64>().to_string();
        sqlx::query(mark).bind(random).execute(&mut *write.tx).await?;
        Ok(())
    }

    /// Stops looking.
    pub fn close(&self) {
        if let Some(task) = self.task.lock().unwrap_or_else(PoisonError::into_inner).take() {
            task.abort();
        }
    }
}

impl Drop for OutsideChanges {
    fn drop(&mut self) {
        self.close();
    }
}

/// Wakes all watchers after each change by another process.
async fn look(pool: AnyPool, watchers: Arc<Watchers>) {
    let mut last: Option<Option<String>> = None;
    loop {
        // The first look comes after the first watcher: what changed before may have been missed.
        if watchers.is_watched() {
            let mark = sqlx::query_scalar("select value from instance where name = 'outside_change'");
            if let Ok(found) = mark.fetch_optional(&pool).await {
                if last.as_ref() != Some(&found) {
                    watchers.wake_all();
                }
                last = Some(found);
            }
        }
        tokio::time::sleep(INTERVAL).await;
    }
}
