//! Bytes that many are sent, kept a second time in the kernel's memory, as those of a file without a name: from there they
//! go out without being copied. The file lies on a disk, because the kernel keeps those in larger pieces than files that
//! are memory alone, and sends them with less work (`make bench`).
//!
//! A connection is told which reply may come next, and knows its bytes by where they lie in memory, as long as it holds
//! them itself: whatever else is written goes the usual way.

use std::fs::File;
use std::io;
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use axum::body::Bytes;
use tokio::net::TcpStream;

/// Most files at once: each is an open descriptor.
const MOST: usize = 256;

static FILES: AtomicUsize = AtomicUsize::new(0);

/// A file without a name, counted.
#[derive(Debug)]
struct Nameless(File);

impl Drop for Nameless {
    fn drop(&mut self) {
        FILES.fetch_sub(1, Ordering::AcqRel);
    }
}

/// Bytes in both memories.
#[derive(Clone, Debug)]
pub struct Shared {
    bytes: Bytes,
    file: Arc<Nameless>,
}

impl Shared {
    /// Puts bytes there, in a file of this folder; `None` where that can't be, or enough are there.
    pub fn new(bytes: &Bytes, folder: &Path) -> Option<Self> {
        if FILES.fetch_add(1, Ordering::AcqRel) >= MOST {
            FILES.fetch_sub(1, Ordering::AcqRel);
            return None;
        }
        match filled(bytes, folder) {
            Ok(file) => Some(Self { bytes: bytes.clone(), file: Arc::new(Nameless(file)) }),
            Err(why) => {
                FILES.fetch_sub(1, Ordering::AcqRel);
                tracing::debug!(error = %why, "a page is sent from this process's memory alone");
                None
            }
        }
    }

    /// Where a part of these bytes begins, if it is one.
    fn offset(&self, part: &[u8]) -> Option<u64> {
        let (from, at) = (self.bytes.as_ptr() as usize, part.as_ptr() as usize);
        let begin = at.checked_sub(from)?;
        (!part.is_empty() && begin + part.len() <= self.bytes.len()).then_some(begin as u64)
    }
}

/// What a connection may be about to send.
#[derive(Clone, Debug, Default)]
pub struct Next(Arc<Mutex<Option<Shared>>>);

impl Next {
    /// Tells the connection of a reply.
    pub fn put(&self, shared: Shared) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = Some(shared);
    }

    /// A write that goes out without a copy of the bytes; `None` when it has to go the usual way.
    pub fn write(&self, stream: &TcpStream, bufs: &[io::IoSlice<'_>]) -> Option<io::Result<usize>> {
        let shared = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let shared = shared.as_ref()?;
        if let Some(offset) = bufs.first().and_then(|buf| shared.offset(buf)) {
            return Some(from_file(stream, &shared.file.0, offset, bufs.first().map_or(0, |buf| buf.len())));
        }
        // What comes before them, and a word that more follows.
        bufs.get(1).and_then(|buf| shared.offset(buf))?;
        bufs.first().map(|buf| before_more(stream, buf))
    }
}

#[cfg(target_os = "linux")]
fn filled(bytes: &Bytes, folder: &Path) -> io::Result<File> {
    use std::io::Write as _;
    let mut file = tempfile::tempfile_in(folder)?;
    file.write_all(bytes)?;
    Ok(file)
}

#[cfg(target_os = "linux")]
fn from_file(stream: &TcpStream, file: &File, offset: u64, length: usize) -> io::Result<usize> {
    let mut offset = offset;
    stream.try_io(tokio::io::Interest::WRITABLE, || Ok(rustix::fs::sendfile(stream, file, Some(&mut offset), length)?))
}

#[cfg(target_os = "linux")]
fn before_more(stream: &TcpStream, head: &[u8]) -> io::Result<usize> {
    use rustix::net::SendFlags;
    stream.try_io(tokio::io::Interest::WRITABLE, || {
        Ok(rustix::net::send(stream, head, SendFlags::MORE | SendFlags::NOSIGNAL)?)
    })
}

#[cfg(not(target_os = "linux"))]
fn filled(_: &Bytes, _: &Path) -> io::Result<File> {
    Err(io::ErrorKind::Unsupported.into())
}

#[cfg(not(target_os = "linux"))]
fn from_file(_: &TcpStream, _: &File, _: u64, _: usize) -> io::Result<usize> {
    Err(io::ErrorKind::Unsupported.into())
}

#[cfg(not(target_os = "linux"))]
fn before_more(_: &TcpStream, _: &[u8]) -> io::Result<usize> {
    Err(io::ErrorKind::Unsupported.into())
}

#[cfg(all(test, target_os = "linux"))]
#[allow(clippy::unwrap_used, reason = "tests fail by panicking")]
mod tests {
    use tokio::io::{AsyncReadExt, AsyncWriteExt};
    use tokio::net::TcpListener;

    use super::super::stall_timeout::Patient;
    use super::*;

    #[tokio::test]
    async fn what_is_sent_without_a_copy_arrives_as_it_was() {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let mut peer = TcpStream::connect(listener.local_addr().unwrap()).await.unwrap();
        let (stream, _) = listener.accept().await.unwrap();
        // More than any socket takes at once.
        let body: Bytes = (0..8_000_000_u32).map(|it| (it % 251) as u8).collect::<Vec<_>>().into();
        let (next, other) = (Next::default(), Bytes::from_static(b"something else"));
        next.put(Shared::new(&body, &std::env::temp_dir()).unwrap());
        let mut stream = Patient::new(stream, next);
        let sent = body.clone();
        let writing = tokio::spawn(async move {
            for (head, tail) in [(&b"head"[..], &sent[..]), (&sent[100..], b"tail"), (b"", b""), (b"x", &other[..])] {
                let (mut head, mut tail) = (head, tail);
                while !head.is_empty() || !tail.is_empty() {
                    let bufs = [io::IoSlice::new(head), io::IoSlice::new(tail)];
                    let bufs = if head.is_empty() { &bufs[1..] } else { &bufs[..] };
                    let done = stream.write_vectored(bufs).await.unwrap();
                    let first = done.min(head.len());
                    head = &head[first..];
                    tail = &tail[done - first..];
                }
            }
            stream.flush().await.unwrap();
        });
        let mut got = Vec::new();
        peer.read_to_end(&mut got).await.unwrap();
        writing.await.unwrap();
        let wanted = [b"head", &body[..], &body[100..], b"tail", b"x", b"something else"].concat();
        assert!(got == wanted, "{} of {}", got.len(), wanted.len());
    }

    #[test]
    fn bytes_are_known_by_where_they_lie() {
        let bytes = Bytes::from(vec![7; 1000]);
        let shared = Shared::new(&bytes, &std::env::temp_dir()).unwrap();
        assert_eq!((shared.offset(&bytes), shared.offset(&bytes[900..])), (Some(0), Some(900)));
        assert_eq!((shared.offset(&[7; 1000]), shared.offset(&[])), (None, None));
    }
}
