//! Idempotent calls: a client that did not receive the reply repeats the call with the same key, and receives the first
//! reply without any further change. A key that comes with a different call is refused.
//!
//! A long reply is not stored but made again from the history; once that has lost the draft, from the page as it is now.

use std::sync::Arc;

use serde::Deserialize;

use super::caller::Caller;
use super::change::WriteOptions;
use super::error::{Error, Result};
use super::handle::Service;
use super::outcome::{Outcome, SavedChange};
use super::rights::Operation;
use super::stored_reply::{IdempotencyKey, ReplyParts, ReplyRecorder, StoredReply, WriteReply};
use super::view::PageView;
use crate::store::{IdempotencyRecord, PageRow};

/// The result of a call with an idempotency key.
#[derive(Debug)]
pub enum Idempotent<T> {
    /// It ran now.
    New(T),
    /// It ran before; this was the reply.
    Replayed(StoredReply),
}

/// A call that came before with the same key, and changed the page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EarlierCall {
    /// The version that its reply told.
    pub version: i64,
    /// When it was made, ms.
    pub at: i64,
}

/// What every reply to a change tells.
#[derive(Deserialize)]
struct StoredVersion {
    version: i64,
}

impl Service {
    /// The other call that came with this key before, if its reply is still stored and tells a version.
    ///
    /// # Errors
    /// What the caller may not do.
    pub async fn earlier_call(&self, caller: &Caller, key: &IdempotencyKey) -> Result<Option<EarlierCall>> {
        self.require(caller, Operation::UndoOwn).await?;
        let found = self.inner.store.idempotency_record(&caller.account, key.as_str(), self.now()).await?;
        let found = found.filter(|record| !key.belongs_to(record));
        Ok(found.and_then(|record| {
            let told: StoredVersion = serde_json::from_str(&record.body).ok()?;
            Some(EarlierCall { version: told.version, at: record.at })
        }))
    }

    /// Makes a change once per key: a retry receives the first reply, stored in the same transaction as the change. Dry
    /// runs and calls without a key always run. A caller who may not do the operation gets no stored reply either.
    ///
    /// # Errors
    /// What the caller may not do; `KeyReused` when the key came with a different call; whatever `run` refuses.
    pub async fn run_once(
        &self,
        caller: &Caller,
        operation: Operation,
        key: Option<IdempotencyKey>,
        options: WriteOptions,
        write_reply: impl Fn(&SavedChange) -> StoredReply + Send + Sync + 'static,
        run: impl AsyncFnOnce(WriteOptions) -> Result<Outcome>,
    ) -> Result<Idempotent<Outcome>> {
        self.require(caller, operation).await?;
        let Some(key) = key.filter(|_| !options.dry_run) else { return run(options).await.map(Idempotent::New) };
        let write_reply: WriteReply = Arc::new(write_reply);
        if let Some(record) = self.record_of(caller, &key).await? {
            return Ok(Idempotent::Replayed(self.reply_of(caller, record, &write_reply).await?));
        }
        let recorder = ReplyRecorder::new(key.clone(), Arc::clone(&write_reply));
        match run(WriteOptions { recorder: Some(recorder), ..options }).await {
            Ok(outcome) => Ok(Idempotent::New(outcome)),
            // A concurrent retry of the same call may have committed first.
            Err(error) => match self.record_of(caller, &key).await? {
                Some(record) => Ok(Idempotent::Replayed(self.reply_of(caller, record, &write_reply).await?)),
                None => Err(error),
            },
        }
    }

    /// For calls that change nothing when repeated: stores the first reply per key, and returns it to retries. Of
    /// concurrent calls with one key, the first to store its reply is the one that the key belongs to.
    ///
    /// # Errors
    /// What the caller may not do; `KeyReused` when the key came with a different call, also while this one ran; whatever
    /// `run` refuses.
    pub async fn reply_once<E: From<Error>>(
        &self,
        caller: &Caller,
        operation: Operation,
        key: Option<IdempotencyKey>,
        run: impl AsyncFnOnce() -> std::result::Result<StoredReply, E>,
    ) -> std::result::Result<Idempotent<StoredReply>, E> {
        self.require(caller, operation).await?;
        let Some(key) = key else { return run().await.map(Idempotent::New) };
        if let Some(reply) = self.stored_reply(caller, &key).await? {
            return Ok(Idempotent::Replayed(reply));
        }
        let reply = run().await?;
        let record = key.record(reply.clone());
        let store = &self.inner.store;
        if store.add_idempotency_record(&caller.account, &record, self.now()).await.map_err(Error::from)? {
            return Ok(Idempotent::New(reply));
        }
        // Another call with this key has ended meanwhile.
        let stored = self.stored_reply(caller, &key).await?;
        Ok(stored.map_or(Idempotent::New(reply), Idempotent::Replayed))
    }

    /// The short reply stored under a key.
    async fn stored_reply(&self, caller: &Caller, key: &IdempotencyKey) -> Result<Option<StoredReply>> {
        Ok(self.record_of(caller, key).await?.map(StoredReply::from))
    }

    async fn record_of(&self, caller: &Caller, key: &IdempotencyKey) -> Result<Option<IdempotencyRecord>> {
        match self.inner.store.idempotency_record(&caller.account, key.as_str(), self.now()).await? {
            Some(record) if !key.belongs_to(&record) => Err(Error::KeyReused),
            record => Ok(record),
        }
    }

    /// The reply of a record; a long one is made again.
    async fn reply_of(
        &self,
        caller: &Caller,
        record: IdempotencyRecord,
        write_reply: &WriteReply,
    ) -> Result<StoredReply> {
        if !record.parts {
            return Ok(record.into());
        }
        let parts: ReplyParts = serde_json::from_str(&record.body).map_err(|_| Error::Internal)?;
        let row = self.page_row(caller).await?;
        // A draft that is younger than the call is of a page that was made since.
        let then = self.inner.store.history_draft(&caller.account, parts.version).await?;
        let page = match then.filter(|(entry, _)| entry.at <= record.at) {
            Some((_, draft)) => PageView {
                version: parts.version,
                unpublished_changes: parts.unpublished_changes,
                live: parts.live,
                etag: record.etag,
                ..PageView::from(PageRow { draft: Arc::new(draft), ..row })
            },
            None => row.into(),
        };
        let before = match parts.changed {
            true => self.inner.store.history_draft(&caller.account, parts.version - 1).await?,
            false => None,
        };
        let before = before.map(|(_, draft)| Arc::new(draft));
        let (touched, warnings) = parts.into_touched_and_warnings();
        let etag = page.etag.clone();
        let reply = write_reply(&SavedChange { page, before, touched, warnings });
        Ok(StoredReply { status: record.status, etag, ..reply })
    }
}
