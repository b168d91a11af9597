//! Zip files on their way out, written as they are sent: sorted, without times, so that the same page gives the same file.

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

use crate::media::Variant;
use crate::state::App;

/// Somebody who takes nothing for so long has gone.
const PATIENCE: Duration = Duration::from_secs(30);

/// What a file of the zip holds.
#[derive(Debug)]
pub enum Content {
    /// This text, packed.
    Text(String),
    /// These bytes, as they are: they are packed in their own way.
    Bytes(&'static [u8]),
    /// The picture of this hash, as it is.
    Picture(String),
    /// What is made of the picture of this hash.
    Made(String, Variant),
}

/// The files of a zip by name.
pub type Files = BTreeMap<String, Content>;

/// A zip of these files as a body. A picture is read when its turn comes, and only then in memory.
pub fn body(files: Files, app: App, turn: Option<OwnedSemaphorePermit>) -> Body {
    let (send, receive) = channel(1);
    tokio::spawn(async move {
        if let Err(why) = write(files, &app, &send).await {
            tracing::warn!(error = %why, "an export ended early");
            // The body breaks off, so that half a zip is not taken for a whole one.
            let _ = send.send(Err(why)).await;
        }
        drop(turn);
    });
    Body::new(Pieces(receive))
}

async fn write(files: Files, app: &App, send: &Sender<io::Result<Bytes>>) -> io::Result<()> {
    let sink = Sink::default();
    let mut zip = ZipWriter::new_stream(sink.clone());
    for (name, content) in files {
        match content {
            Content::Text(text) => add(&mut zip, &name, text.as_bytes(), CompressionMethod::Deflated)?,
            Content::Bytes(bytes) => add(&mut zip, &name, bytes, CompressionMethod::Stored)?,
            Content::Picture(hash) => {
                let found = app.media.blobs.get(&hash).await.map_err(io::Error::other)?;
                let bytes = found.ok_or_else(|| io::Error::other(format!("the picture {hash} is gone")))?;
                add(&mut zip, &name, &bytes, CompressionMethod::Stored)?;
            }
            Content::Made(hash, what) => {
                let found = app.media.variant(&hash, what).await.map_err(io::Error::other)?;
                let bytes = found.ok_or_else(|| io::Error::other(format!("the picture {hash} is gone")))?;
                add(&mut zip, &name, &bytes, CompressionMethod::Stored)?;
            }
        }
        hand_on(&sink, send).await?;
    }
    zip.finish()?;
    hand_on(&sink, send).await
}

fn add(zip: &mut ZipWriter<StreamWriter<Sink>>, name: &str, bytes: &[u8], how: CompressionMethod) -> io::Result<()> {
    let options = SimpleFileOptions::default().compression_method(how).last_modified_time(DateTime::DEFAULT);
    zip.start_file(name, options.unix_permissions(0o644))?;
    zip.write_all(bytes)
}

async fn hand_on(sink: &Sink, send: &Sender<io::Result<Bytes>>) -> io::Result<()> {
    let piece = std::mem::take(&mut *sink.0.lock().unwrap_or_else(PoisonError::into_inner));
    if piece.is_empty() {
        return Ok(());
    }
    let sent = tokio::time::timeout(PATIENCE, send.send(Ok(piece.into()))).await;
    sent.map_err(io::Error::other)?.map_err(|_| io::Error::other("whoever asked is gone"))
}

/// Where the zip is written, emptied after each file.
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

/// A body of pieces as they come.
struct Pieces(Receiver<io::Result<Bytes>>);

impl hyper::body::Body for Pieces {
    type Data = Bytes;
    type Error = io::Error;

    fn poll_frame(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<io::Result<Frame<Bytes>>>> {
        self.0.poll_recv(cx).map(|poll| poll.map(|poll| poll.map(Frame::data)))
    }
}
