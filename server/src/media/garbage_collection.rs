//! Deletes images that nothing refers to any more.

use std::sync::Arc;

use super::error::MediaError;
use super::library::MediaLibrary;
use crate::clock::Clock;
use crate::store::Store;

/// How long an unused image is kept, ms.
const UNUSED: i64 = 30 * 24 * 60 * 60 * 1000;

/// A day, ms.
const DAY: i64 = 24 * 60 * 60 * 1000;

/// Deletes unused images. Cheap to clone.
#[derive(Clone, Debug)]
pub struct GarbageCollector {
    store: Store,
    clock: Clock,
    library: Arc<MediaLibrary>,
}

impl GarbageCollector {
    /// A collector that uses the database, which knows what is used, and the stored images.
    pub const fn new(store: Store, clock: Clock, library: Arc<MediaLibrary>) -> Self {
        Self { store, clock, library }
    }

    /// Deletes remote images that nobody requested for 30 days, and images uploaded 30 days ago or earlier that their
    /// account's page does not use: published, as a draft or in its history.
    ///
    /// # Errors
    /// When the database or the blob store fails.
    pub async fn collect(&self) -> Result<(), MediaError> {
        let before = self.clock.now() - UNUSED;
        let mut unused = self.store.remove_remote_images(before).await?;
        unused.extend(self.store.drop_unused_pictures(before).await?);
        for hash in unused {
            self.remove_unreferenced(&hash).await?;
        }
        Ok(())
    }

    /// Has these remote images collected after a day, unless another page that names one is visited meanwhile.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn expire_remote_images(&self, sources: &[String]) -> Result<(), MediaError> {
        Ok(self.store.age_remote_images(sources, self.clock.now() - UNUSED + DAY).await?)
    }

    /// Deletes an image unless somebody still uses it.
    ///
    /// # Errors
    /// When the database or the blob store fails.
    pub async fn remove_unreferenced(&self, hash: &str) -> Result<(), MediaError> {
        if self.store.picture_is_wanted(hash).await? {
            return Ok(());
        }
        Ok(self.library.remove(hash).await?)
    }
}
