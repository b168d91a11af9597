//! The pictures on a card, from where the page has them.

use std::sync::Arc;

use image::GenericImageView;
use mantel_drawing::{Parts, Picture, Pictures};
use mantel_model::ImageUrl;

use crate::media::moderation::BlockedMedia;
use crate::media::remote::RemoteImages;
use crate::media::{FileType, MediaLibrary, Variant, decode, is_hash};

/// The width of the variants that are drawn from, pixels: a card is 1200 wide, and its pictures a third of that.
const WIDTH: u32 = 640;

/// The pictures that a card may show.
pub fn shown(parts: &Parts) -> impl Iterator<Item = &ImageUrl> {
    places(parts).into_iter().flatten()
}

/// The picture of each place on a card.
fn places(parts: &Parts) -> [Option<&ImageUrl>; 4] {
    let [avatar, picture, cover] =
        [&parts.avatar, &parts.picture, &parts.cover].map(|shown| shown.as_ref().map(|shown| &shown.address));
    [avatar, picture, cover, parts.backdrop.as_ref()]
}

/// Where the pictures of pages are.
#[derive(Debug)]
pub struct PictureSource {
    /// The stored images.
    pub library: Arc<MediaLibrary>,
    /// Images on other servers; `None` where nothing is fetched.
    pub remote: Option<RemoteImages>,
    /// Images that were taken down.
    pub blocked: Arc<BlockedMedia>,
}

impl PictureSource {
    /// What is known of the picture now: the hash of its file, unless that was taken down or is not fetched yet.
    pub async fn known(&self, address: &ImageUrl) -> Option<String> {
        let hash = match (address.own_name(), &self.remote) {
            (Some(name), _) => name.to_owned(),
            (None, Some(remote)) => remote.store.remote_image(address.as_str()).await.ok()??.hash?,
            (None, None) => return None,
        };
        (!self.blocked.blocks(&hash).await).then_some(hash)
    }

    /// The pictures, those that can be had. A drawing without one of them is as good.
    pub async fn load(&self, account: &str, parts: &Parts) -> Pictures {
        let one = async |address: Option<&ImageUrl>| match address {
            Some(address) => self.picture(account, address).await,
            None => None,
        };
        let [avatar, shown, cover, backdrop] = places(parts);
        Pictures {
            avatar: one(avatar).await,
            picture: one(shown).await,
            cover: one(cover).await,
            backdrop: one(backdrop).await,
        }
    }

    async fn picture(&self, account: &str, address: &ImageUrl) -> Option<Picture> {
        let hash = match (address.own_name(), &self.remote) {
            (Some(name), _) => name.to_owned(),
            (None, Some(remote)) => remote.get(&remote.signer.source(account, address.as_str())).await.ok()??,
            (None, None) => return None,
        };
        if !is_hash(&hash) || self.blocked.blocks(&hash).await {
            return None;
        }
        let file = self.library.variant(&hash, Variant::Width(WIDTH)).await.ok()??;
        let work = tokio::task::spawn_blocking(move || {
            let decoded = FileType::detect(&file).and_then(|kind| decode::decode(kind, &file)).ok()?;
            let (width, height) = decoded.dimensions();
            Picture::new(width, height, decoded.into_rgba8().into_raw())
        });
        work.await.ok()?
    }
}
