//! Serializes the edits of one page within this process, so that the database's compare-and-swap rarely fails.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;

use tokio::sync::{Mutex, OwnedMutexGuard};

const STRIPES: usize = 64;

/// The locks of all pages, in a fixed number of stripes: pages that share a stripe wait for each other.
#[derive(Debug)]
pub struct PageLocks([Arc<Mutex<()>>; STRIPES]);

impl Default for PageLocks {
    fn default() -> Self {
        Self(std::array::from_fn(|_| Arc::default()))
    }
}

impl PageLocks {
    /// Waits for the lock of the account's page, held until the guard is dropped.
    pub async fn lock(&self, account: &str) -> OwnedMutexGuard<()> {
        let mut hasher = DefaultHasher::new();
        account.hash(&mut hasher);
        let stripe = hasher.finish() as usize % STRIPES;
        Arc::clone(&self.0[stripe]).lock_owned().await
    }
}
