//! The end of every change: its event, and the reply for retries of the call.

use super::events::NewEvent;
use super::save::{Save, SaveResult};
use super::{Result, Write, events, idempotency};

/// A page's newest event and version after a change.
pub(super) struct Position {
    pub serial: i64,
    pub version: i64,
}

/// Ends every change: records its event, and stores the reply for retries of the call.
pub(super) async fn record_change(
    write: &mut Write<'_>,
    account: &str,
    at: Position,
    kind: &str,
    save: Save<'_>,
) -> Result<SaveResult> {
    let event = NewEvent { account, serial: at.serial, version: at.version, kind };
    events::record(write, &event, save).await?;
    store_reply(write, account, save).await
}

/// Stores the reply for retries of the call.
pub(super) async fn store_reply(write: &mut Write<'_>, account: &str, save: Save<'_>) -> Result<SaveResult> {
    if let Some(record) = save.idempotency
        && !idempotency::add(write, account, record, save.now).await?
    {
        return write.roll_back(SaveResult::AlreadyDone);
    }
    Ok(SaveResult::Saved)
}
