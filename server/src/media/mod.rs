//! Pictures: what is let in, how it is made plain, where it is kept.
//!
//! A picture is kept under the SHA-256 of its plain form, so that the same picture has the same address on every server.

mod avif;
mod blob_store;
mod container;
mod decode;
mod file_type;
mod gif;
mod ico;
pub mod import;
mod jpeg;
pub mod metadata;
pub mod moderation;
mod png;
pub mod remote;
mod sanitize;
mod single_flight;
mod variants;
mod webp;

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

pub use avif::{Reader, asked as asked_for_reader, serve as serve_reader};
pub use blob_store::{Lost, Pictures, Shelf, is_hash};
pub use file_type::Kind;
pub use sanitize::{Picture, Refused, admit, hash};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
pub use variants::Derived;

/// Uploads whose bytes are in memory at once; more wait their turn.
const UPLOADS: usize = 6;
/// Pictures decoded at once, each in up to 128 MiB.
const DRAWN: usize = 2;
/// Exports with pictures under way at once, each with one picture in memory.
const EXPORTS: usize = 8;

/// The shelf, and how much is done at once.
#[derive(Debug)]
pub struct Media {
    /// Where pictures are kept.
    pub shelf: Shelf,
    uploads: Arc<Semaphore>,
    drawn: Arc<Semaphore>,
    exports: Arc<Semaphore>,
    makers: single_flight::Makers,
    avif: Reader,
    news: AtomicU64,
}

impl Media {
    /// Uploads that could be taken at this moment.
    pub fn free_turns(&self) -> usize {
        self.uploads.available_permits()
    }

    /// Pictures on this shelf, and how AVIF is read.
    pub fn new(shelf: Shelf, avif: Reader) -> Self {
        let room = |places| Arc::new(Semaphore::new(places));
        Self {
            shelf,
            uploads: room(UPLOADS),
            drawn: room(DRAWN),
            exports: room(EXPORTS),
            makers: single_flight::Makers::default(),
            avif,
            news: AtomicU64::new(0),
        }
    }

    /// How often this server learned something about a picture: pages that were drawn without it may be drawn anew.
    pub fn news(&self) -> u64 {
        self.news.load(Ordering::Acquire)
    }

    /// Counts something that was learned about a picture.
    pub fn learned(&self) {
        self.news.fetch_add(1, Ordering::AcqRel);
    }

    /// A turn to hold an upload in memory, kept until it is dropped.
    pub async fn turn(&self) -> Option<OwnedSemaphorePermit> {
        // The semaphore is never closed.
        Arc::clone(&self.uploads).acquire_owned().await.ok()
    }

    /// A turn to send an export, kept until it is dropped.
    pub async fn export_turn(&self) -> Option<OwnedSemaphorePermit> {
        Arc::clone(&self.exports).acquire_owned().await.ok()
    }

    /// Checks an upload and makes it plain, on a thread of its own.
    ///
    /// # Errors
    /// Why it is not let in.
    pub async fn admit(
        &self,
        bytes: impl AsRef<[u8]> + Send + 'static,
        said: Option<String>,
    ) -> Result<Picture, Refused> {
        let turn = Arc::clone(&self.drawn).acquire_owned().await.ok();
        let avif = self.avif.clone();
        let work = tokio::task::spawn_blocking(move || {
            let admitted = admit(bytes.as_ref(), said.as_deref(), &avif);
            // Held to the end of the work, whether or not somebody still waits for it.
            drop(turn);
            admitted
        });
        work.await.unwrap_or_else(|why| {
            tracing::error!(error = %why, "a picture could not be decoded");
            Err(Refused::Unreadable("The picture can't be read; save it again in another program.".to_owned()))
        })
    }
}
