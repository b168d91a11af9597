//! A picture that is sent here, in whatever way: checked, made anew without what a camera wrote into it, and kept.

use axum::body::Bytes;
use mantel_model::api::ImageReply;

use crate::http::error::Refusal;
use crate::media::{self, SanitizeError};
use crate::service::{Caller, Error};
use crate::state::App;

/// The file types that are taken, in words.
pub const TYPES: &str = media::ACCEPTED;
/// The path for uploads; below it are the addresses that take one picture each.
pub const UPLOADS: &str = "/api/v1/images";

/// Keeps a picture of the caller's and tells its address and size. The file is of the type that is named, if one is.
///
/// # Errors
/// When the account is suspended or has no room, when the picture was taken down, and when it can't be read.
pub async fn keep(
    app: &App,
    caller: &Caller,
    file: Bytes,
    content_type: Option<String>,
) -> Result<ImageReply, Refusal> {
    app.service.check_may_store_picture(caller, &media::hash(&file)).await?;
    let picture = app.media.sanitize(file, content_type).await?;
    let hash = picture.hash.clone();
    let kept = ImageReply { src: format!("/media/{hash}"), width: picture.width, height: picture.height };
    let file = app.service.store_picture(caller, picture, &app.media.blobs).await?;
    // So that the first page that uses it knows its size and colours.
    app.media.ensure_sketch(&hash, file).await.map_err(Error::from)?;
    Ok(kept)
}

impl From<SanitizeError> for Refusal {
    fn from(refused: SanitizeError) -> Self {
        match refused {
            SanitizeError::TooLarge(words) => Self::new("image_too_large", words),
            SanitizeError::Unsupported(words) => Self::new("image_unsupported", words),
            SanitizeError::Unreadable(words) => Self::new("image_unreadable", words),
        }
    }
}
