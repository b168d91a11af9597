//! The stored images with their variants, and limits on concurrent processing.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use axum::body::Bytes;
use mantel_model::photo::Sketch;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use super::avif::AvifDecoder;
use super::blob_store::{BlobError, BlobStore};
use super::sanitize::{SanitizeError, SanitizedImage, sanitize};
use super::single_flight::{SingleFlight, SketchCache};
use super::variants::Variant;

/// Uploads in memory at once; more have to wait.
const UPLOADS: usize = 6;
/// Concurrent decodes, each of which takes up to 128 MiB; fewer on a machine with fewer cores, so that one is left for
/// visits.
const DECODES: usize = 2;
/// Concurrent imports of page files with images, each in a temporary file.
const IMPORTS: usize = 2;
/// Concurrent exports with images, each with one image in memory.
const EXPORTS: usize = 8;

/// The stored images.
#[derive(Debug)]
pub struct MediaLibrary {
    /// Where images are stored.
    pub blobs: BlobStore,
    uploads: Arc<Semaphore>,
    decodes: Arc<Semaphore>,
    imports: Arc<Semaphore>,
    exports: Arc<Semaphore>,
    rendering: SingleFlight,
    sketches: SketchCache,
    avif: AvifDecoder,
    changes: AtomicU64,
    decoded: AtomicU64,
}

impl MediaLibrary {
    /// The images in a blob store.
    pub fn new(blobs: BlobStore, avif: AvifDecoder) -> Self {
        let semaphore = |permits| Arc::new(Semaphore::new(permits));
        Self {
            blobs,
            uploads: semaphore(UPLOADS),
            decodes: semaphore(concurrent_decodes()),
            imports: semaphore(IMPORTS),
            exports: semaphore(EXPORTS),
            rendering: SingleFlight::default(),
            sketches: SketchCache::default(),
            avif,
            changes: AtomicU64::new(0),
            decoded: AtomicU64::new(0),
        }
    }

    /// How many files this server was made to decode so far: uploads, fetched images, and originals of variants.
    pub fn decode_count(&self) -> u64 {
        self.decoded.load(Ordering::Relaxed)
    }

    /// How often this server learned something new about an image; pages rendered before may be rendered again.
    pub fn change_count(&self) -> u64 {
        self.changes.load(Ordering::Acquire)
    }

    /// Counts a change in what is known about an image.
    pub fn record_change(&self) {
        self.changes.fetch_add(1, Ordering::AcqRel);
    }

    /// Uploads that could start now.
    pub fn free_upload_permits(&self) -> usize {
        self.uploads.available_permits()
    }

    /// Waits for a permit to hold an upload in memory.
    pub async fn upload_permit(&self) -> Option<OwnedSemaphorePermit> {
        // The semaphore is never closed.
        Arc::clone(&self.uploads).acquire_owned().await.ok()
    }

    /// Waits for a permit to receive a page file with images.
    pub async fn import_permit(&self) -> Option<OwnedSemaphorePermit> {
        Arc::clone(&self.imports).acquire_owned().await.ok()
    }

    /// Waits for a permit to send an export.
    pub async fn export_permit(&self) -> Option<OwnedSemaphorePermit> {
        Arc::clone(&self.exports).acquire_owned().await.ok()
    }

    /// Logs what of the sandbox of the process that decodes AVIF this kernel lacks.
    pub fn log_sandbox(&self) {
        let avif = self.avif.clone();
        tokio::task::spawn_blocking(move || avif.log_sandbox());
    }

