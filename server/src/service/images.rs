//! Uploaded pictures: which account has which, and how many (decisions, Limits).

use axum::body::Bytes;
use mantel_model::Problem;
use mantel_model::api::Import;
use mantel_model::limits::{PICTURE_BYTES, PICTURES};

use super::caller::Caller;
use super::error::{Error, Result};
use super::handle::Service;
use super::rights::Operation;
use crate::media::import::MediaImport;
use crate::media::{BlobError, BlobStore, MediaError, SanitizedImage};
use crate::store::{NewPicture, PictureQuota};

impl Service {
    /// Stores a picture for the caller and returns its bytes for further processing. Storing the same picture again
    /// changes nothing.
    ///
    /// # Errors
    /// `Suspended`; `PicturesFull` when the account has reached its limit; `PictureBlocked`; `StorageFull`,
    /// `Unavailable`.
    pub async fn store_picture(&self, caller: &Caller, picture: SanitizedImage, blobs: &BlobStore) -> Result<Bytes> {
        self.require(caller, Operation::AddPicture).await?;
        self.require_not_suspended(caller)?;
        let SanitizedImage { file_type, width, height, hash, bytes } = picture;
        let bytes = Bytes::from(bytes);
        if self.inner.store.has_picture(&caller.account, &hash).await? {
            return Ok(bytes);
        }
        if self.inner.store.is_picture_blocked(&hash).await? {
            return Err(Error::PictureBlocked);
        }
        let length = i64::try_from(bytes.len()).unwrap_or(i64::MAX);
        // Write the file first: every picture in the database must have one.
        blobs.put(&hash, bytes.clone()).await?;
        let new = NewPicture { hash: &hash, kind: file_type.mime(), width, height, bytes: length };
        let quota = PictureQuota { count: most(PICTURES), bytes: most(PICTURE_BYTES) };
        match self.inner.store.add_picture(&caller.account, &new, quota, self.now()).await? {
            true => Ok(bytes),
            false => Err(Error::PicturesFull),
        }
    }

    /// Checks that the caller may store another picture, before an upload is decoded. `hash` is that of the file as it
    /// was sent: one that the account has is no other.
    ///
    /// # Errors
    /// `Suspended`; `PicturesFull` when the account has reached its limit; `PictureBlocked`; `Unavailable`.
    pub async fn check_may_store_picture(&self, caller: &Caller, hash: &str) -> Result<()> {
        self.require(caller, Operation::AddPicture).await?;
        self.require_not_suspended(caller)?;
        if self.inner.store.is_picture_blocked(hash).await? {
            return Err(Error::PictureBlocked);
        }
        let (count, bytes) = self.inner.store.picture_usage(&caller.account).await?;
        let full = count >= most(PICTURES) || bytes >= most(PICTURE_BYTES);
        if full && !self.inner.store.has_picture(&caller.account, hash).await? {
            return Err(Error::PicturesFull);
        }
        Ok(())
    }

    /// Whether the caller has a picture.
    ///
    /// # Errors
    /// When the database does not answer.
    pub async fn has_picture(&self, caller: &Caller, hash: &str) -> Result<bool> {
        self.require(caller, Operation::ReadPage).await?;
        Ok(self.inner.store.has_picture(&caller.account, hash).await?)
    }

    /// Takes a picture down by its hash, for a reason that the operator reads later: it is shown to nobody, and neither
    /// uploaded nor fetched again. Returns the number of pages that showed it. Its file is to be deleted afterwards.
    ///
    /// # Errors
    /// When the database does not answer.
    pub async fn block_picture(&self, hash: &str, reason: &str) -> Result<usize> {
        Ok(self.inner.store.block_picture(hash, reason, self.now()).await?)
    }

    /// Lets a picture be uploaded and fetched again.
    ///
    /// # Errors
    /// `Unknown` when it is not blocked.
    pub async fn unblock_picture(&self, hash: &str) -> Result<()> {
        if self.inner.store.unblock_picture(hash).await? { Ok(()) } else { Err(Error::Unknown("blocked picture")) }
    }

    /// Imports the images of a page file from another Mantel instance, before the page itself. The returned problem
    /// says how many could not be fetched; it does not prevent the import.
    pub async fn import_images(&self, caller: &Caller, import: &Import, media: &MediaImport) -> Vec<Problem> {
        if import.terms.dry_run || !media.is_foreign(import) {
            return Vec::new();
        }
        let allowed = self.require(caller, Operation::ImportPage).await.is_ok();
        if !allowed || (!import.replace && self.page(caller).await.is_ok()) {
            // The import is about to be refused.
            return Vec::new();
        }
        let may = |hash: String| async move { self.check_may_store_picture(caller, &hash).await };
        media.run(&caller.account, import, may, |image| self.store_picture(caller, image, &media.library.blobs)).await
    }
}

fn most(limit: usize) -> i64 {
    i64::try_from(limit).unwrap_or(i64::MAX)
}

impl From<BlobError> for Error {
    /// Logs the blob store's error once, here; it goes no further.
    fn from(lost: BlobError) -> Self {
        match lost {
            BlobError::DiskFull => {
                tracing::error!("the disk of the pictures is full");
                Self::StorageFull
            }
            other => {
                tracing::error!(error = %other, "pictures can't be kept or read");
                Self::Unavailable
            }
        }
    }
}

impl From<MediaError> for Error {
    fn from(error: MediaError) -> Self {
        match error {
            MediaError::Store(why) => why.into(),
            MediaError::Blob(why) => why.into(),
            MediaError::RateLimited(wait) => Self::RateLimited(wait),
            MediaError::Busy => Self::Unavailable,
        }
    }
}
