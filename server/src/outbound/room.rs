//! How much is fetched at once: in all, from one host, for one account.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use tokio::sync::{OwnedSemaphorePermit, Semaphore};

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
    kept: Arc<Keyed>,
}

type Keyed = Mutex<HashMap<String, Arc<Semaphore>>>;

/// A place in it, given back when dropped.
#[derive(Debug)]
pub(super) struct Place {
    _account: Option<Seat>,
    _host: Seat,
    _all: OwnedSemaphorePermit,
}

/// A place under one key; the key is forgotten with its last seat.
#[derive(Debug)]
struct Seat {
    kept: Arc<Keyed>,
    key: String,
    permit: Option<OwnedSemaphorePermit>,
}

impl Default for Room {
    fn default() -> Self {
        Self { all: Arc::new(Semaphore::new(IN_ALL)), kept: Arc::default() }
    }
}

impl Room {
    /// Waits for a place: the narrow ones first, so that nobody holds one of the few while waiting for their own.
    pub async fn enter(&self, account: Option<&str>, host: &str) -> Place {
        let account = match account {
            Some(it) => Some(self.seat(format!("account {it}"), FOR_ACCOUNT).await),
            None => None,
        };
        let host = self.seat(format!("host {host}"), FROM_HOST).await;
        Place { _account: account, _host: host, _all: permit(&self.all).await }
    }

    async fn seat(&self, key: String, room: usize) -> Seat {
        let seats = {
            let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
            Arc::clone(kept.entry(key.clone()).or_insert_with(|| Arc::new(Semaphore::new(room))))
        };
        // Made before the wait: whoever stops waiting forgets the key as well.
        let mut seat = Seat { kept: Arc::clone(&self.kept), key, permit: None };
        seat.permit = Some(permit(&seats).await);
        seat
    }

    #[cfg(test)]
    fn keys(&self) -> usize {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner).len()
    }
}

async fn permit(seats: &Arc<Semaphore>) -> OwnedSemaphorePermit {
    loop {
        // These semaphores are never closed.
        if let Ok(permit) = Arc::clone(seats).acquire_owned().await {
            return permit;
        }
    }
}

impl Drop for Seat {
    fn drop(&mut self) {
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        self.permit = None;
        // Nobody sits there and nobody waits: a permit and a waiter each hold the semaphore.
        if kept.get(&self.key).is_some_and(|it| Arc::strong_count(it) == 1) {
            kept.remove(&self.key);
        }
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
        assert_eq!(room.keys(), 0);
    }
}
