//! Idempotency keys, and the replies that are stored under them.

use std::fmt;
use std::sync::Arc;

use super::outcome::SavedChange;
use super::secret;
use crate::store::IdempotencyRecord;

/// An idempotency key and the request that it came with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct IdempotencyKey {
    key: String,
    request_hash: String,
}

impl IdempotencyKey {
    /// A key with its request: the bytes that tell a retry from a different call.
    pub fn new(key: String, request: impl AsRef<[u8]>) -> Self {
        Self { key, request_hash: secret::hash(request) }
    }

    pub(super) fn as_str(&self) -> &str {
        &self.key
    }

    /// Whether a stored reply belongs to the request that this key came with.
    pub(super) fn belongs_to(&self, record: &IdempotencyRecord) -> bool {
        self.request_hash == record.request_hash
    }

    pub(super) fn record(&self, reply: StoredReply) -> IdempotencyRecord {
        let StoredReply { status, etag, body } = reply;
        IdempotencyRecord { key: self.key.clone(), request_hash: self.request_hash.clone(), status, etag, body }
    }
}

/// A stored reply: status, entity tag, body.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredReply {
    /// HTTP status.
    pub status: u16,
    /// Entity tag, quotes included; empty for none.
    pub etag: String,
    /// Body.
    pub body: String,
}

impl From<IdempotencyRecord> for StoredReply {
    fn from(record: IdempotencyRecord) -> Self {
        Self { status: record.status, etag: record.etag, body: record.body }
    }
}

/// Builds the reply to a change, stored in the same transaction as the change.
#[derive(Clone)]
pub struct ReplyRecorder {
    key: IdempotencyKey,
    write: Arc<dyn Fn(&SavedChange) -> StoredReply + Send + Sync>,
}

impl ReplyRecorder {
    pub(super) fn new(
        key: IdempotencyKey,
        write: impl Fn(&SavedChange) -> StoredReply + Send + Sync + 'static,
    ) -> Self {
        Self { key, write: Arc::new(write) }
    }

    /// The record to store with a change.
    pub(super) fn record(&self, change: &SavedChange) -> IdempotencyRecord {
        self.key.record((self.write)(change))
    }
}

impl fmt::Debug for ReplyRecorder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ReplyRecorder").field("key", &self.key).finish_non_exhaustive()
    }
}
