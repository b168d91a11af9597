//! Token buckets by key, in bounded memory.

use std::hash::{BuildHasher, Hash, RandomState};
use std::num::NonZeroU32;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use governor::clock::{Clock, DefaultClock};
use governor::middleware::{StateInformationMiddleware, StateSnapshot};
use governor::nanos::Nanos;
use governor::state::StateStore;
use governor::state::keyed::{DashMapStateStore, ShrinkableKeyedStateStore};
use governor::{Quota, RateLimiter};

/// Maximum number of buckets of one limit; about 8 MiB.
const MAX_BUCKETS: usize = 65_536;
/// Buckets that the keys share for which there is no room.
const SHARED: u64 = 4096;

/// Token buckets by key. Once there are too many, further keys share a fixed number of buckets until others are full
/// again, so that nobody uses up memory, or gets around a limit, by calling under ever new keys.
#[derive(Debug)]
pub struct KeyedRate<K: Hash + Eq + Clone> {
    quota: Quota,
    own: Limiter<K, States<K>>,
    states: Arc<DashMapStateStore<K>>,
    shared: Limiter<u64, DashMapStateStore<u64>>,
    most: usize,
    hasher: RandomState,
    start: Instant,
    /// When full buckets were last dropped, in seconds since `start`.
    swept: AtomicU64,
}

type Limiter<K, S> = RateLimiter<K, S, DefaultClock, StateInformationMiddleware>;

/// A bucket as a call left it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BucketLevel {
    /// How many tokens it holds when it is full.
    pub quota: u32,
    /// In how many seconds an empty one is full.
    pub window: u64,
    /// How many tokens it holds now.
    pub left: u32,
}

impl BucketLevel {
    fn of(quota: Quota, left: u32) -> Self {
        let window = quota.replenish_interval().saturating_mul(quota.burst_size().get());
        Self { quota: quota.burst_size().get(), window: seconds(window), left }
    }

    /// After how many seconds it is full.
    pub fn full_after(self) -> u64 {
        let missing = u64::from(self.quota.saturating_sub(self.left));
        (missing * self.window).div_ceil(u64::from(self.quota.max(1)))
    }
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
            quota,
            own: RateLimiter::new(quota, States(Arc::clone(&states)), DefaultClock::default()),
            states,
            shared: RateLimiter::new(quota, DashMapStateStore::default(), DefaultClock::default()),
            most,
            hasher: RandomState::new(),
            start: Instant::now(),
            swept: AtomicU64::new(0),
        }
    }

    /// Takes a token from the bucket of a key, and says what is left.
    ///
    /// # Errors
    /// The seconds to wait, when the bucket is empty.
    pub fn take(&self, key: &K) -> Result<BucketLevel, u64> {
        let outcome = if self.has_bucket_for(key) {
            self.own.check_key(key)
        } else {
            self.shared.check_key(&self.shared_bucket(key))
        };
        let outcome = outcome.map_err(|until| seconds(until.wait_time_from(DefaultClock::default().now())));
        outcome.map(|state: StateSnapshot| BucketLevel::of(self.quota, state.remaining_burst_capacity()))
    }

    /// A bucket of this kind without tokens.
    pub fn empty(&self) -> BucketLevel {
        BucketLevel::of(self.quota, 0)
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
        let outcome = outcome.map_err(|until| seconds(until.wait_time_from(DefaultClock::default().now())));
        outcome.map(drop)
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
    fn a_call_is_told_what_is_left() {
        let rate = two_an_hour(10);
        let level = |left| BucketLevel { quota: 2, window: 3600, left };
        assert_eq!([rate.take(&1), rate.take(&1)], [Ok(level(1)), Ok(level(0))]);
        assert_eq!([level(2).full_after(), level(1).full_after(), rate.empty().full_after()], [0, 1800, 3600]);
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
