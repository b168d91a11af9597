//! What the addresses of pictures lead to.

use axum::body::Bytes;

use crate::media::remote::Naming;
use crate::media::{FileType, Variant, is_hash};
use crate::service::Error;
use crate::state::App;

/// What a signed address leads to.
pub enum SignedTarget {
    /// An image.
    Hash(String),
    /// Nothing, since no page names it; that may change with the next edit.
    Unnamed,
    /// Nothing: the address is invalid, or no image can be fetched there.
    Never,
}

/// What the signed address of a remote image leads to; it is fetched if need be.
///
/// # Errors
/// `TakenDown`; when the database or the blob store does not answer.
pub async fn remote_hash(app: &App, signature: &str, address: &str) -> Result<SignedTarget, Error> {
    let Some((source, naming)) = app.remote_images.references.verify(signature, address).await? else {
        return Ok(SignedTarget::Never);
    };
    if naming == Naming::TakenDown || app.blocked_media.blocks_source(&source).await {
        return Err(Error::TakenDown);
    }
    if naming == Naming::Unnamed {
        return Ok(SignedTarget::Unnamed);
    }
    match app.remote_images.get(&source).await? {
        Some(hash) if app.blocked_media.blocks(&hash).await => Err(Error::TakenDown),
        Some(hash) => Ok(SignedTarget::Hash(hash)),
        None => Ok(SignedTarget::Never),
    }
}

/// The file at an address below `/media/`, and its media type, as visitors get it; `None` where they get none.
pub async fn file(app: &App, address: &str) -> Option<(Bytes, &'static str)> {
    let parts: Vec<_> = address.split('/').collect();
    let (hash, made) = match parts.as_slice() {
        ["far", signature, address, made @ ..] => match remote_hash(app, signature, address).await {
            Ok(SignedTarget::Hash(hash)) => (hash, made),
            _ => return None,
        },
        [hash, made @ ..] => {
            let shown = is_hash(hash) && !app.blocked_media.blocks(hash).await;
            if !shown || !app.blocked_media.is_uploaded(hash).await {
                return None;
            }
            ((*hash).to_owned(), made)
        }
        [] => return None,
    };
    match made {
        [] => {
            let bytes = app.media.blobs.get(&hash).await.ok()??;
            let kind = FileType::detect(&bytes).ok()?;
            Some((bytes, kind.mime()))
        }
        [name] => {
            let variant = Variant::parse(name)?;
            Some((app.media.variant(&hash, variant).await.ok()??, variant.mime()))
        }
        _ => None,
    }
}
