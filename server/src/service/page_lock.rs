//! Serializes the edits of one page within this process, so that a compare-and-swap rarely fails. The database decides.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;

use tokio::sync::{Mutex, OwnedMutexGuard};

const STRIPES: usize = 64;

#[derive(Debug)]
pub struct PageLocks([Arc<Mutex<()>>; STRIPES]);

impl Default for PageLocks {
    fn default() -> Self {
        Self(std::array::from_fn(|_| Arc::default()))
    }
}

impl PageLocks {
    /// Waits for the lock of the account's page, which lasts as long as the guard.
    pub async fn lock(&self, account: &str) -> OwnedMutexGuard<()> {
        let mut hasher = DefaultHasher::new();
        account.hash(&mut hasher);
        let stripe = hasher.finish() as usize % STRIPES;
        Arc::clone(&self.0[stripe]).lock_owned().await
    }
}
