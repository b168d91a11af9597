//! Limits on concurrent fetches: in total, per host, per account, and for visitors who are not signed in.

use std::net::IpAddr;
use std::sync::Arc;

use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use crate::keyed_semaphore::{KeyedPermit, KeyedSemaphore, acquire};

/// Concurrent fetches in total.
const TOTAL: usize = 16;
/// Concurrent fetches from one host.
const PER_HOST: usize = 4;
/// Concurrent fetches for one account, or for one visitor.
const PER_ACCOUNT: usize = 2;
/// Concurrent fetches for all visitors: what strangers ask for leaves most permits to the owners of pages.
const VISITORS: usize = 6;

/// Issues permits to fetch.
#[derive(Debug)]
pub(super) struct Limiter {
    total: Arc<Semaphore>,
    visitors: Arc<Semaphore>,
    keyed: KeyedSemaphore,
}

/// A permit to fetch, released when dropped.
#[derive(Debug)]
pub(super) struct FetchPermit {
    _asker: Option<KeyedPermit>,
    _visitors: Option<OwnedSemaphorePermit>,
    _host: KeyedPermit,
    _total: OwnedSemaphorePermit,
}

impl Default for Limiter {
    fn default() -> Self {
        let (total, visitors) = (Arc::new(Semaphore::new(TOTAL)), Arc::new(Semaphore::new(VISITORS)));
        Self { total, visitors, keyed: KeyedSemaphore::default() }
    }
}

impl Limiter {
    /// Waits for a permit. The narrowest limit comes first, so that nobody holds one of the scarce overall permits
    /// while waiting for their own account or host; and nobody waits for an overall one more than twice at once.
    pub async fn acquire(&self, account: Option<&str>, visitor: Option<IpAddr>, host: &str) -> FetchPermit {
        let asker = match (account, visitor) {
            (Some(account), _) => Some(format!("account {account}")),
            (None, Some(address)) => Some(format!("visitor {address}")),
            (None, None) => None,
        };
        let asker = match asker {
            Some(asker) => Some(self.keyed.acquire(asker, PER_ACCOUNT).await),
            None => None,
        };
        let host = self.keyed.acquire(format!("host {host}"), PER_HOST).await;
        let visitors = match (account, visitor) {
            (None, Some(_)) => Some(acquire(&self.visitors).await),
            _ => None,
        };
        FetchPermit { _asker: asker, _visitors: visitors, _host: host, _total: acquire(&self.total).await }
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    async fn waits(limiter: &Limiter, account: &str, host: &str) -> bool {
        tokio::time::timeout(Duration::from_millis(20), limiter.acquire(Some(account), None, host)).await.is_err()
    }

    #[tokio::test]
    async fn accounts_and_hosts_are_limited_and_keys_are_dropped() {
        let limiter = Limiter::default();
        let held = [
            limiter.acquire(Some("ada"), None, "a.example").await,
            limiter.acquire(Some("ada"), None, "b.example").await,
        ];
        assert!(waits(&limiter, "ada", "c.example").await);
        assert!(!waits(&limiter, "bob", "a.example").await);
        let more = [
            limiter.acquire(None, None, "a.example").await,
            limiter.acquire(None, None, "a.example").await,
            limiter.acquire(None, None, "a.example").await,
        ];
        assert!(waits(&limiter, "bob", "a.example").await);
        drop((held, more));
        assert!(!waits(&limiter, "ada", "a.example").await);
        assert_eq!(limiter.keyed.keys(), 0);
    }

    #[tokio::test]
    async fn strangers_with_many_addresses_and_slow_hosts_leave_permits_to_the_owners_of_pages() {
        let limiter = Limiter::default();
        let address = |at: u8| IpAddr::from([192, 0, 2, at]);
        let mut held = Vec::new();
        for at in 0..u8::MAX {
            let host = format!("{at}.example");
            let permit = limiter.acquire(None, Some(address(at)), &host);
            held.extend(tokio::time::timeout(Duration::from_millis(1), permit).await.ok());
        }
        assert_eq!(held.len(), VISITORS);
        assert!(!waits(&limiter, "ada", "ada.example").await);
        drop(held);
        // One stranger alone gets as much as one account.
        let host = |at: u8| format!("{at}.example");
        let _two = [
            limiter.acquire(None, Some(address(1)), &host(1)).await,
            limiter.acquire(None, Some(address(1)), &host(2)).await,
        ];
        let (own, third) = (host(3), limiter.acquire(None, Some(address(2)), "own.example").await);
        let more = limiter.acquire(None, Some(address(1)), &own);
        assert!(tokio::time::timeout(Duration::from_millis(20), more).await.is_err());
        drop(third);
    }
}
