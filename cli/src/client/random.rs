//! Randomness without a crate for it: keys of calls, and waits that differ.

use std::collections::hash_map::RandomState;
use std::hash::{BuildHasher as _, Hasher as _};

/// A key that nobody used before: 128 random bits, from the seeds of the standard library's hash maps.
pub fn fresh_key() -> String {
    format!("mantel-{:016x}{:016x}", random(), random())
}

/// 64 random bits.
pub fn random() -> u64 {
    RandomState::new().build_hasher().finish()
}
