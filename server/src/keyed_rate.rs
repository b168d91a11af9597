//! Token buckets by key, in bounded memory.

use std::hash::{BuildHasher, Hash, RandomState};
use std::num::NonZeroU32;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use governor::clock::{Clock, DefaultClock};
use governor::nanos::Nanos;
use governor::state::StateStore;
use governor::state::keyed::{DashMapStateStore, ShrinkableKeyedStateStore};
use governor::{DefaultKeyedRateLimiter, Quota, RateLimiter};

/// Maximum number of buckets of one limit; about 8 MiB.
const MAX_BUCKETS: usize = 65_536;
/// Buckets that the keys share for which there is no room.
const SHARED: u64 = 4096;

/// Token buckets by key. Once there are too many, further keys share a fixed number of buckets until others are full
/// again, so that nobody uses up memory, or gets around a limit, by calling under ever new keys.
#[derive(Debug)]
pub struct KeyedRate<K: Hash + Eq + Clone> {
    own: RateLimiter<K, States<K>, DefaultClock>,
    states: Arc<DashMapStateStore<K>>,
    shared: DefaultKeyedRateLimiter<u64>,
    most: usize,
    hasher: RandomState,
    start: Instant,
    /// When full buckets were last dropped, in seconds since `start`.
    swept: AtomicU64,
}

/// The buckets, which the limiter and its bound both look at.
#[derive(Debug)]
struct States<K: Hash + Eq + Clone>(Arc<DashMapStateStore<K>>);

impl<K: Hash + Eq + Clone> StateStore for States<K> {
    type Key = K;

    fn measure_and_replace<T, F, E>(&self, key: &K, f: F) -> Result<T, E>
    where
        F: Fn(Option<Nanos>) -> Result<(T, Nanos), E>,
    {
        self.0.measure_and_replace(key, f)
    }
}

impl<K: Hash + Eq + Clone> ShrinkableKeyedStateStore<K> for States<K> {
    fn retain_recent(&self, drop_below: Nanos) {
        ShrinkableKeyedStateStore::retain_recent(&*self.0, drop_below);
    }

    fn shrink_to_fit(&self) {
        self.0.shrink_to_fit();
    }

    fn len(&self) -> usize {
        self.0.len()
    }

    fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl<K: Hash + Eq + Clone> KeyedRate<K> {
    /// Buckets that start full and refill evenly.
    pub fn new(quota: Quota) -> Self {
        Self::with_room(quota, MAX_BUCKETS)
    }

    /// The same with another maximum number of buckets.
    pub fn with_room(quota: Quota, most: usize) -> Self {
        let states = Arc::<DashMapStateStore<K>>::default();
        Self {
            own: RateLimiter::new(quota, States(Arc::clone(&states)), DefaultClock::default()),
            states,
            shared: RateLimiter::keyed(quota),
            most,
            hasher: RandomState::new(),
            start: Instant::now(),
            swept: AtomicU64::new(0),
        }
    }

    /// Takes a token from the bucket of a key.
    ///
    /// # Errors
    /// The seconds to wait, when the bucket is empty.
    pub fn take(&self, key: &K) -> Result<(), u64> {
        let outcome = if self.has_bucket_for(key) {
            self.own.check_key(key)
        } else {
            self.shared.check_key(&self.shared_bucket(key))
        };
        outcome.map_err(|until| seconds(until.wait_time_from(DefaultClock::default().now())))
    }

    /// Takes as many tokens at once, or none.
    ///
    /// # Errors
    /// The seconds to wait, when the bucket has fewer; the longest time when it can never have as many.
    pub fn take_many(&self, key: &K, tokens: NonZeroU32) -> Result<(), u64> {
        let outcome = if self.has_bucket_for(key) {
            self.own.check_key_n(key, tokens)
        } else {
            self.shared.check_key_n(&self.shared_bucket(key), tokens)
        };
        let outcome = outcome.map_err(|_| u64::MAX)?;
        outcome.map_err(|until| seconds(until.wait_time_from(DefaultClock::default().now())))
    }

    fn has_bucket_for(&self, key: &K) -> bool {
        self.states.contains_key(key) || self.has_room()
    }

    fn shared_bucket(&self, key: &K) -> u64 {
        self.hasher.hash_one(key) % SHARED
    }

    /// Whether there may be another bucket; drops full ones first, at most once a second.
    fn has_room(&self) -> bool {
        if self.states.len() < self.most {
            return true;
        }
        let now = self.start.elapsed().as_secs() + 1;
        if self.swept.swap(now, Ordering::Relaxed) != now {
            self.own.retain_recent();
        }
        self.states.len() < self.most
    }

    /// Drops the buckets that are full again, which changes nothing for their keys; called regularly.
    pub fn forget_full(&self) {
        self.own.retain_recent();
        self.own.shrink_to_fit();
        self.shared.retain_recent();
    }

    /// The number of buckets in memory, shared ones included.
    pub fn buckets(&self) -> usize {
        self.states.len() + self.shared.len()
    }
}

/// A wait in whole seconds, at least one.
fn seconds(wait: Duration) -> u64 {
    (wait + Duration::from_millis(999)).as_secs().max(1)
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests fail by panicking")]
mod tests {
    use super::*;

    fn two_an_hour(most: usize) -> KeyedRate<u32> {
        KeyedRate::with_room(Quota::per_hour(NonZeroU32::new(2).unwrap()), most)
    }

    #[test]
    fn each_key_has_its_own_bucket_while_there_is_room() {
        let rate = two_an_hour(10);
        for key in 0..10 {
            assert!(rate.take(&key).is_ok() && rate.take(&key).is_ok());
            assert!(rate.take(&key).unwrap_err() > 60);
        }
        assert_eq!(rate.buckets(), 10);
    }

    #[test]
    fn ever_new_keys_fill_no_memory_and_get_around_no_limit() {
        let rate = two_an_hour(100);
        assert!(rate.take(&7).is_ok());
        let allowed = (1000..101_000).filter(|key| rate.take(key).is_ok()).count();
        assert!(rate.buckets() <= 100 + usize::try_from(SHARED).unwrap(), "{}", rate.buckets());
        assert!(allowed <= 100 + 2 * usize::try_from(SHARED).unwrap(), "{allowed}");
        // Who was known before keeps their own bucket.
        assert!(rate.take(&7).is_ok() && rate.take(&7).is_err());
    }
}
