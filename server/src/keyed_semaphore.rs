//! A few places under each key: who comes later waits, and a key is forgotten with its last seat.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use tokio::sync::{OwnedSemaphorePermit, Semaphore};

type Kept = Mutex<HashMap<String, Arc<Semaphore>>>;

/// The keys that somebody sits at or waits for.
#[derive(Clone, Debug, Default)]
pub struct Seats(Arc<Kept>);

/// A place under one key, given back when dropped.
#[derive(Debug)]
pub struct Seat {
    kept: Arc<Kept>,
    key: String,
    permit: Option<OwnedSemaphorePermit>,
}

impl Seats {
    /// Waits for one of `room` places under a key; the same `room` for the same key always.
    pub async fn take(&self, key: String, room: usize) -> Seat {
        let seats = {
            let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
            Arc::clone(kept.entry(key.clone()).or_insert_with(|| Arc::new(Semaphore::new(room))))
        };
        // Made before the wait: whoever stops waiting forgets the key as well.
        let mut seat = Seat { kept: Arc::clone(&self.0), key, permit: None };
        seat.permit = Some(permit(&seats).await);
        seat
    }

    /// How many keys are known now.
    #[cfg(test)]
    pub fn keys(&self) -> usize {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).len()
    }
}

/// Waits for one of the places of a semaphore that is never closed.
pub async fn permit(seats: &Arc<Semaphore>) -> OwnedSemaphorePermit {
    loop {
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
