//! A timeout for peers that do not read their responses.

use std::io;
use std::pin::Pin;
use std::task::{Context, Poll, ready};
use std::time::Duration;

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::TcpStream;
use tokio::time::Sleep;

use super::zero_copy::ZeroCopySlot;

/// A peer that does not read [`MIN_PROGRESS`] bytes of a response in this time is disconnected.
const STALL_TIMEOUT: Duration = Duration::from_secs(10);
/// See [`STALL_TIMEOUT`]: 1.6 KiB per second.
const MIN_PROGRESS: usize = 16 * 1024;

/// A stream that disconnects a peer which reads its responses too slowly.
#[derive(Debug)]
pub struct StallTimeoutStream {
    stream: TcpStream,
    /// The response that may be sent without copying.
    zero_copy: ZeroCopySlot,
    /// While a write is pending: the deadline, and how much the peer has read since it was set.
    stalled: Option<(Pin<Box<Sleep>>, usize)>,
}

impl StallTimeoutStream {
    /// Wraps a stream.
    pub fn new(stream: TcpStream, zero_copy: ZeroCopySlot) -> Self {
        Self { stream, zero_copy, stalled: None }
    }

    /// Writes, without copying where possible.
    fn write(&mut self, cx: &mut Context<'_>, bufs: &[io::IoSlice<'_>]) -> Poll<io::Result<usize>> {
        loop {
            match self.zero_copy.try_write(&self.stream, bufs) {
                None => return Pin::new(&mut self.stream).poll_write_vectored(cx, bufs),
                Some(Err(why)) if why.kind() == io::ErrorKind::WouldBlock => ready!(self.stream.poll_write_ready(cx))?,
                Some(written) => return Poll::Ready(written),
            }
        }
    }

    /// The result of a write, or an error once the peer has stalled for too long.
    fn check_stall(&mut self, cx: &mut Context<'_>, written: Poll<io::Result<usize>>) -> Poll<io::Result<usize>> {
        match written {
            Poll::Ready(Ok(length)) => {
                if let Some((_, progress)) = &mut self.stalled {
                    *progress += length;
                    if *progress >= MIN_PROGRESS {
                        self.stalled = None;
                    }
                }
                Poll::Ready(Ok(length))
            }
            Poll::Ready(Err(why)) => Poll::Ready(Err(why)),
            Poll::Pending => {
                let (deadline, _) =
                    self.stalled.get_or_insert_with(|| (Box::pin(tokio::time::sleep(STALL_TIMEOUT)), 0));
                ready!(deadline.as_mut().poll(cx));
                Poll::Ready(Err(io::Error::new(io::ErrorKind::TimedOut, "the peer does not read its responses")))
            }
        }
    }
}

impl AsyncRead for StallTimeoutStream {
    fn poll_read(mut self: Pin<&mut Self>, cx: &mut Context<'_>, buf: &mut ReadBuf<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_read(cx, buf)
    }
}

impl AsyncWrite for StallTimeoutStream {
    fn poll_write(mut self: Pin<&mut Self>, cx: &mut Context<'_>, buf: &[u8]) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write(cx, buf);
        self.check_stall(cx, written)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        bufs: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let written = self.write(cx, bufs);
        self.check_stall(cx, written)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        // Everything has been written: the next response gets the full timeout.
        self.stalled = None;
        Pin::new(&mut self.stream).poll_flush(cx)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(cx)
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests fail by panicking")]
mod tests {
    use std::future::poll_fn;

    use axum::body::Bytes;
    use tokio::io::{AsyncReadExt, AsyncWriteExt};
    use tokio::net::TcpListener;

    use super::*;
    use crate::http::zero_copy::FileBackedBytes;

    /// A connection whose peer has stalled for the full timeout; and the peer.
    async fn timed_out() -> (StallTimeoutStream, TcpStream) {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let peer = TcpStream::connect(listener.local_addr().unwrap()).await.unwrap();
        let mut stream = StallTimeoutStream::new(listener.accept().await.unwrap().0, ZeroCopySlot::default());
        assert!(poll_fn(|cx| Poll::Ready(stream.check_stall(cx, Poll::Pending))).await.is_pending());
        let (deadline, _) = stream.stalled.as_mut().unwrap();
        deadline.as_mut().reset(tokio::time::Instant::now());
        deadline.await;
        (stream, peer)
    }

    /// The result of a write that the peer does not read.
    async fn stall(stream: &mut StallTimeoutStream) -> Poll<io::Result<usize>> {
        poll_fn(|cx| Poll::Ready(stream.check_stall(cx, Poll::Pending))).await
    }

    #[tokio::test]
    async fn a_peer_that_reads_too_little_for_too_long_is_disconnected() {
        let (mut stream, _peer) = timed_out().await;
        let some = poll_fn(|cx| Poll::Ready(stream.check_stall(cx, Poll::Ready(Ok(MIN_PROGRESS - 1))))).await;
        assert!(matches!(some, Poll::Ready(Ok(_))));
        let Poll::Ready(Err(why)) = stall(&mut stream).await else { panic!("it has not timed out") };
        assert_eq!(why.kind(), io::ErrorKind::TimedOut);
    }

    #[tokio::test]
    async fn enough_progress_restarts_the_timeout() {
        let (mut stream, _peer) = timed_out().await;
        let enough = poll_fn(|cx| Poll::Ready(stream.check_stall(cx, Poll::Ready(Ok(MIN_PROGRESS))))).await;
        assert!(matches!(enough, Poll::Ready(Ok(_))));
        assert!(stall(&mut stream).await.is_pending());
    }

    #[tokio::test]
    async fn each_response_restarts_the_timeout() {
        let (mut stream, _peer) = timed_out().await;
        // The response was read completely, however little of it was left; the next one gets the full timeout.
        stream.flush().await.unwrap();
        assert!(stall(&mut stream).await.is_pending());
    }

    #[tokio::test]
    #[cfg(target_os = "linux")]
    async fn zero_copy_writes_arrive_unchanged() {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let mut peer = TcpStream::connect(listener.local_addr().unwrap()).await.unwrap();
        let (stream, _) = listener.accept().await.unwrap();
        // More than any socket buffers.
        let body: Bytes = (0..8_000_000_u32).map(|byte| (byte % 251) as u8).collect::<Vec<_>>().into();
        let (slot, other) = (ZeroCopySlot::default(), Bytes::from_static(b"something else"));
        slot.set(FileBackedBytes::new(&body, &std::env::temp_dir()).unwrap());
        let mut stream = StallTimeoutStream::new(stream, slot);
        let sent = body.clone();
        let writing = tokio::spawn(async move {
            for (head, tail) in [(&b"head"[..], &sent[..]), (&sent[100..], b"tail"), (b"", b""), (b"x", &other[..])] {
                let (mut head, mut tail) = (head, tail);
                while !head.is_empty() || !tail.is_empty() {
                    let bufs = [io::IoSlice::new(head), io::IoSlice::new(tail)];
                    let bufs = if head.is_empty() { &bufs[1..] } else { &bufs[..] };
                    let written = stream.write_vectored(bufs).await.unwrap();
                    let first = written.min(head.len());
                    head = &head[first..];
                    tail = &tail[written - first..];
                }
            }
            stream.flush().await.unwrap();
        });
        let mut got = Vec::new();
        peer.read_to_end(&mut got).await.unwrap();
        writing.await.unwrap();
        let expected = [b"head", &body[..], &body[100..], b"tail", b"x", b"something else"].concat();
        assert!(got == expected, "{} of {}", got.len(), expected.len());
    }
}
