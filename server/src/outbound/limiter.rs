//! How much is fetched at once: in all, from one host, for one account.

use std::sync::Arc;

use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use crate::keyed_semaphore::{KeyedPermit, KeyedSemaphore, acquire};

/// Fetches at once.
const IN_ALL: usize = 16;
/// From one host.
const FROM_HOST: usize = 4;
/// For one account.
const FOR_ACCOUNT: usize = 2;

/// The places there are.
#[derive(Debug)]
pub(super) struct Room {
    all: Arc<Semaphore>,
    kept: KeyedSemaphore,
}

/// A place in it, given back when dropped.
#[derive(Debug)]
pub(super) struct Place {
    _account: Option<KeyedPermit>,
    _host: KeyedPermit,
    _all: OwnedSemaphorePermit,
}

impl Default for Room {
    fn default() -> Self {
        Self { all: Arc::new(Semaphore::new(IN_ALL)), kept: KeyedSemaphore::default() }
    }
}

impl Room {
    /// Waits for a place: the narrow ones first, so that nobody holds one of the few while waiting for their own.
    pub async fn enter(&self, account: Option<&str>, host: &str) -> Place {
        let account = match account {
            Some(it) => Some(self.kept.acquire(format!("account {it}"), FOR_ACCOUNT).await),
            None => None,
        };
        let host = self.kept.acquire(format!("host {host}"), FROM_HOST).await;
        Place { _account: account, _host: host, _all: acquire(&self.all).await }
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    async fn waits(room: &Room, account: &str, host: &str) -> bool {
        tokio::time::timeout(Duration::from_millis(20), room.enter(Some(account), host)).await.is_err()
    }

    #[tokio::test]
    async fn an_account_and_a_host_have_a_few_places_and_leave_nothing_behind() {
        let room = Room::default();
        let held = [room.enter(Some("ada"), "a.example").await, room.enter(Some("ada"), "b.example").await];
        assert!(waits(&room, "ada", "c.example").await);
        assert!(!waits(&room, "bob", "a.example").await);
        let more = [
            room.enter(None, "a.example").await,
            room.enter(None, "a.example").await,
            room.enter(None, "a.example").await,
        ];
        assert!(waits(&room, "bob", "a.example").await);
        drop((held, more));
        assert!(!waits(&room, "ada", "a.example").await);
        assert_eq!(room.kept.keys(), 0);
    }
}
