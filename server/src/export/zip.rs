//! Zip archives, streamed while they are written: sorted and without timestamps, so that the same page gives the same
//! file.

use std::collections::BTreeMap;
use std::io::{self, Write};
use std::pin::Pin;
use std::sync::{Arc, Mutex, PoisonError};
use std::task::{Context, Poll};
use std::time::Duration;

use axum::body::{Body, Bytes};
use hyper::body::Frame;
use tokio::sync::OwnedSemaphorePermit;
use tokio::sync::mpsc::{Receiver, Sender, channel};
use zip::write::{SimpleFileOptions, StreamWriter};
use zip::{CompressionMethod, DateTime, ZipWriter};

use crate::media::{MediaLibrary, Variant as ImageVariant};

/// A client that reads nothing for this long is considered gone.
const STALL_TIMEOUT: Duration = Duration::from_secs(30);

/// The content of a file in the archive.
#[derive(Debug)]
pub enum Content {
    /// This text, compressed.
    Text(String),
    /// These bytes, stored: their format is compressed already.
    Bytes(&'static [u8]),
    /// The image with this hash, stored.
    Picture(String),
    /// A variant of the image with this hash.
    Variant(String, ImageVariant),
}

/// The files of an archive by name.
pub type Files = BTreeMap<String, Content>;

/// An archive of these files as a response body. Each image is read just before it is sent. `permit` is held until the
/// end.
pub fn body(files: Files, media: Arc<MediaLibrary>, permit: Option<OwnedSemaphorePermit>) -> Body {
    let (send, receive) = channel(1);
    tokio::spawn(async move {
        if let Err(why) = write(files, &media, &send).await {
            tracing::warn!(error = %why, "an export ended early");
            // End the body with an error, so that a truncated archive is not mistaken for a complete one.
            let _ = send.send(Err(why)).await;
        }
        drop(permit);
    });
    Body::new(ChunkBody(receive))
}

async fn write(files: Files, media: &MediaLibrary, send: &Sender<io::Result<Bytes>>) -> io::Result<()> {
    let sink = Sink::default();
    let mut zip = ZipWriter::new_stream(sink.clone());
    for (name, content) in files {
        match content {
            Content::Text(text) => add(&mut zip, &name, text.as_bytes(), CompressionMethod::Deflated)?,
            Content::Bytes(bytes) => add(&mut zip, &name, bytes, CompressionMethod::Stored)?,
            Content::Picture(hash) => {
                let found = media.blobs.get(&hash).await.map_err(io::Error::other)?;
                let bytes = found.ok_or_else(|| io::Error::other(format!("the picture {hash} is gone")))?;
                add(&mut zip, &name, &bytes, CompressionMethod::Stored)?;
            }
            Content::Variant(hash, what) => {
                let found = media.variant(&hash, what).await.map_err(io::Error::other)?;
                let bytes = found.ok_or_else(|| io::Error::other(format!("the picture {hash} is gone")))?;
                add(&mut zip, &name, &bytes, CompressionMethod::Stored)?;
            }
        }
        flush(&sink, send).await?;
    }
    zip.finish()?;
    flush(&sink, send).await
}

fn add(
    zip: &mut ZipWriter<StreamWriter<Sink>>,
    name: &str,
    bytes: &[u8],
    compression: CompressionMethod,
) -> io::Result<()> {
    let options = SimpleFileOptions::default().compression_method(compression).last_modified_time(DateTime::DEFAULT);
    zip.start_file(name, options.unix_permissions(0o644))?;
    zip.write_all(bytes)
}

async fn flush(sink: &Sink, send: &Sender<io::Result<Bytes>>) -> io::Result<()> {
    let chunk = std::mem::take(&mut *sink.0.lock().unwrap_or_else(PoisonError::into_inner));
    if chunk.is_empty() {
        return Ok(());
    }
    let sent = tokio::time::timeout(STALL_TIMEOUT, send.send(Ok(chunk.into()))).await;
    sent.map_err(io::Error::other)?.map_err(|_| io::Error::other("the client is gone"))
}

/// The archive's output buffer, emptied after each file.
#[derive(Clone, Debug, Default)]
struct Sink(Arc<Mutex<Vec<u8>>>);

impl Write for Sink {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// A body of chunks as they arrive.
struct ChunkBody(Receiver<io::Result<Bytes>>);

impl hyper::body::Body for ChunkBody {
    type Data = Bytes;
    type Error = io::Error;

    fn poll_frame(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<io::Result<Frame<Bytes>>>> {
        self.0.poll_recv(cx).map(|poll| poll.map(|poll| poll.map(Frame::data)))
    }
}
