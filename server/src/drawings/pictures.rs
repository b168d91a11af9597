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

/// The pictures of a page that a drawing shows, by their places.
#[derive(Clone, Copy, Debug)]
pub struct Shown<'a> {
    avatar: Option<&'a ImageUrl>,
    picture: Option<&'a ImageUrl>,
    cover: Option<&'a ImageUrl>,
    backdrop: Option<&'a ImageUrl>,
}

impl<'a> Shown<'a> {
    /// Those of a card.
    pub fn on_card(parts: &'a Parts) -> Self {
        let [avatar, picture, cover] =
            [&parts.avatar, &parts.picture, &parts.cover].map(|shown| shown.as_ref().map(|shown| &shown.address));
        Self { avatar, picture, cover, backdrop: parts.backdrop.as_ref() }
    }

    /// That of an icon.
    pub fn on_icon(parts: &'a Parts) -> Self {
        Self { picture: None, cover: None, backdrop: None, ..Self::on_card(parts) }
    }

    /// Those of a print.
    pub fn on_print(parts: &'a Parts) -> Self {
        Self { picture: None, backdrop: None, ..Self::on_card(parts) }
    }

    /// The pictures that there are.
    fn addresses(self) -> impl Iterator<Item = &'a ImageUrl> {
        [self.avatar, self.picture, self.cover, self.backdrop].into_iter().flatten()
    }
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
    /// What is known of each picture now, and whether that stays: one of another site may be fetched later or again, and one
    /// that was taken down is left out from now on.
    pub async fn all_known(&self, shown: Shown<'_>) -> (Vec<String>, bool) {
        let (mut all, mut stays) = (Vec::new(), true);
        for address in shown.addresses() {
            let known = self.known(address).await;
            stays &= known.is_some() && address.own_name().is_some();
            all.push(known.unwrap_or_default());
        }
        (all, stays)
    }

    /// What is known of a picture now: the hash of its file, unless that was taken down or is not fetched yet.
    async fn known(&self, address: &ImageUrl) -> Option<String> {
        let hash = match (address.own_name(), &self.remote) {
            (Some(name), _) => name.to_owned(),
            (None, Some(remote)) => remote.store.remote_image(address.as_str()).await.ok()??.hash?,
            (None, None) => return None,
        };
        (!self.blocked.blocks(&hash).await).then_some(hash)
    }

    /// The pictures, those that can be had. A drawing without one of them is as good.
    pub async fn load(&self, account: &str, shown: Shown<'_>) -> Pictures {
        let one = async |address: Option<&ImageUrl>| match address {
            Some(address) => self.picture(account, address).await,
            None => None,
        };
        Pictures {
            avatar: one(shown.avatar).await,
            picture: one(shown.picture).await,
            cover: one(shown.cover).await,
            backdrop: one(shown.backdrop).await,
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
