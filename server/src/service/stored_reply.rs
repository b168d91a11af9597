//! Idempotency keys, and the replies that are stored under them.

use std::fmt;
use std::sync::Arc;

use mantel_model::{Problem, TileId};
use serde::{Deserialize, Serialize};

use super::outcome::SavedChange;
use super::secret;
use crate::store::IdempotencyRecord;

/// Longest reply that is stored whole, bytes. Of a longer one, what it can be made from again is stored.
const WHOLE: usize = 4 * 1024;
/// Longest list of warnings that is stored with a long reply, bytes as JSON.
const WARNINGS: usize = 2 * 1024;

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
        let (key, request_hash) = (self.key.clone(), self.request_hash.clone());
        IdempotencyRecord { key, request_hash, status, etag, body, parts: false, at: 0 }
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

/// Builds the reply to a change.
pub(super) type WriteReply = Arc<dyn Fn(&SavedChange) -> StoredReply + Send + Sync>;

/// Builds the reply to a change, stored in the same transaction as the change.
#[derive(Clone)]
pub struct ReplyRecorder {
    key: IdempotencyKey,
    write: WriteReply,
}

/// What a long reply can be made from again, besides the page and its history.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct ReplyParts {
    /// The version of the draft.
    pub version: i64,
    /// Whether it changed a draft that was there.
    #[serde(default)]
    pub changed: bool,
    /// Whether the draft differed from what was live.
    pub unpublished_changes: bool,
    /// Version and time (ms) of what was live.
    pub live: Option<(i64, i64)>,
    touched: Vec<String>,
    warnings: Vec<Problem>,
}

impl ReplyParts {
    fn of(change: &SavedChange) -> Self {
        let mut room = WARNINGS;
        let fits = |warning: &&Problem| {
            let bytes = serde_json::to_string(warning).map_or(usize::MAX, |json| json.len());
            let enough = bytes <= room;
            room = room.saturating_sub(bytes);
            enough
        };
        let mut warnings: Vec<Problem> = change.warnings.iter().take_while(fits).cloned().collect();
        let more = change.warnings.len() - warnings.len();
        if more > 0 {
            warnings.push(Problem::new("", format!("{more} more, which the first reply to this call listed")));
        }
        Self {
            version: change.page.version,
            changed: change.before.is_some(),
            unpublished_changes: change.page.unpublished_changes,
            live: change.page.live,
            touched: change.touched.iter().map(ToString::to_string).collect(),
            warnings,
        }
    }

    /// The tiles that the change touched, and its warnings.
    pub fn into_touched_and_warnings(self) -> (Vec<TileId>, Vec<Problem>) {
        (self.touched.iter().filter_map(|id| TileId::parse(id).ok()).collect(), self.warnings)
    }
}

impl ReplyRecorder {
    pub(super) const fn new(key: IdempotencyKey, write: WriteReply) -> Self {
        Self { key, write }
    }

    /// The record to store with a change: its reply, or what a long one can be made from again.
    pub(super) fn record(&self, change: &SavedChange) -> IdempotencyRecord {
        let record = self.key.record((self.write)(change));
        if record.body.len() <= WHOLE {
            return record;
        }
        let body = serde_json::to_string(&ReplyParts::of(change)).unwrap_or_default();
        IdempotencyRecord { body, parts: true, ..record }
    }
}

impl fmt::Debug for ReplyRecorder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ReplyRecorder").field("key", &self.key).finish_non_exhaustive()
    }
}
