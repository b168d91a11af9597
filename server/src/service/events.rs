//! Watching a page: what happens to it, as it happens, for as long as the credential is good.

use std::collections::{HashMap, VecDeque};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use mantel_model::limits::STREAMS;
use tokio::time::Instant;

use super::{Caller, Credential, Error, Result, Service};
use crate::store::{EventRow, Watcher};

/// After a look that failed, the next one comes this soon.
const AGAIN: Duration = Duration::from_secs(1);
/// What to wait, in seconds, when a credential watches as often as it may.
const FULL: u64 = 10;

/// What a watcher hears.
#[derive(Clone, Debug)]
pub enum StreamEvent {
    /// Something happened to the page.
    Change(EventRow),
    /// What happened is not known any more: read the page, which stands like this.
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
    /// Nothing happened for a while.
    Heartbeat,
}

/// Somebody who watches their page.
#[derive(Debug)]
pub struct Subscription {
    service: Service,
    account: String,
    bearer: String,
    watcher: Watcher,
    seen: i64,
    /// Whether events since `seen` may be gone: asked once, at the start.
    doubtful: bool,
    waiting: VecDeque<EventRow>,
    beat: Duration,
    _place: Place,
}

/// How many streams each credential has open.
#[derive(Debug, Default)]
pub(super) struct Streams(Mutex<HashMap<Credential, usize>>);

/// One of them; leaving gives it back.
#[derive(Debug)]
struct Place {
    streams: Arc<Streams>,
    credential: Credential,
}

impl Streams {
    fn enter(self: &Arc<Self>, credential: &Credential) -> Result<Place> {
        let mut open = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let count = open.entry(credential.clone()).or_default();
        if *count >= STREAMS {
            return Err(Error::RateLimited(FULL));
        }
        *count += 1;
        Ok(Place { streams: Arc::clone(self), credential: credential.clone() })
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        let mut open = self.streams.0.lock().unwrap_or_else(PoisonError::into_inner);
        let left = open.get_mut(&self.credential).map_or(0, |it| {
            *it -= 1;
            *it
        });
        if left == 0 {
            open.remove(&self.credential);
        }
    }
}

impl Service {
    /// Watches the caller's page: from the event after `last` on, or from now on.
    ///
    /// # Errors
    /// `NoPage`; `RateLimited` when the credential watches as often as it may.
    pub async fn subscribe(&self, caller: &Caller, bearer: &str, last: Option<i64>) -> Result<Subscription> {
        let place = self.inner.streams.enter(&caller.credential)?;
        // First the watcher, then the look: what happens in between is not missed.
        let watcher = self.inner.store.watch(&caller.account);
        let newest = self.inner.store.newest_event(&caller.account).await?;
        self.page_row(caller).await?;
        Ok(Subscription {
            service: self.clone(),
            account: caller.account.clone(),
            bearer: bearer.to_owned(),
            watcher,
            seen: last.unwrap_or(newest),
            doubtful: last.is_some(),
            waiting: VecDeque::new(),
            beat: self.inner.heartbeat,
            _place: place,
        })
    }
}

impl Subscription {
    /// The serial of the last event that was heard, or before which nothing is told.
    pub fn seen(&self) -> i64 {
        self.seen
    }

    /// What happens next; `None` when the credential is not good any more, or the service stops.
    pub async fn next(&mut self) -> Option<StreamEvent> {
        let beat = Instant::now() + self.beat;
        let mut look = self.doubtful;
        loop {
            if let Some(event) = self.waiting.pop_front() {
                self.seen = event.serial;
                return Some(StreamEvent::Change(event));
            }
            let mut until = self.service.inner.store.poll().map_or(beat, |poll| beat.min(Instant::now() + poll));
            if look {
                match self.look().await {
                    Ok(Some(reset)) => return Some(reset),
                    Ok(None) if !self.waiting.is_empty() => continue,
                    Ok(None) if Instant::now() >= beat => return Some(StreamEvent::Heartbeat),
                    Ok(None) => {}
                    Err(Error::Unauthorized(_) | Error::InsufficientScope) => return None,
                    // The database is away: whoever listens stays, and hears of it when it is back.
                    Err(_) if Instant::now() >= beat => return Some(StreamEvent::Heartbeat),
                    Err(_) => until = beat.min(Instant::now() + AGAIN),
                }
            }
            tokio::select! {
                more = self.watcher.woken() => if !more { return None },
                () = tokio::time::sleep_until(until) => {}
            }
            look = true;
        }
    }

    /// Looks for what happened, if the credential is still good.
    async fn look(&mut self) -> Result<Option<StreamEvent>> {
        self.service.caller(&self.bearer).await?;
        let store = &self.service.inner.store;
        let events = store.events_after(&self.account, self.seen).await?;
        let gap = match events.first() {
            Some(first) => first.serial != self.seen + 1,
            None => self.doubtful && store.newest_event(&self.account).await? != self.seen,
        };
        if gap {
            let news = self.reset().await?;
            self.doubtful = false;
            return Ok(Some(news));
        }
        self.doubtful = false;
        self.waiting = events.into();
        Ok(None)
    }

    async fn reset(&mut self) -> Result<StreamEvent> {
        let store = &self.service.inner.store;
        // The serial first: what happens after it is told.
        let serial = store.newest_event(&self.account).await?;
        let page = store.page_of(&self.account).await?.map(super::PageView::from);
        self.seen = serial;
        Ok(StreamEvent::Reset {
            serial,
            version: page.as_ref().map_or(0, |page| page.version),
            unpublished: page.is_some_and(|page| page.unpublished_changes),
            at: self.service.now(),
        })
    }
}
