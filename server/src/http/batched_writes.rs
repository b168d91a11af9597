//! What one poll of an HTTP/2 connection writes, sent together: h2 writes and flushes each frame by itself, and a page has
//! one for every 16 KiB, so that each would be a system call that wakes the peer.

use std::cell::Cell;
use std::io;
use std::pin::Pin;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll, ready};

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};

/// When as much waits, it is sent before more is taken, bytes.
const BATCH: usize = 64 * 1024;
/// No more waits, however large the peer lets frames be, bytes: a batch that lacks a byte, and a frame of the usual size. A peer that
/// does not read may hold so much on each connection.
const MOST: usize = BATCH + 9 + 16 * 1024;
/// A buffer that has grown larger is not kept for the next batch, bytes.
const MAX_KEPT: usize = 2 * BATCH;

thread_local! {
    /// The buffer of this thread's last batch: most are sent within the poll that began them.
    static SPARE: Cell<Vec<u8>> = const { Cell::new(Vec::new()) };
}

/// A stream whose writes may wait until [`Self::poll_send`]. Its clones are the same stream.
#[derive(Debug)]
pub struct BatchedWrites<S>(Arc<Mutex<Batch<S>>>);

#[derive(Debug)]
struct Batch<S> {
    stream: S,
    /// Whether writes wait.
    batching: bool,
    waiting: Vec<u8>,
    /// How much of `waiting` was sent already, bytes.
    sent: usize,
}

impl<S> Clone for BatchedWrites<S> {
    fn clone(&self) -> Self {
        Self(Arc::clone(&self.0))
    }
}

impl<S: AsyncRead + AsyncWrite + Unpin> BatchedWrites<S> {
    /// Wraps a stream; with `batching`, whoever polls its connection must call [`Self::poll_send`] after each poll.
    pub fn new(stream: S, batching: bool) -> Self {
        Self(Arc::new(Mutex::new(Batch { stream, batching, waiting: Vec::new(), sent: 0 })))
    }

    /// Sends what waits.
    ///
    /// # Errors
    /// Those of the stream.
    pub fn poll_send(&self, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        self.batch().poll_send(cx)
    }

    fn batch(&self) -> MutexGuard<'_, Batch<S>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl<S: AsyncRead + AsyncWrite + Unpin> Batch<S> {
    fn poll_send(&mut self, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        if self.waiting.is_empty() {
            return Poll::Ready(Ok(()));
        }
        while let Some(rest) = self.waiting.get(self.sent..).filter(|rest| !rest.is_empty()) {
            match ready!(Pin::new(&mut self.stream).poll_write(cx, rest))? {
                0 => return Poll::Ready(Err(io::ErrorKind::WriteZero.into())),
                written => self.sent += written,
            }
        }
        self.sent = 0;
        let mut sent = std::mem::take(&mut self.waiting);
        if sent.capacity() <= MAX_KEPT {
            sent.clear();
            SPARE.set(sent);
        }
        Pin::new(&mut self.stream).poll_flush(cx)
    }

    /// Adds to what waits.
    fn poll_add(&mut self, cx: &mut Context<'_>, bufs: &[io::IoSlice<'_>]) -> Poll<io::Result<usize>> {
        if self.waiting.len() >= BATCH {
            ready!(self.poll_send(cx))?;
        }
        if self.waiting.capacity() == 0 {
            self.waiting = SPARE.take();
        }
        let before = self.waiting.len();
        for buf in bufs {
            let room = MOST.saturating_sub(self.waiting.len());
            self.waiting.extend_from_slice(buf.get(..room).unwrap_or(buf));
        }
        Poll::Ready(Ok(self.waiting.len() - before))
    }
}

impl<S: AsyncRead + AsyncWrite + Unpin> AsyncRead for BatchedWrites<S> {
    fn poll_read(self: Pin<&mut Self>, cx: &mut Context<'_>, buf: &mut ReadBuf<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.batch().stream).poll_read(cx, buf)
    }
}

impl<S: AsyncRead + AsyncWrite + Unpin> AsyncWrite for BatchedWrites<S> {
    fn poll_write(self: Pin<&mut Self>, cx: &mut Context<'_>, buf: &[u8]) -> Poll<io::Result<usize>> {
        self.poll_write_vectored(cx, &[io::IoSlice::new(buf)])
    }

    fn poll_write_vectored(
        self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        bufs: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let mut batch = self.batch();
        if batch.batching {
            batch.poll_add(cx, bufs)
        } else {
            Pin::new(&mut batch.stream).poll_write_vectored(cx, bufs)
        }
    }

    fn is_write_vectored(&self) -> bool {
        true
    }

    fn poll_flush(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        let mut batch = self.batch();
        if batch.batching { Poll::Ready(Ok(())) } else { Pin::new(&mut batch.stream).poll_flush(cx) }
    }

