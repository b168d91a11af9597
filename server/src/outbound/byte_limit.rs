//! A connection that fails once more bytes arrive than allowed, including interim responses, chunk framing and
//! trailers.

use std::io;
use std::pin::Pin;
use std::task::{Context, Poll};

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};

/// A connection, encrypted or not.
pub(super) trait Stream: AsyncRead + AsyncWrite + Send + Unpin {}
impl<T: AsyncRead + AsyncWrite + Send + Unpin> Stream for T {}

/// A connection with a limit on the bytes that may still be received.
pub(super) struct ByteLimitedStream {
    stream: Box<dyn Stream>,
    remaining: usize,
}

impl ByteLimitedStream {
    /// A connection that may receive this many bytes.
    pub fn new(stream: Box<dyn Stream>, limit: usize) -> Self {
        Self { stream, remaining: limit }
    }
}

impl AsyncRead for ByteLimitedStream {
    fn poll_read(mut self: Pin<&mut Self>, cx: &mut Context<'_>, buf: &mut ReadBuf<'_>) -> Poll<io::Result<()>> {
        let before = buf.filled().len();
        let read = Pin::new(&mut self.stream).poll_read(cx, buf);
        match self.remaining.checked_sub(buf.filled().len() - before) {
            Some(remaining) => self.remaining = remaining,
            None => return Poll::Ready(Err(io::ErrorKind::FileTooLarge.into())),
        }
        read
    }
}

impl AsyncWrite for ByteLimitedStream {
    fn poll_write(mut self: Pin<&mut Self>, cx: &mut Context<'_>, buf: &[u8]) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.stream).poll_write(cx, buf)
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(cx)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(cx)
    }
}
