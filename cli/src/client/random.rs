//! Randomness without a crate: idempotency keys and jitter.

use std::collections::hash_map::RandomState;
use std::hash::{BuildHasher as _, Hasher as _};

/// A unique key: 128 random bits, from the seeds of the standard library's hash maps.
pub fn fresh_key() -> String {
    format!("mantel-{:016x}{:016x}", random(), random())
}

/// 64 random bits.
pub fn random() -> u64 {
    RandomState::new().build_hasher().finish()
}
