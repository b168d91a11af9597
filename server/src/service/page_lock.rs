//! Turns: edits of one page in this process go one after the other, so that a swap rarely fails. The database decides.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;

use tokio::sync::{Mutex, OwnedMutexGuard};

const STRIPES: usize = 64;

#[derive(Debug)]
pub struct Turns([Arc<Mutex<()>>; STRIPES]);

impl Default for Turns {
    fn default() -> Self {
        Self(std::array::from_fn(|_| Arc::default()))
    }
}

impl Turns {
    /// Waits for the account's turn; it ends when the guard is dropped.
    pub async fn of(&self, account: &str) -> OwnedMutexGuard<()> {
        let mut hasher = DefaultHasher::new();
        account.hash(&mut hasher);
        let stripe = hasher.finish() as usize % STRIPES;
        Arc::clone(&self.0[stripe]).lock_owned().await
    }
}
