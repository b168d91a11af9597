//! How long a connection is waited for: when it takes no replies, and when nothing moves on it.

use std::io;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::task::{Context, Poll, ready};
use std::time::{Duration, Instant};

use hyper::body::{Body, Frame, SizeHint};
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::TcpStream;
use tokio::sync::Notify;
use tokio::time::Sleep;

use super::zero_copy::Next;

/// A peer that does not take [`STRETCH`] bytes of what it is sent in this time is let go.
const STALL: Duration = Duration::from_secs(10);
/// See [`STALL`]: 1.6 KiB a second.
const STRETCH: usize = 16 * 1024;

/// A stream that gives up on a peer which takes its replies too slowly.
#[derive(Debug)]
pub struct Patient {
    stream: TcpStream,
    /// What may be sent without being copied.
    next: Next,
    /// While the peer is waited for: until when, and what it has taken since.
    waiting: Option<(Pin<Box<Sleep>>, usize)>,
}

impl Patient {
    /// Over a stream.
    pub fn new(stream: TcpStream, next: Next) -> Self {
        Self { stream, next, waiting: None }
    }

    /// Writes, without a copy where that is possible.
    fn write(&mut self, cx: &mut Context<'_>, bufs: &[io::IoSlice<'_>]) -> Poll<io::Result<usize>> {
        loop {
            match self.next.write(&self.stream, bufs) {
                None => return Pin::new(&mut self.stream).poll_write_vectored(cx, bufs),
                Some(Err(why)) if why.kind() == io::ErrorKind::WouldBlock => ready!(self.stream.poll_write_ready(cx))?,
                Some(done) => return Poll::Ready(done),
            }
        }
    }

    /// What a write came to, unless it takes too long.
    fn judge(&mut self, cx: &mut Context<'_>, done: Poll<io::Result<usize>>) -> Poll<io::Result<usize>> {
        match done {
            Poll::Ready(Ok(length)) => {
                if let Some((_, taken)) = &mut self.waiting {
                    *taken += length;
                    if *taken >= STRETCH {
                        self.waiting = None;
                    }
                }
                Poll::Ready(Ok(length))
            }
            Poll::Ready(Err(why)) => Poll::Ready(Err(why)),
            Poll::Pending => {
                let (until, _) = self.waiting.get_or_insert_with(|| (Box::pin(tokio::time::sleep(STALL)), 0));
                ready!(until.as_mut().poll(cx));
                Poll::Ready(Err(io::Error::new(io::ErrorKind::TimedOut, "the peer takes no replies")))
            }
        }
    }
}

impl AsyncRead for Patient {
    fn poll_read(mut self: Pin<&mut Self>, cx: &mut Context<'_>, buf: &mut ReadBuf<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_read(cx, buf)
    }
}

impl AsyncWrite for Patient {
    fn poll_write(mut self: Pin<&mut Self>, cx: &mut Context<'_>, buf: &[u8]) -> Poll<io::Result<usize>> {
        let done = Pin::new(&mut self.stream).poll_write(cx, buf);
        self.judge(cx, done)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        bufs: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let done = self.write(cx, bufs);
        self.judge(cx, done)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        // All that was taken has been written: the next reply is waited for anew.
        self.waiting = None;
        Pin::new(&mut self.stream).poll_flush(cx)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(cx)
    }
}

/// When something last moved on a connection.
#[derive(Clone, Debug, Default)]
pub struct Pulse(Arc<Beats>);

#[derive(Debug)]
struct Beats {
    since: Instant,
    /// Milliseconds after `since`.
    last: AtomicU64,
    asked: AtomicBool,
    first: Notify,
}

impl Default for Beats {
    fn default() -> Self {
        Self { since: Instant::now(), last: AtomicU64::new(0), asked: AtomicBool::new(false), first: Notify::new() }
    }
}

