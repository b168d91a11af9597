//! Who waits for news of a page: woken after each change, made here or by another server on the same database.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::watch;

use super::change_counters::ChangeCounters;

/// The watchers of this process, by account. An account that nobody watches takes no room.
#[derive(Debug)]
pub(super) struct Watchers {
    rooms: Mutex<HashMap<String, watch::Sender<()>>>,
    ended: watch::Sender<bool>,
    /// For those who only look whether anything happened.
    pub counters: ChangeCounters,
}

/// Somebody who waits for news of one page.
#[derive(Debug)]
pub struct Watcher {
    watchers: Arc<Watchers>,
    account: String,
    news: watch::Receiver<()>,
    ended: watch::Receiver<bool>,
}

impl Default for Watchers {
    fn default() -> Self {
        Self { rooms: Mutex::default(), ended: watch::Sender::new(false), counters: ChangeCounters::default() }
    }
}

impl Watchers {
    fn rooms(&self) -> MutexGuard<'_, HashMap<String, watch::Sender<()>>> {
        self.rooms.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits for news of an account's page from now on.
    pub fn enter(self: &Arc<Self>, account: &str) -> Watcher {
        let news = self.rooms().entry(account.to_owned()).or_insert_with(|| watch::Sender::new(())).subscribe();
        Watcher { watchers: Arc::clone(self), account: account.to_owned(), news, ended: self.ended.subscribe() }
    }

    /// Wakes whoever watches the account.
    pub fn wake(&self, account: &str) {
        self.counters.grow(account);
        if let Some(room) = self.rooms().get(account) {
            room.send_replace(());
        }
    }

    /// Wakes everybody: news may have been missed.
    pub fn wake_all(&self) {
        self.counters.grow_all();
        for room in self.rooms().values() {
            room.send_replace(());
        }
    }

    /// Tells everybody that there will be no more news.
    pub fn end(&self) {
        self.ended.send_replace(true);
    }
}

impl Watcher {
    /// Waits until something may have happened; `false` when there will be no more news. News that come between two
    /// calls are not missed.
    pub async fn woken(&mut self) -> bool {
        tokio::select! {
            biased;
            _ = self.ended.wait_for(|it| *it) => false,
            news = self.news.changed() => news.is_ok(),
        }
    }
}

impl Drop for Watcher {
    fn drop(&mut self) {
        let mut rooms = self.watchers.rooms();
        // The one that leaves still counts.
        if rooms.get(&self.account).is_some_and(|room| room.receiver_count() <= 1) {
            rooms.remove(&self.account);
        }
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests fail by panicking")]
mod tests {
    use super::*;

    #[tokio::test]
    async fn news_reach_who_watches_and_nobody_else() {
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
        assert_eq!(watchers.rooms().len(), 1);
        drop(other);
        assert_eq!(watchers.rooms().len(), 0);
    }
}
