//! Counts the changes of pages, so that a cache can tell whether anything changed without a query.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use super::Store;

/// Counters; many accounts share one: it may grow without reason, but never fails to.
const SLOTS: usize = 1024;
/// How long a cached read is fresh while changes by other servers are notified: notifications may get lost.
const LISTENING_TTL: Duration = Duration::from_secs(15);
/// How long while they are not, or where commands of another process may write.
const POLLING_TTL: Duration = Duration::from_secs(1);

/// Counters of changes, by account.
#[derive(Debug)]
pub(super) struct ChangeCounters(Box<[AtomicU64]>);

/// The counter of an account.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CounterSlot(usize);

impl Default for ChangeCounters {
    fn default() -> Self {
        Self((0..SLOTS).map(|_| AtomicU64::new(0)).collect())
    }
}

impl ChangeCounters {
    /// Counts a change of the account's page.
    pub fn increment(&self, account: &str) {
        if let Some(count) = self.0.get(slot(account).0) {
            count.fetch_add(1, Ordering::AcqRel);
        }
    }

    /// Counts a change for every account: something may have been missed.
    pub fn increment_all(&self) {
        self.0.iter().for_each(|count| {
            count.fetch_add(1, Ordering::AcqRel);
        });
    }
}

fn slot(account: &str) -> CounterSlot {
    let mut hasher = DefaultHasher::new();
    account.hash(&mut hasher);
    CounterSlot(hasher.finish() as usize % SLOTS)
}

impl Store {
    /// The counter of an account.
    pub fn change_counter(&self, account: &str) -> CounterSlot {
        slot(account)
    }

    /// How many changes were counted. What is read after this is fresh while the count is the same and no more time has
    /// passed than [`Store::freshness`] says.
    pub fn change_count(&self, slot: CounterSlot) -> u64 {
        self.watchers.counters.0.get(slot.0).map_or(0, |count| count.load(Ordering::Acquire))
    }

    /// How long a read may be cached. Listens for changes by other servers from now on.
    pub fn freshness(&self) -> Duration {
        let Some(pg_notify) = &self.pg_notify else { return POLLING_TTL };
        pg_notify.listen();
        if pg_notify.is_up() { LISTENING_TTL } else { POLLING_TTL }
    }
}
