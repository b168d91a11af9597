//! Watchers of pages: woken after each change, by this server or another one on the same database.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::watch;

use super::change_counters::ChangeCounters;

/// The watchers of this process, by account. An account that nobody watches takes no memory.
#[derive(Debug)]
pub(super) struct Watchers {
    channels: Mutex<HashMap<String, watch::Sender<()>>>,
    ended: watch::Sender<bool>,
    /// For callers that only check whether anything changed.
    pub counters: ChangeCounters,
}

/// Waits for changes of one page.
#[derive(Debug)]
pub struct Watcher {
    watchers: Arc<Watchers>,
    account: String,
    changed: watch::Receiver<()>,
    ended: watch::Receiver<bool>,
}

impl Default for Watchers {
    fn default() -> Self {
        Self { channels: Mutex::default(), ended: watch::Sender::new(false), counters: ChangeCounters::default() }
    }
}

impl Watchers {
    fn channels(&self) -> MutexGuard<'_, HashMap<String, watch::Sender<()>>> {
        self.channels.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Watches an account's page from now on.
    pub fn enter(self: &Arc<Self>, account: &str) -> Watcher {
        let changed = self.channels().entry(account.to_owned()).or_insert_with(|| watch::Sender::new(())).subscribe();
        Watcher { watchers: Arc::clone(self), account: account.to_owned(), changed, ended: self.ended.subscribe() }
    }

    /// Wakes the watchers of the account.
    pub fn wake(&self, account: &str) {
        self.counters.increment(account);
        if let Some(channel) = self.channels().get(account) {
            channel.send_replace(());
        }
    }

    /// Wakes every watcher: changes may have been missed.
    pub fn wake_all(&self) {
        self.counters.increment_all();
        for channel in self.channels().values() {
            channel.send_replace(());
        }
    }

    /// Whether anybody watches.
    pub fn is_watched(&self) -> bool {
        !self.channels().is_empty()
    }

    /// Ends every watch.
    pub fn end(&self) {
        self.ended.send_replace(true);
    }
}

impl Watcher {
    /// Waits until something may have changed; `false` once the watch has ended. Changes between two calls are not
    /// missed.
    pub async fn woken(&mut self) -> bool {
        tokio::select! {
            biased;
            _ = self.ended.wait_for(|ended| *ended) => false,
            changed = self.changed.changed() => changed.is_ok(),
        }
    }
}

impl Drop for Watcher {
    fn drop(&mut self) {
        let mut channels = self.watchers.channels();
        // The receiver being dropped is still counted.
        if channels.get(&self.account).is_some_and(|channel| channel.receiver_count() <= 1) {
            channels.remove(&self.account);
        }
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests fail by panicking")]
mod tests {
    use super::*;

    #[tokio::test]
    async fn changes_wake_their_watchers_and_nobody_else() {
        let watchers = Arc::new(Watchers::default());
        let (mut ada, mut bob) = (watchers.enter("ada"), watchers.enter("bob"));
        watchers.wake("ada");
        assert!(ada.woken().await);
        let none = tokio::time::timeout(std::time::Duration::from_millis(20), bob.woken()).await;
        assert!(none.is_err());
        watchers.wake_all();
        assert!(ada.woken().await && bob.woken().await);
        watchers.end();
        assert!(!ada.woken().await && !bob.woken().await);
    }

    #[test]
    fn a_page_that_nobody_watches_takes_no_room() {
        let watchers = Arc::new(Watchers::default());
        let (one, other) = (watchers.enter("ada"), watchers.enter("ada"));
        drop(one);
        assert_eq!(watchers.channels().len(), 1);
        drop(other);
        assert_eq!(watchers.channels().len(), 0);
    }
}