    /// Checks an upload and strips its metadata, on a blocking thread.
    ///
    /// # Errors
    /// Why it is refused.
    pub async fn sanitize(
        &self,
        bytes: impl AsRef<[u8]> + Send + 'static,
        content_type: Option<String>,
    ) -> Result<SanitizedImage, SanitizeError> {
        let permit = Arc::clone(&self.decodes).acquire_owned().await.ok();
        self.decoded.fetch_add(1, Ordering::Relaxed);
        let avif = self.avif.clone();
        let work = tokio::task::spawn_blocking(move || {
            let sanitized = sanitize(bytes.as_ref(), content_type.as_deref(), &avif);
            // Held until the work is done, even if nobody waits for it any more.
            drop(permit);
            sanitized
        });
        work.await.unwrap_or_else(|why| {
            tracing::error!(error = %why, "an image could not be decoded");
            Err(SanitizeError::Unreadable("The picture can't be read; save it again in another program.".to_owned()))
        })
    }

    /// A variant of an image, rendered now if necessary; `None` when there is no such image.
    ///
    /// # Errors
    /// When the blob store can't be read or written.
    pub async fn variant(&self, hash: &str, variant: Variant) -> Result<Option<Bytes>, BlobError> {
        if let Some(stored) = self.blobs.variant(hash, variant).await? {
            return Ok(Some(stored));
        }
        let _lock = self.rendering.lock(hash, variant).await;
        if let Some(stored) = self.blobs.variant(hash, variant).await? {
            return Ok(Some(stored));
        }
        let Some(file) = self.blobs.get(hash).await? else { return Ok(None) };
        self.render(hash, variant, file).await
    }

    /// Renders the sketch of a newly stored image from its bytes, unless it exists.
    ///
    /// # Errors
    /// When the blob store can't be read or written.
    pub async fn ensure_sketch(&self, hash: &str, file: Bytes) -> Result<(), BlobError> {
        let _lock = self.rendering.lock(hash, Variant::Sketch).await;
        if self.blobs.variant(hash, Variant::Sketch).await?.is_none() {
            self.render(hash, Variant::Sketch, file).await?;
        }
        Ok(())
    }

    async fn render(&self, hash: &str, variant: Variant, file: Bytes) -> Result<Option<Bytes>, BlobError> {
        let permit = Arc::clone(&self.decodes).acquire_owned().await.ok();
        self.decoded.fetch_add(1, Ordering::Relaxed);
        let work = tokio::task::spawn_blocking(move || {
            let rendered = variant.render(&file);
            // Held until the work is done, even if nobody waits for it any more.
            drop(permit);
            rendered
        });
        match work.await.unwrap_or_else(|why| Err(why.to_string())) {
            Ok(rendered) => {
                let rendered = Bytes::from(rendered);
                self.blobs.put_variant(hash, variant, rendered.clone()).await?;
                if matches!(variant, Variant::Sketch) {
                    self.record_change();
                }
                Ok(Some(rendered))
            }
            Err(why) => {
                tracing::error!(error = %why, hash, variant = variant.name(), "a variant of an image could not be rendered");
                Ok(None)
            }
        }
    }

    /// The sketch of an image, if it has been rendered: pages do not wait for rendering.
    ///
    /// # Errors
    /// When the blob store can't be read.
    pub async fn sketch(&self, hash: &str) -> Result<Option<Arc<Sketch>>, BlobError> {
        if let Some(cached) = self.sketches.get(hash) {
            return Ok(Some(cached));
        }
        let stored = self.blobs.variant(hash, Variant::Sketch).await?;
        let sketch = stored.and_then(|bytes| Sketch::from_bytes(&bytes)).map(Arc::new);
        if let Some(sketch) = &sketch {
            self.sketches.insert(hash, sketch);
        }
        Ok(sketch)
    }

    /// Deletes an image with its variants.
    ///
    /// # Errors
    /// When it can't be deleted.
    pub async fn remove(&self, hash: &str) -> Result<(), BlobError> {
        self.sketches.remove(hash);
        for variant in Variant::all() {
            self.blobs.remove_variant(hash, variant).await?;
        }
        self.blobs.remove(hash).await
    }
}

fn concurrent_decodes() -> usize {
    let cores = std::thread::available_parallelism().map_or(1, std::num::NonZeroUsize::get);
    cores.saturating_sub(1).clamp(1, DECODES)
}
