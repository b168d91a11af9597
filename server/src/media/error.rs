//! Why an image could not be provided.

use super::blob_store::BlobError;
use crate::store::StoreError;

/// Why an image could not be provided.
#[derive(Debug, thiserror::Error)]
pub enum MediaError {
    /// The database failed.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The blob store failed.
    #[error(transparent)]
    Blob(#[from] BlobError),
    /// Too many images were fetched for this account; seconds to wait.
    #[error("too many images were fetched for this account; try again in {0} seconds")]
    RateLimited(u64),
    /// Too many fetches are under way.
    #[error("too many images are being fetched; try again")]
    Busy,
}
