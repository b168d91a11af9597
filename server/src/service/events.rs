//! Event streams: what happens to a page, as it happens, while the credential stays valid.

use std::collections::VecDeque;
use std::time::Duration;

use tokio::time::Instant;

use super::caller::Caller;
use super::error::{Error, Result};
use super::handle::Service;
use super::rights::Operation;
use super::stream_limit::StreamPermit;
use super::view::PageView;
use crate::store::{EventRow, Watcher};

/// Pause before polling again after a failed poll.
const RETRY: Duration = Duration::from_secs(1);

/// What a subscriber receives.
#[derive(Clone, Debug)]
pub enum StreamEvent {
    /// Something happened to the page.
    Change(EventRow),
    /// The missed events are no longer stored: the client must read the page again, whose state is this.
    Reset {
        /// Serial of the newest event.
        serial: i64,
        /// Version of the draft; 0 without a page.
        version: i64,
        /// Whether the draft differs from what is live.
        unpublished: bool,
        /// Now, ms.
        at: i64,
    },
    /// Nothing happened for one heartbeat interval.
    Heartbeat,
}

/// A subscription to the events of a page.
#[derive(Debug)]
pub struct Subscription {
    service: Service,
    account: String,
    bearer: String,
    /// When the credential ends, ms.
    ends_at: Option<i64>,
    watcher: Watcher,
    last_serial: i64,
    /// Whether events since `last_serial` may have been deleted: checked once, at the start.
    may_have_gap: bool,
    pending: VecDeque<EventRow>,
    heartbeat: Duration,
    _permit: StreamPermit,
}

impl Service {
    /// The number of open event streams.
    pub fn open_streams(&self) -> usize {
        self.inner.streams.count()
    }

    /// Subscribes to the caller's page, from the event after `last` on, or from now on.
    ///
    /// # Errors
    /// `NoPage`; `RateLimited` when the credential has reached its limit of open streams.
    pub async fn subscribe(&self, caller: &Caller, bearer: &str, last: Option<i64>) -> Result<Subscription> {
        self.require(caller, Operation::WatchEvents).await?;
        let permit = self.inner.streams.acquire(&caller.credential)?;
        // Watch first, then query, so that no event in between is missed.
        let watcher = self.inner.store.watch(&caller.account);
        let newest = self.inner.store.newest_event(&caller.account).await?;
        self.page_row(caller).await?;
        Ok(Subscription {
            service: self.clone(),
            account: caller.account.clone(),
            bearer: bearer.to_owned(),
            ends_at: caller.rights.ends_at,
            watcher,
            last_serial: last.unwrap_or(newest),
            may_have_gap: last.is_some(),
            pending: VecDeque::new(),
            heartbeat: self.inner.heartbeat,
            _permit: permit,
        })
    }
}

impl Subscription {
    /// The serial of the last event delivered, or of the newest one when the subscription began.
    pub fn last_serial(&self) -> i64 {
        self.last_serial
    }

    /// The next event; `None` once the credential is no longer valid or the service stops.
    pub async fn next(&mut self) -> Option<StreamEvent> {
        let heartbeat = Instant::now() + self.heartbeat;
        let mut poll = self.may_have_gap;
        loop {
            if let Some(event) = self.pending.pop_front() {
                self.last_serial = event.serial;
                return Some(StreamEvent::Change(event));
            }
            let mut until = self
                .service
                .inner
                .store
                .poll_interval()
                .map_or(heartbeat, |every| heartbeat.min(Instant::now() + every));
            if poll {
                match self.poll().await {
                    Ok(Some(reset)) => return Some(reset),
                    Ok(None) if !self.pending.is_empty() => continue,
                    Ok(None) if Instant::now() >= heartbeat => return Some(StreamEvent::Heartbeat),
                    Ok(None) => {}
                    Err(Error::Unauthorized(_) | Error::InsufficientScope) => return None,
                    // The database is unavailable: keep the subscriber until it is back.
                    Err(_) if Instant::now() >= heartbeat => return Some(StreamEvent::Heartbeat),
                    Err(_) => until = heartbeat.min(Instant::now() + RETRY),
                }
            }
            let (clock, ends_at) = (self.service.clock(), self.ends_at);
            tokio::select! {
                more = self.watcher.woken() => if !more { return None },
                () = tokio::time::sleep_until(until) => {}
                () = clock.sleep_until(ends_at.unwrap_or(i64::MAX)), if ends_at.is_some() => {}
            }
            poll = true;
        }
    }

    /// Queries for new events, if the credential is still valid.
    async fn poll(&mut self) -> Result<Option<StreamEvent>> {
        self.ends_at = self.service.caller(&self.bearer).await?.rights.ends_at;
        let store = &self.service.inner.store;
        let events = store.events_after(&self.account, self.last_serial).await?;
        let gap = match events.first() {
            Some(first) => first.serial != self.last_serial + 1,
            None => self.may_have_gap && store.newest_event(&self.account).await? != self.last_serial,
        };
        if gap {
            let reset = self.reset().await?;
            self.may_have_gap = false;
            return Ok(Some(reset));
        }
        self.may_have_gap = false;
        self.pending = events.into();
        Ok(None)
    }

    async fn reset(&mut self) -> Result<StreamEvent> {
        let store = &self.service.inner.store;
        // Read the serial first: events after it will still be delivered.
        let serial = store.newest_event(&self.account).await?;
        let page = store.page_of(&self.account).await?.map(PageView::from);
        self.last_serial = serial;
        Ok(StreamEvent::Reset {
            serial,
            version: page.as_ref().map_or(0, |page| page.version),
            unpublished: page.is_some_and(|page| page.unpublished_changes),
            at: self.service.now(),
        })
    }
}
