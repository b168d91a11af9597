//! A semaphore per key, dropped with its last permit.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use tokio::sync::{OwnedSemaphorePermit, Semaphore};

type Semaphores = Mutex<HashMap<String, Arc<Semaphore>>>;

/// The semaphores of the keys that somebody holds or waits for.
#[derive(Clone, Debug, Default)]
pub struct KeyedSemaphore(Arc<Semaphores>);

/// A permit of one key, given back when dropped.
#[derive(Debug)]
pub struct KeyedPermit {
    semaphores: Arc<Semaphores>,
    key: String,
    permit: Option<OwnedSemaphorePermit>,
}

impl KeyedSemaphore {
    /// Waits for one of `permits` permits of a key; the same number for the same key always.
    pub async fn acquire(&self, key: String, permits: usize) -> KeyedPermit {
        let semaphore = {
            let mut all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
            Arc::clone(all.entry(key.clone()).or_insert_with(|| Arc::new(Semaphore::new(permits))))
        };
        // Made before the wait: a waiter that is cancelled removes the key as well.
        let mut held = KeyedPermit { semaphores: Arc::clone(&self.0), key, permit: None };
        held.permit = Some(acquire(&semaphore).await);
        held
    }

    /// How many keys are known now.
    #[cfg(test)]
    pub fn keys(&self) -> usize {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).len()
    }
}

/// Waits for a permit of a semaphore that is never closed.
pub async fn acquire(semaphore: &Arc<Semaphore>) -> OwnedSemaphorePermit {
    loop {
        if let Ok(permit) = Arc::clone(semaphore).acquire_owned().await {
            return permit;
        }
    }
}

impl Drop for KeyedPermit {
    fn drop(&mut self) {
        let mut all = self.semaphores.lock().unwrap_or_else(PoisonError::into_inner);
        self.permit = None;
        // Nobody holds or waits for it: a permit and a waiter each hold the semaphore.
        if all.get(&self.key).is_some_and(|semaphore| Arc::strong_count(semaphore) == 1) {
            all.remove(&self.key);
        }
    }
}
