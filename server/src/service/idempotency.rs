//! Calls that must not happen twice: a client that did not receive the reply sends the call again with the same key,
//! receives the first reply and changes nothing. A key that comes with another call is refused.

use super::caller::Caller;
use super::change::WriteOptions;
use super::error::{Error, Result};
use super::handle::Service;
use super::outcome::{Outcome, SavedChange};
use super::stored_reply::{IdempotencyKey, ReplyRecorder, StoredReply};

/// What a call with an idempotency key came to.
#[derive(Debug)]
pub enum Idempotent<T> {
    /// It ran now.
    New(T),
    /// It ran before: this was the reply.
    Replayed(StoredReply),
}

impl Service {
    /// Makes a change once for each key: a repeat receives the first reply, stored in the same transaction as the change.
    /// A dry run changes nothing and needs no key; neither does a call without one.
    ///
    /// # Errors
    /// `KeyReused` when the key came with another call; what `run` refuses.
    pub async fn run_once(
        &self,
        caller: &Caller,
        key: Option<IdempotencyKey>,
        options: WriteOptions,
        write_reply: impl Fn(&SavedChange) -> StoredReply + Send + Sync + 'static,
        run: impl AsyncFnOnce(WriteOptions) -> Result<Outcome>,
    ) -> Result<Idempotent<Outcome>> {
        let Some(key) = key.filter(|_| !options.dry_run) else { return run(options).await.map(Idempotent::New) };
        if let Some(reply) = self.stored_reply(caller, &key).await? {
            return Ok(Idempotent::Replayed(reply));
        }
        let recorder = ReplyRecorder::new(key.clone(), write_reply);
        match run(WriteOptions { recorder: Some(recorder), ..options }).await {
            Ok(outcome) => Ok(Idempotent::New(outcome)),
            // The same call, made at the same time, may have been first.
            Err(error) => match self.stored_reply(caller, &key).await? {
                Some(reply) => Ok(Idempotent::Replayed(reply)),
                None => Err(error),
            },
        }
    }

    /// Replies to a call whose repetition would change nothing anyway, once for each key: the first reply stays.
    ///
    /// # Errors
    /// `KeyReused` when the key came with another call; what `run` refuses.
    pub async fn reply_once<E: From<Error>>(
        &self,
        caller: &Caller,
        key: Option<IdempotencyKey>,
        run: impl AsyncFnOnce() -> std::result::Result<StoredReply, E>,
    ) -> std::result::Result<Idempotent<StoredReply>, E> {
        let Some(key) = key else { return run().await.map(Idempotent::New) };
        if let Some(reply) = self.stored_reply(caller, &key).await? {
            return Ok(Idempotent::Replayed(reply));
        }
        let reply = run().await?;
        let record = key.record(reply.clone());
        self.inner.store.add_idempotency_record(&caller.account, &record, self.now()).await.map_err(Error::from)?;
        Ok(Idempotent::New(reply))
    }

    /// The reply stored under a key.
    async fn stored_reply(&self, caller: &Caller, key: &IdempotencyKey) -> Result<Option<StoredReply>> {
        match self.inner.store.idempotency_record(&caller.account, key.as_str(), self.now()).await? {
            Some(record) if !key.is_of(&record) => Err(Error::KeyReused),
            record => Ok(record.map(StoredReply::from)),
        }
    }
}
