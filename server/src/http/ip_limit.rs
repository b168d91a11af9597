//! How many connections each address has.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, PoisonError};

use super::client_address::block;

/// Everybody who is connected.
#[derive(Debug, Default)]
pub struct Crowd(Mutex<HashMap<IpAddr, usize>>);

/// One of them; gone when dropped.
#[derive(Debug)]
pub struct Seat {
    crowd: Arc<Crowd>,
    address: IpAddr,
}

impl Crowd {
    /// Lets another connection of an address in, unless it has `most` already.
    pub fn enter(self: &Arc<Self>, address: IpAddr, most: usize) -> Option<Seat> {
        let address = block(address);
        let mut all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let count = all.entry(address).or_default();
        if *count >= most {
            return None;
        }
        *count += 1;
        Some(Seat { crowd: Arc::clone(self), address })
    }
}

impl Drop for Seat {
    fn drop(&mut self) {
        let mut all = self.crowd.0.lock().unwrap_or_else(PoisonError::into_inner);
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
    fn an_address_has_so_many_at_most_and_a_64_counts_as_one() {
        let crowd = Arc::<Crowd>::default();
        let ip = |text: &str| text.parse::<IpAddr>().unwrap();
        let first = crowd.enter(ip("2001:db8::1"), 2).unwrap();
        let _second = crowd.enter(ip("2001:db8::2"), 2).unwrap();
        assert!(crowd.enter(ip("2001:db8::3"), 2).is_none());
        assert!(crowd.enter(ip("2001:db8:0:1::3"), 2).is_some());
        drop(first);
        assert!(crowd.enter(ip("2001:db8::3"), 2).is_some());
        drop(_second);
        assert!(crowd.0.lock().unwrap().is_empty());
    }
}