impl Pulse {
    /// Something moves.
    pub fn touch(&self) {
        let now = u64::try_from(self.0.since.elapsed().as_millis()).unwrap_or(u64::MAX);
        self.0.last.store(now, Ordering::Relaxed);
    }

    /// A request came.
    pub fn asked(&self) {
        self.touch();
        if !self.0.asked.swap(true, Ordering::AcqRel) {
            self.0.first.notify_waiters();
        }
    }

    /// Waits for the first request.
    pub async fn first(&self) {
        let mut told = std::pin::pin!(self.0.first.notified());
        told.as_mut().enable();
        if !self.0.asked.load(Ordering::Acquire) {
            told.await;
        }
    }

    /// Waits until nothing has moved for this long.
    pub async fn quiet(&self, time: Duration) {
        loop {
            let end = self.0.since + Duration::from_millis(self.0.last.load(Ordering::Relaxed)) + time;
            if Instant::now() >= end {
                return;
            }
            tokio::time::sleep_until(end.into()).await;
        }
    }
}

/// A body of a request or a reply that is felt as it moves. One that its reader does not take is not asked for more.
#[derive(Debug)]
pub struct Touching<B> {
    body: B,
    pulse: Pulse,
}

impl<B> Touching<B> {
    /// Over a body.
    pub fn new(body: B, pulse: Pulse) -> Self {
        Self { body, pulse }
    }
}

impl<B: Body + Unpin> Body for Touching<B> {
    type Data = B::Data;
    type Error = B::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Self::Data>, Self::Error>>> {
        let frame = ready!(Pin::new(&mut self.body).poll_frame(cx));
        self.pulse.touch();
        Poll::Ready(frame)
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests fail by panicking")]
mod tests {
    use std::future::poll_fn;

    use tokio::io::AsyncWriteExt;
    use tokio::net::TcpListener;

    use super::*;

    /// A connection that waits for its peer, whose time has run out; and the peer.
    async fn run_out() -> (Patient, TcpStream) {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let peer = TcpStream::connect(listener.local_addr().unwrap()).await.unwrap();
        let mut patient = Patient::new(listener.accept().await.unwrap().0, Next::default());
        assert!(poll_fn(|cx| Poll::Ready(patient.judge(cx, Poll::Pending))).await.is_pending());
        let (until, _) = patient.waiting.as_mut().unwrap();
        until.as_mut().reset(tokio::time::Instant::now());
        until.await;
        (patient, peer)
    }

    /// What becomes of a write that the peer does not take.
    async fn stall(patient: &mut Patient) -> Poll<io::Result<usize>> {
        poll_fn(|cx| Poll::Ready(patient.judge(cx, Poll::Pending))).await
    }

    #[tokio::test]
    async fn a_peer_that_takes_too_little_for_too_long_is_let_go() {
        let (mut patient, _peer) = run_out().await;
        let some = poll_fn(|cx| Poll::Ready(patient.judge(cx, Poll::Ready(Ok(STRETCH - 1))))).await;
        assert!(matches!(some, Poll::Ready(Ok(_))));
        let Poll::Ready(Err(why)) = stall(&mut patient).await else { panic!("it is waited for") };
        assert_eq!(why.kind(), io::ErrorKind::TimedOut);
    }

    #[tokio::test]
    async fn a_peer_that_takes_enough_is_waited_for_anew() {
        let (mut patient, _peer) = run_out().await;
        let enough = poll_fn(|cx| Poll::Ready(patient.judge(cx, Poll::Ready(Ok(STRETCH))))).await;
        assert!(matches!(enough, Poll::Ready(Ok(_))));
        assert!(stall(&mut patient).await.is_pending());
    }

    #[tokio::test]
    async fn each_reply_is_waited_for_anew() {
        let (mut patient, _peer) = run_out().await;
        // The reply was taken whole, however little of it was left; the next one may take its time again.
        patient.flush().await.unwrap();
        assert!(stall(&mut patient).await.is_pending());
    }
}
