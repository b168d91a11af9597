//! Counts the open connections of each client address.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, PoisonError};

use super::client_address::subnet;

/// The open connections of every address.
#[derive(Debug, Default)]
pub struct IpConnections(Mutex<HashMap<IpAddr, usize>>);

/// One open connection; counted until it is dropped.
#[derive(Debug)]
pub struct ConnectionGuard {
    connections: Arc<IpConnections>,
    address: IpAddr,
}

impl IpConnections {
    /// Counts another connection of an address, unless it already has `max`.
    pub fn acquire(self: &Arc<Self>, address: IpAddr, max: usize) -> Option<ConnectionGuard> {
        let address = subnet(address);
        let mut all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let count = all.entry(address).or_default();
        if *count >= max {
            return None;
        }
        *count += 1;
        Some(ConnectionGuard { connections: Arc::clone(self), address })
    }
}

impl Drop for ConnectionGuard {
    fn drop(&mut self) {
        let mut all = self.connections.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(count) = all.get_mut(&self.address) {
            *count -= 1;
            if *count == 0 {
                all.remove(&self.address);
            }
        }
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests fail by panicking")]
mod tests {
    use super::*;

    #[test]
    fn connections_are_limited_per_address_and_a_64_counts_as_one() {
        let connections = Arc::<IpConnections>::default();
        let ip = |text: &str| text.parse::<IpAddr>().unwrap();
        let first = connections.acquire(ip("2001:db8::1"), 2).unwrap();
        let _second = connections.acquire(ip("2001:db8::2"), 2).unwrap();
        assert!(connections.acquire(ip("2001:db8::3"), 2).is_none());
        assert!(connections.acquire(ip("2001:db8:0:1::3"), 2).is_some());
        drop(first);
        assert!(connections.acquire(ip("2001:db8::3"), 2).is_some());
        drop(_second);
        assert!(connections.0.lock().unwrap().is_empty());
    }
}
