//! Limits the event streams that each credential may have open at once.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use mantel_model::limits::STREAMS;

use super::caller::Credential;
use super::error::{Error, Result};
use crate::metrics::METRICS;

/// Retry-After, in seconds, when a credential has reached its limit.
const RETRY_AFTER: u64 = 10;

/// The number of open streams per credential.
#[derive(Debug, Default)]
pub struct OpenStreams(Mutex<HashMap<Credential, usize>>);

/// Permission for one stream; released when dropped.
#[derive(Debug)]
pub struct StreamPermit {
    streams: Arc<OpenStreams>,
    credential: Credential,
}

impl OpenStreams {
    /// The number of open streams of all credentials.
    pub fn count(&self) -> usize {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).values().sum()
    }

    /// Counts one more stream of a credential.
    ///
    /// # Errors
    /// `RateLimited` when the credential has reached its limit.
    pub fn acquire(self: &Arc<Self>, credential: &Credential) -> Result<StreamPermit> {
        let mut open = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let count = open.entry(credential.clone()).or_default();
        if *count >= STREAMS {
            METRICS.record_limit("event_streams");
            return Err(Error::RateLimited(RETRY_AFTER));
        }
        *count += 1;
        Ok(StreamPermit { streams: Arc::clone(self), credential: credential.clone() })
    }
}

impl Drop for StreamPermit {
    fn drop(&mut self) {
        let mut open = self.streams.0.lock().unwrap_or_else(PoisonError::into_inner);
        let left = open.get_mut(&self.credential).map_or(0, |count| {
            *count -= 1;
            *count
        });
        if left == 0 {
            open.remove(&self.credential);
        }
    }
}
