//! Counts the changes of pages, so that a cache can tell whether anything changed without a query.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use super::Store;

/// Number of counters. Many accounts share one, so a counter may rise without cause but never misses a change.
const SLOTS: usize = 1024;
/// How long a cached read stays fresh while other servers notify of changes: notifications may get lost.
const LISTENING_TTL: Duration = Duration::from_secs(15);
/// How long while they do not, or where commands of another process may write.
const POLLING_TTL: Duration = Duration::from_secs(1);

/// Change counters, by account.
#[derive(Debug)]
pub(super) struct ChangeCounters {
    slots: Box<[AtomicU64]>,
    /// The changes of all accounts. Grows before the counter of the account: who reads them in the other order misses none.
    all: AtomicU64,
}

/// The index of an account's counter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CounterSlot(usize);

impl Default for ChangeCounters {
    fn default() -> Self {
        Self { slots: (0..SLOTS).map(|_| AtomicU64::new(0)).collect(), all: AtomicU64::new(0) }
    }
}

impl ChangeCounters {
    /// Counts a change of the account's page.
    pub fn increment(&self, account: &str) {
        self.all.fetch_add(1, Ordering::AcqRel);
        if let Some(count) = self.slots.get(slot(account).0) {
            count.fetch_add(1, Ordering::AcqRel);
        }
    }

    /// Counts a change for every account, because some may have been missed.
    pub fn increment_all(&self) {
        self.all.fetch_add(1, Ordering::AcqRel);
        self.slots.iter().for_each(|count| {
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

    /// The number of changes so far. What is read after this is fresh while the count stays the same and no more time
    /// has passed than [`Store::freshness`] says.
    pub fn change_count(&self, slot: CounterSlot) -> u64 {
        self.watchers.counters.slots.get(slot.0).map_or(0, |count| count.load(Ordering::Acquire))
    }

    /// The number of changes of all accounts so far, for who does not know yet whose page is read. While it is the same before the
    /// read and after [`Self::change_count`] was called, that count is the one from before the read.
    pub fn all_changes(&self) -> u64 {
        self.watchers.counters.all.load(Ordering::Acquire)
    }

    /// How long a read may be cached. Starts to listen for changes by other servers.
    pub fn freshness(&self) -> Duration {
        let Some(pg_notify) = &self.pg_notify else { return POLLING_TTL };
        pg_notify.listen();
        if pg_notify.is_up() { LISTENING_TTL } else { POLLING_TTL }
    }
}
