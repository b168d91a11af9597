//! Uploaded pictures: who has which, and how many (decisions, Limits).

use axum::body::Bytes;
use mantel_model::limits::{PICTURE_BYTES, PICTURES};

use super::caller::Caller;
use super::error::{Error, Result};
use super::handle::Service;
use crate::media::{Lost, Picture, Shelf};
use crate::store::{NewPicture, PictureQuota};

impl Service {
    /// Keeps a picture for the caller; gives its bytes back, for what is to be made of them. Keeping the same picture again
    /// changes nothing.
    ///
    /// # Errors
    /// `Suspended`; `PicturesFull` when the account has as many as it may have; `StorageFull`, `Unavailable`.
    pub async fn store_picture(&self, caller: &Caller, picture: Picture, shelf: &Shelf) -> Result<Bytes> {
        self.require_not_suspended(caller)?;
        let Picture { kind, width, height, hash, bytes } = picture;
        let bytes = Bytes::from(bytes);
        if self.inner.store.has_picture(&caller.account, &hash).await? {
            return Ok(bytes);
        }
        let length = i64::try_from(bytes.len()).unwrap_or(i64::MAX);
        // On disk first: what the database knows, there is.
        shelf.put(&hash, bytes.clone()).await?;
        let new = NewPicture { hash: &hash, kind: kind.mime(), width, height, bytes: length };
        let quota = PictureQuota { count: most(PICTURES), bytes: most(PICTURE_BYTES) };
        match self.inner.store.add_picture(&caller.account, &new, quota, self.now()).await? {
            true => Ok(bytes),
            false => Err(Error::PicturesFull),
        }
    }
}

fn most(limit: usize) -> i64 {
    i64::try_from(limit).unwrap_or(i64::MAX)
}

impl From<Lost> for Error {
    /// The boundary: what the shelf said is logged once, here, and goes no further.
    fn from(lost: Lost) -> Self {
        match lost {
            Lost::Full => {
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
