//! Whether anything happened to a page since it was read: told without asking the database.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use super::Store;

/// Counters; many accounts share one, so that it may grow without reason, but never fails to.
const SLOTS: usize = 1024;
/// How long what was read is believed where news of other servers arrive by themselves: they may get lost.
const TOLD: Duration = Duration::from_secs(15);
/// How long where they don't, or where commands of another process may write.
const UNTOLD: Duration = Duration::from_secs(1);

/// Counters of what happened, by account.
#[derive(Debug)]
pub(super) struct ChangeCounters(Box<[AtomicU64]>);

/// Where news of an account are counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CounterSlot(usize);

impl Default for ChangeCounters {
    fn default() -> Self {
        Self((0..SLOTS).map(|_| AtomicU64::new(0)).collect())
    }
}

impl ChangeCounters {
    /// Counts something that happened to the account's page.
    pub fn grow(&self, account: &str) {
        if let Some(count) = self.0.get(slot(account).0) {
            count.fetch_add(1, Ordering::AcqRel);
        }
    }

    /// Counts for every account: something may have happened.
    pub fn grow_all(&self) {
        self.0.iter().for_each(|it| {
            it.fetch_add(1, Ordering::AcqRel);
        });
    }
}

fn slot(account: &str) -> CounterSlot {
    let mut hasher = DefaultHasher::new();
    account.hash(&mut hasher);
    CounterSlot(hasher.finish() as usize % SLOTS)
}

impl Store {
    /// Where news of an account are counted.
    pub fn change_counter(&self, account: &str) -> CounterSlot {
        slot(account)
    }

    /// How much happened there. What was read after this was asked is still so while the answer is the same and no longer
    /// has passed than [`Store::freshness`] says.
    pub fn change_count(&self, slot: CounterSlot) -> u64 {
        self.watchers.counters.0.get(slot.0).map_or(0, |it| it.load(Ordering::Acquire))
    }

    /// How long to believe what was read without asking. Other servers' news are listened for from now on.
    pub fn freshness(&self) -> Duration {
        let Some(pg_notify) = &self.pg_notify else { return UNTOLD };
        pg_notify.listen();
        if pg_notify.is_up() { TOLD } else { UNTOLD }
    }
}
