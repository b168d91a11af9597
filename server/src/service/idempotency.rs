//! Calls that must not happen twice: a client that did not hear the reply sends the call again with the same
//! Idempotency-Key, hears the first reply and changes nothing.

use std::fmt;
use std::sync::Arc;

use super::{Caller, Error, Result, SavedChange, Service};
use crate::store::IdempotencyRecord;

/// The reply to keep: status, entity tag, body.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Said {
    /// HTTP status.
    pub status: u16,
    /// Entity tag, quotes included; empty for none.
    pub etag: String,
    /// Body.
    pub body: String,
}

/// A call that must not happen twice, and how its reply is written: kept in the same transaction as the change.
#[derive(Clone)]
pub struct Once {
    /// The key that the call brought.
    pub key: String,
    /// What the call is: a hash of method, path and body.
    pub call: String,
    /// Writes the reply.
    pub say: Arc<dyn Fn(&SavedChange) -> Said + Send + Sync>,
}

impl fmt::Debug for Once {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Once").field("key", &self.key).field("call", &self.call).finish_non_exhaustive()
    }
}

impl Once {
    pub(super) fn kept(&self, outcome: &SavedChange) -> IdempotencyRecord {
        replay(&self.key, &self.call, (self.say)(outcome))
    }
}

fn replay(key: &str, call: &str, said: Said) -> IdempotencyRecord {
    IdempotencyRecord {
        key: key.to_owned(),
        call: call.to_owned(),
        status: said.status,
        etag: said.etag,
        body: said.body,
    }
}

impl Service {
    /// The reply to this call, if it was made before.
    ///
    /// # Errors
    /// `KeyReused` when the key came with another call.
    pub async fn said_before(&self, caller: &Caller, key: &str, call: &str) -> Result<Option<Said>> {
        match self.inner.store.replay(&caller.account, key, self.now()).await? {
            Some(found) if found.call != call => Err(Error::KeyReused),
            found => Ok(found.map(|it| Said { status: it.status, etag: it.etag, body: it.body })),
        }
    }

    /// Keeps the reply to a call whose repetition would change nothing anyway; the first one stays.
    ///
    /// # Errors
    /// When the database does not answer.
    pub async fn keep_said(&self, caller: &Caller, key: &str, call: &str, said: Said) -> Result<()> {
        self.inner.store.keep_replay(&caller.account, &replay(key, call, said), self.now()).await?;
        Ok(())
    }
}
