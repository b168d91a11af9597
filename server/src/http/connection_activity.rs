//! The time of the last activity on a connection, for idle timeouts.

use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::task::{Context, Poll, ready};
use std::time::{Duration, Instant};

use hyper::body::{Body, Frame, SizeHint};
use tokio::sync::Notify;

/// The time of the last activity on a connection.
#[derive(Clone, Debug, Default)]
pub struct ConnectionActivity(Arc<Inner>);

#[derive(Debug)]
struct Inner {
    start: Instant,
    /// Milliseconds after `start`.
    last: AtomicU64,
    has_request: AtomicBool,
    first_request: Notify,
}

impl Default for Inner {
    fn default() -> Self {
        Self {
            start: Instant::now(),
            last: AtomicU64::new(0),
            has_request: AtomicBool::new(false),
            first_request: Notify::new(),
        }
    }
}

impl ConnectionActivity {
    /// Records a read or a write.
    pub fn record(&self) {
        let now = u64::try_from(self.0.start.elapsed().as_millis()).unwrap_or(u64::MAX);
        self.0.last.store(now, Ordering::Relaxed);
    }

    /// Records a request.
    pub fn record_request(&self) {
        self.record();
        if !self.0.has_request.swap(true, Ordering::AcqRel) {
            self.0.first_request.notify_waiters();
        }
    }

    /// Waits for the first request.
    pub async fn first_request(&self) {
        let mut notified = std::pin::pin!(self.0.first_request.notified());
        notified.as_mut().enable();
        if !self.0.has_request.load(Ordering::Acquire) {
            notified.await;
        }
    }

    /// Waits until nothing has happened for this long.
    pub async fn idle_for(&self, time: Duration) {
        loop {
            let end = self.0.start + Duration::from_millis(self.0.last.load(Ordering::Relaxed)) + time;
            if Instant::now() >= end {
                return;
            }
            tokio::time::sleep_until(end.into()).await;
        }
    }
}

/// A request or response body that records each frame as activity. A body that its reader does not consume is not
/// polled, and so counts as idle.
#[derive(Debug)]
pub struct ActivityBody<B> {
    body: B,
    activity: ConnectionActivity,
}

impl<B> ActivityBody<B> {
    /// Wraps a body.
    pub fn new(body: B, activity: ConnectionActivity) -> Self {
        Self { body, activity }
    }
}

impl<B: Body + Unpin> Body for ActivityBody<B> {
    type Data = B::Data;
    type Error = B::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Self::Data>, Self::Error>>> {
        let frame = ready!(Pin::new(&mut self.body).poll_frame(cx));
        self.activity.record();
        Poll::Ready(frame)
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}
