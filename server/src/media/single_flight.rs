//! One rendering at a time per variant; waiters find its result in the blob store.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use mantel_model::photo::Sketch;

use super::variants::Variant;
use crate::keyed_semaphore::{KeyedPermit, KeyedSemaphore};

/// Maximum number of sketches in memory; each takes at most 9 KB.
const SKETCHES: usize = 1024;

/// The variants that are being rendered.
#[derive(Debug, Default)]
pub struct SingleFlight(KeyedSemaphore);

impl SingleFlight {
    /// Waits until nobody else renders this variant of this image.
    pub async fn lock(&self, hash: &str, variant: Variant) -> KeyedPermit {
        self.0.acquire(format!("{hash}.{}", variant.name()), 1).await
    }
}

/// A cache of sketches, by the hash of their image.
#[derive(Debug, Default)]
pub struct SketchCache(Mutex<HashMap<String, Arc<Sketch>>>);

impl SketchCache {
    /// The sketch of an image, if it is cached.
    pub fn get(&self, hash: &str) -> Option<Arc<Sketch>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).get(hash).cloned()
    }

    /// Adds a sketch; a full cache is cleared first.
    pub fn insert(&self, hash: &str, sketch: &Arc<Sketch>) {
        let mut sketches = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if sketches.len() >= SKETCHES {
            sketches.clear();
        }
        sketches.insert(hash.to_owned(), Arc::clone(sketch));
    }

    /// Removes the sketch of a deleted image.
    pub fn remove(&self, hash: &str) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).remove(hash);
    }
}
