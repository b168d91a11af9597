//! A semaphore per key, dropped with its last permit.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use tokio::sync::{OwnedSemaphorePermit, Semaphore};

type Semaphores = Mutex<HashMap<String, Arc<Semaphore>>>;

/// The semaphores of all keys that are held or waited for.
#[derive(Clone, Debug, Default)]
pub struct KeyedSemaphore(Arc<Semaphores>);

/// A permit of one key, released when dropped.
#[derive(Debug)]
pub struct KeyedPermit {
    semaphores: Arc<Semaphores>,
    key: String,
    permit: Option<OwnedSemaphorePermit>,
}

impl KeyedSemaphore {
    /// Waits for one of the `permits` permits of a key; the number must always be the same for the same key.
    pub async fn acquire(&self, key: String, permits: usize) -> KeyedPermit {
        let semaphore = {
            let mut all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
            Arc::clone(all.entry(key.clone()).or_insert_with(|| Arc::new(Semaphore::new(permits))))
        };
        // Created before the wait, so that a cancelled waiter removes the key as well.
        let mut held = KeyedPermit { semaphores: Arc::clone(&self.0), key, permit: None };
        held.permit = Some(acquire(&semaphore).await);
        held
    }

    /// The number of keys in use.
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
        // Nobody holds it or waits for it: every permit and every waiter has a reference to the semaphore.
        if all.get(&self.key).is_some_and(|semaphore| Arc::strong_count(semaphore) == 1) {
            all.remove(&self.key);
        }
    }
}