    fn poll_shutdown(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        let mut batch = self.batch();
        ready!(batch.poll_send(cx))?;
        Pin::new(&mut batch.stream).poll_shutdown(cx)
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests fail by panicking")]
mod tests {
    use std::future::poll_fn;

    use tokio::io::{AsyncReadExt, AsyncWriteExt, DuplexStream, Join};

    use super::*;

    /// A stream that counts what is written to it, and reads nothing.
    type Counted = Join<tokio::io::Empty, Writes>;

    #[derive(Debug, Default)]
    struct Writes {
        lengths: Arc<Mutex<Vec<usize>>>,
    }

    impl AsyncWrite for Writes {
        fn poll_write(self: Pin<&mut Self>, _: &mut Context<'_>, buf: &[u8]) -> Poll<io::Result<usize>> {
            self.lengths.lock().unwrap().push(buf.len());
            Poll::Ready(Ok(buf.len()))
        }

        fn poll_flush(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<io::Result<()>> {
            Poll::Ready(Ok(()))
        }

        fn poll_shutdown(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<io::Result<()>> {
            Poll::Ready(Ok(()))
        }
    }

    /// A batching stream, and the lengths of what is written to it.
    fn counted() -> (BatchedWrites<Counted>, Arc<Mutex<Vec<usize>>>) {
        let writes = Writes::default();
        let lengths = Arc::clone(&writes.lengths);
        (BatchedWrites::new(tokio::io::join(tokio::io::empty(), writes), true), lengths)
    }

    async fn send<S: AsyncRead + AsyncWrite + Unpin>(stream: &BatchedWrites<S>) {
        poll_fn(|cx| stream.poll_send(cx)).await.unwrap();
    }

    /// Frames as h2 writes them: a head and a payload, each flushed.
    async fn write_frames(stream: &mut (impl AsyncWrite + Unpin), count: usize) {
        for _ in 0..count {
            let frame = [io::IoSlice::new(&[1; 9]), io::IoSlice::new(&[2; 16 * 1024])];
            assert_eq!(stream.write_vectored(&frame).await.unwrap(), 9 + 16 * 1024);
            stream.flush().await.unwrap();
        }
    }

    #[tokio::test]
    async fn the_frames_of_a_page_are_sent_in_one_write() {
        let (mut stream, lengths) = counted();
        write_frames(&mut stream, 3).await;
        assert!(lengths.lock().unwrap().is_empty());
        send(&stream).await;
        send(&stream).await;
        assert_eq!(*lengths.lock().unwrap(), [3 * (9 + 16 * 1024)]);
    }

    #[tokio::test]
    async fn what_waits_is_bounded() {
        let (mut stream, lengths) = counted();
        write_frames(&mut stream, 100).await;
        send(&stream).await;
        let lengths = lengths.lock().unwrap();
        assert_eq!(lengths.iter().sum::<usize>(), 100 * (9 + 16 * 1024));
        assert!(lengths.iter().all(|length| *length <= MOST), "{lengths:?}");
        assert!(lengths.len() <= 26, "{lengths:?}");
    }

    #[tokio::test]
    async fn what_waits_of_a_frame_of_a_megabyte_is_bounded() {
        let (mut stream, lengths) = counted();
        let (head, payload) = ([1; 9], vec![2; 1024 * 1024]);
        let taken = stream.write_vectored(&[io::IoSlice::new(&head), io::IoSlice::new(&payload)]).await.unwrap();
        assert_eq!(taken, MOST);
        stream.write_all(&payload[taken - 9..]).await.unwrap();
        send(&stream).await;
        let lengths = lengths.lock().unwrap();
        assert_eq!(lengths.iter().sum::<usize>(), 9 + payload.len());
        assert!(lengths.iter().all(|length| *length <= MOST), "{lengths:?}");
    }

    #[tokio::test]
    async fn a_closed_stream_has_sent_what_waited() {
        let (mut stream, lengths) = counted();
        stream.write_all(b"the last frame").await.unwrap();
        stream.shutdown().await.unwrap();
        assert_eq!(*lengths.lock().unwrap(), [14]);
    }

    #[tokio::test]
    async fn without_batching_everything_is_written_at_once() {
        let writes = Writes::default();
        let lengths = Arc::clone(&writes.lengths);
        let mut stream = BatchedWrites::new(tokio::io::join(tokio::io::empty(), writes), false);
        stream.write_all(b"head").await.unwrap();
        stream.write_all(b"body").await.unwrap();
        assert_eq!(*lengths.lock().unwrap(), [4, 4]);
    }

    #[tokio::test]
    async fn a_slow_reader_gets_everything_in_order() {
        let (near, mut far): (DuplexStream, DuplexStream) = tokio::io::duplex(1000);
        let mut stream = BatchedWrites::new(near, true);
        let body: Vec<u8> = (0..1_000_000_u32).map(|byte| (byte % 251) as u8).collect();
        let sent = body.clone();
        let writing = async {
            for (index, part) in sent.chunks(7_001).enumerate() {
                stream.write_all(part).await.unwrap();
                if index % 3 == 0 {
                    send(&stream).await;
                }
            }
            stream.shutdown().await.unwrap();
        };
        let mut got = Vec::new();
        let (_, read) = tokio::join!(writing, far.read_to_end(&mut got));
        assert_eq!(read.unwrap(), body.len());
        assert!(got == body);
    }
}
