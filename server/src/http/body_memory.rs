//! The memory that request bodies may take: all together, and those of one client address.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use axum::http::header;
use tokio::sync::Notify;
use tokio::time::Instant;

use super::client_address::subnet;
use super::error::Refusal;

/// What all bodies together may take, bytes.
pub const TOTAL: usize = 12 * 1024 * 1024;
/// What the bodies of one address (IPv6: of a /64) may take, bytes.
pub const PER_ADDRESS: usize = 8 * 1024 * 1024;
/// How long a body waits for others to finish.
const PATIENCE: Duration = Duration::from_secs(2);
/// After how many seconds a refused client should try again.
const RETRY_AFTER: &str = "5";

/// The memory that request bodies take, from the arrival of their bytes to the end of their request.
#[derive(Debug, Default)]
pub struct BodyMemory {
    held: Mutex<Usage>,
    released: Notify,
}

#[derive(Debug, Default)]
struct Usage {
    total: usize,
    peak: usize,
    addresses: HashMap<IpAddr, usize>,
}

/// Why there is no memory for a body.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Full {
    Total,
    Address,
}

/// The memory of one request's body; released when dropped.
#[derive(Debug)]
pub struct BodyLease {
    memory: Arc<BodyMemory>,
    address: IpAddr,
    bytes: Mutex<usize>,
}

impl BodyMemory {
    fn held(&self) -> MutexGuard<'_, Usage> {
        self.held.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// What all bodies take now, bytes.
    pub fn bytes(&self) -> usize {
        self.held().total
    }

    /// The most that they ever took, bytes.
    pub fn peak(&self) -> usize {
        self.held().peak
    }

    /// The memory for a body from this address: nothing yet.
    pub fn lease(self: &Arc<Self>, address: IpAddr) -> BodyLease {
        BodyLease { memory: Arc::clone(self), address: subnet(address), bytes: Mutex::default() }
    }

    fn try_take(&self, address: IpAddr, bytes: usize) -> Result<(), Full> {
        let mut held = self.held();
        let of_address = held.addresses.get(&address).copied().unwrap_or_default() + bytes;
        if of_address > PER_ADDRESS {
            return Err(Full::Address);
        }
        if held.total + bytes > TOTAL {
            return Err(Full::Total);
        }
        held.total += bytes;
        held.peak = held.peak.max(held.total);
        held.addresses.insert(address, of_address);
        Ok(())
    }

    fn release(&self, address: IpAddr, bytes: usize) {
        if bytes == 0 {
            return;
        }
        let mut held = self.held();
        held.total = held.total.saturating_sub(bytes);
        if let Some(of_address) = held.addresses.get_mut(&address) {
            *of_address = of_address.saturating_sub(bytes);
            if *of_address == 0 {
                held.addresses.remove(&address);
            }
        }
        drop(held);
        self.released.notify_waiters();
    }
}

impl BodyLease {
    /// Takes memory for this many more bytes; waits briefly where there is none.
    ///
    /// # Errors
    /// 429 when the address has too much under way, 503 when everybody together has.
    pub async fn take(&self, bytes: usize) -> Result<(), Refusal> {
        let deadline = Instant::now() + PATIENCE;
        loop {
            let mut released = std::pin::pin!(self.memory.released.notified());
            released.as_mut().enable();
            let Err(full) = self.try_take(bytes) else { return Ok(()) };
            if tokio::time::timeout_at(deadline, released).await.is_err() {
                return Err(refusal(full));
            }
        }
    }

    fn try_take(&self, bytes: usize) -> Result<(), Full> {
        self.memory.try_take(self.address, bytes)?;
        *self.bytes.lock().unwrap_or_else(PoisonError::into_inner) += bytes;
        Ok(())
    }

    /// Gives back what was taken, because the bytes were dropped.
    pub fn release(&self) {
        let bytes = std::mem::take(&mut *self.bytes.lock().unwrap_or_else(PoisonError::into_inner));
        self.memory.release(self.address, bytes);
    }
}

impl Drop for BodyLease {
    fn drop(&mut self) {
        self.release();
    }
}

fn refusal(full: Full) -> Refusal {
    let refusal = match full {
        Full::Address => {
            let most = PER_ADDRESS / (1024 * 1024);
            let detail = format!(
                "Your address has {most} MiB of request bodies under way. Nothing was changed; wait until they are done and send this one again."
            );
            Refusal::new("rate_limited", detail)
        }
        Full::Total => Refusal::new(
            "unavailable",
            "Too many large requests are arriving at once. Nothing was changed; send this one again in a few seconds.",
        ),
    };
    refusal.with_header(header::RETRY_AFTER, RETRY_AFTER)
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests fail by panicking")]
mod tests {
    use super::*;

    fn address(last: u8) -> IpAddr {
        IpAddr::from([192, 0, 2, last])
    }

    #[test]
    fn an_address_and_all_of_them_have_so_much_and_get_it_back() {
        let memory = Arc::<BodyMemory>::default();
        let all: Vec<_> = (1..=TOTAL.div_ceil(PER_ADDRESS)).map(|last| memory.lease(address(last as u8))).collect();
        for lease in &all {
            lease.try_take(PER_ADDRESS.min(TOTAL - memory.bytes())).unwrap();
        }
        assert_eq!(memory.bytes(), TOTAL);
        assert_eq!(memory.lease(address(1)).try_take(1), Err(Full::Address));
        assert_eq!(memory.lease(address(9)).try_take(1), Err(Full::Total));
        drop(all);
        let other = memory.lease(address(9));
        other.try_take(PER_ADDRESS).unwrap();
        assert_eq!((memory.bytes(), memory.peak()), (PER_ADDRESS, TOTAL));
        other.release();
        assert!(memory.bytes() == 0 && memory.held().addresses.is_empty());
    }

    #[tokio::test]
    async fn a_body_waits_for_one_that_ends() {
        let memory = Arc::<BodyMemory>::default();
        let (first, second) = (memory.lease(address(1)), memory.lease(address(1)));
        first.take(PER_ADDRESS).await.unwrap();
        let (taken, ()) = tokio::join!(second.take(1), async { drop(first) });
        taken.unwrap();
        assert_eq!(memory.bytes(), 1);
    }

    #[test]
    fn a_64_counts_as_one_address() {
        let memory = Arc::<BodyMemory>::default();
        let ip = |text: &str| text.parse::<IpAddr>().unwrap();
        let one = memory.lease(ip("2001:db8::1"));
        one.try_take(PER_ADDRESS).unwrap();
        assert_eq!(memory.lease(ip("2001:db8::2")).try_take(1), Err(Full::Address));
        memory.lease(ip("2001:db8:0:1::2")).try_take(1).unwrap();
    }

    #[test]
    fn the_refusals_say_how_long_to_wait() {
        for (full, code) in [(Full::Address, "rate_limited"), (Full::Total, "unavailable")] {
            let refusal = refusal(full);
            assert_eq!((refusal.code(), refusal.headers().len()), (code, 1));
        }
    }
}
