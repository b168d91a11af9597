//! Bodies of popular responses, held a second time in the kernel's page cache as an unnamed file, from which `sendfile`
//! sends them without copying. The file is on a disk, because the kernel caches those in larger pages than a tmpfs and
//! sends them with less work (`make bench`).
//!
//! A connection is told which response may come next and recognizes its bytes by their memory address, while it holds
//! them itself; all other writes take the usual path. So do those of HTTP/2, whose frames would be two system calls each.

use std::fs::File;
use std::io;
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use axum::body::Bytes;
use tokio::net::TcpStream;

/// Maximum number of files: each uses a file descriptor, and a page has three.
const MAX_FILES: usize = 384;

static OPEN_FILES: AtomicUsize = AtomicUsize::new(0);

/// An unnamed file, counted while it is open.
#[derive(Debug)]
struct UnnamedFile(File);

impl Drop for UnnamedFile {
    fn drop(&mut self) {
        OPEN_FILES.fetch_sub(1, Ordering::AcqRel);
    }
}

/// Bytes in this process's memory and in an unnamed file.
#[derive(Clone, Debug)]
pub struct FileBackedBytes {
    bytes: Bytes,
    file: Arc<UnnamedFile>,
}

impl FileBackedBytes {
    /// Writes bytes to an unnamed file in this folder; `None` if that fails or too many files are open.
    pub fn new(bytes: &Bytes, folder: &Path) -> Option<Self> {
        if OPEN_FILES.fetch_add(1, Ordering::AcqRel) >= MAX_FILES {
            OPEN_FILES.fetch_sub(1, Ordering::AcqRel);
            return None;
        }
        match write_file(bytes, folder) {
            Ok(file) => Some(Self { bytes: bytes.clone(), file: Arc::new(UnnamedFile(file)) }),
            Err(why) => {
                OPEN_FILES.fetch_sub(1, Ordering::AcqRel);
                tracing::debug!(error = %why, "a page is sent from this process's memory alone");
                None
            }
        }
    }

    /// The offset of a slice within these bytes, if it is part of them.
    fn offset(&self, part: &[u8]) -> Option<u64> {
        let (from, at) = (self.bytes.as_ptr() as usize, part.as_ptr() as usize);
        let begin = at.checked_sub(from)?;
        (!part.is_empty() && begin + part.len() <= self.bytes.len()).then_some(begin as u64)
    }
}

/// The file-backed response that a connection may be about to send.
#[derive(Clone, Debug, Default)]
pub struct ZeroCopySlot(Arc<Mutex<Option<FileBackedBytes>>>);

impl ZeroCopySlot {
    /// Sets the response that comes next.
    pub fn set(&self, shared: FileBackedBytes) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = Some(shared);
    }

    /// Writes without copying; `None` when the usual path has to be used.
    pub fn try_write(&self, stream: &TcpStream, bufs: &[io::IoSlice<'_>]) -> Option<io::Result<usize>> {
        let slot = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let shared = slot.as_ref()?;
        if let Some(offset) = bufs.first().and_then(|buf| shared.offset(buf)) {
            return Some(send_file(stream, &shared.file.0, offset, bufs.first().map_or(0, |buf| buf.len())));
        }
        // The headers before the body: send them with a hint that more follows.
        bufs.get(1).and_then(|buf| shared.offset(buf))?;
        bufs.first().map(|buf| send_with_more(stream, buf))
    }
}

#[cfg(target_os = "linux")]
fn write_file(bytes: &Bytes, folder: &Path) -> io::Result<File> {
    use std::io::Write as _;
    let mut file = tempfile::tempfile_in(folder)?;
    file.write_all(bytes)?;
    Ok(file)
}

#[cfg(target_os = "linux")]
fn send_file(stream: &TcpStream, file: &File, offset: u64, length: usize) -> io::Result<usize> {
    let mut offset = offset;
    stream.try_io(tokio::io::Interest::WRITABLE, || Ok(rustix::fs::sendfile(stream, file, Some(&mut offset), length)?))
}

#[cfg(target_os = "linux")]
fn send_with_more(stream: &TcpStream, head: &[u8]) -> io::Result<usize> {
    use rustix::net::SendFlags;
    stream.try_io(tokio::io::Interest::WRITABLE, || {
        Ok(rustix::net::send(stream, head, SendFlags::MORE | SendFlags::NOSIGNAL)?)
    })
}

#[cfg(not(target_os = "linux"))]
fn write_file(_: &Bytes, _: &Path) -> io::Result<File> {
    Err(io::ErrorKind::Unsupported.into())
}

#[cfg(not(target_os = "linux"))]
fn send_file(_: &TcpStream, _: &File, _: u64, _: usize) -> io::Result<usize> {
    Err(io::ErrorKind::Unsupported.into())
}

#[cfg(not(target_os = "linux"))]
fn send_with_more(_: &TcpStream, _: &[u8]) -> io::Result<usize> {
    Err(io::ErrorKind::Unsupported.into())
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests fail by panicking")]
mod tests {
    use super::*;

    #[test]
    #[cfg(target_os = "linux")]
    fn slices_are_recognized_by_their_address() {
        let bytes = Bytes::from(vec![7; 1000]);
        let shared = FileBackedBytes::new(&bytes, &std::env::temp_dir()).unwrap();
        assert_eq!((shared.offset(&bytes), shared.offset(&bytes[900..])), (Some(0), Some(900)));
        assert_eq!((shared.offset(&[7; 1000]), shared.offset(&[])), (None, None));
    }
}
