//! Limits on concurrent fetches: in total, per host and per account.

use std::sync::Arc;

use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use crate::keyed_semaphore::{KeyedPermit, KeyedSemaphore, acquire};

/// Concurrent fetches in total.
const TOTAL: usize = 16;
/// Concurrent fetches from one host.
const PER_HOST: usize = 4;
/// Concurrent fetches for one account.
const PER_ACCOUNT: usize = 2;

/// Issues permits to fetch.
#[derive(Debug)]
pub(super) struct Limiter {
    total: Arc<Semaphore>,
    keyed: KeyedSemaphore,
}

/// A permit to fetch, released when dropped.
#[derive(Debug)]
pub(super) struct FetchPermit {
    _account: Option<KeyedPermit>,
    _host: KeyedPermit,
    _total: OwnedSemaphorePermit,
}

impl Default for Limiter {
    fn default() -> Self {
        Self { total: Arc::new(Semaphore::new(TOTAL)), keyed: KeyedSemaphore::default() }
    }
}

impl Limiter {
    /// Waits for a permit. The narrowest limit comes first, so that nobody holds one of the scarce overall permits
    /// while waiting for their own account or host.
    pub async fn acquire(&self, account: Option<&str>, host: &str) -> FetchPermit {
        let account = match account {
            Some(account) => Some(self.keyed.acquire(format!("account {account}"), PER_ACCOUNT).await),
            None => None,
        };
        let host = self.keyed.acquire(format!("host {host}"), PER_HOST).await;
        FetchPermit { _account: account, _host: host, _total: acquire(&self.total).await }
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    async fn waits(limiter: &Limiter, account: &str, host: &str) -> bool {
        tokio::time::timeout(Duration::from_millis(20), limiter.acquire(Some(account), host)).await.is_err()
    }

    #[tokio::test]
    async fn accounts_and_hosts_are_limited_and_keys_are_dropped() {
        let limiter = Limiter::default();
        let held = [limiter.acquire(Some("ada"), "a.example").await, limiter.acquire(Some("ada"), "b.example").await];
        assert!(waits(&limiter, "ada", "c.example").await);
        assert!(!waits(&limiter, "bob", "a.example").await);
        let more = [
            limiter.acquire(None, "a.example").await,
            limiter.acquire(None, "a.example").await,
            limiter.acquire(None, "a.example").await,
        ];
        assert!(waits(&limiter, "bob", "a.example").await);
        drop((held, more));
        assert!(!waits(&limiter, "ada", "a.example").await);
        assert_eq!(limiter.keyed.keys(), 0);
    }
}
