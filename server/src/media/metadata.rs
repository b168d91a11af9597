//! The metadata of a page's images for renderers: where each is served, its size, and its sketch where it is needed.

use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;
use std::time::Duration;

use mantel_model::facts::Facts;
use mantel_model::photo::{PictureInfo, Pictures};
use mantel_model::theme::Photos;
use mantel_model::{Draft, TileId};
use tokio::time::{Instant, timeout_at};

use super::blob_store::{BlobError, FileTypes, is_hash};
use super::library::MediaLibrary;
use super::remote::ImageReferences;
use super::variants::Variant;
use crate::store::Store;

/// Total time that a page waits for stored image metadata.
const TIMEOUT: Duration = Duration::from_secs(1);

/// The image metadata of a page.
#[derive(Clone, Debug)]
pub struct PageImages {
    /// The metadata of each image.
    pub pictures: Arc<Pictures>,
    /// Whether it is complete: each image is known or could not be fetched.
    pub complete: bool,
}

/// Looks up image metadata.
#[derive(Clone, Debug)]
pub struct ImageMetadata {
    /// Knows the remote images.
    pub store: Store,
    /// The stored images.
    pub library: Arc<MediaLibrary>,
    /// The addresses of remote images.
    pub references: Arc<ImageReferences>,
    /// Whether remote images are fetched at all.
    pub fetches_remote: bool,
}

/// The parameters of a lookup for one page.
struct Lookup {
    /// The addresses of remote images, by URL.
    addresses: HashMap<String, String>,
    /// Images that were taken down.
    blocked: BTreeSet<String>,
    /// The hashes of remote images by URL; `None` where one could not be fetched.
    remote: HashMap<String, Option<String>>,
    /// Whether sketches are needed.
    with_sketch: bool,
    deadline: Instant,
}

impl ImageMetadata {
    /// The metadata of the images on this account's page and in its facts. Nothing is fetched or rendered for it:
    /// missing metadata is determined in the background, for the next visit. Site icons are included where they are
    /// stored.
    pub async fn for_page(&self, account: &str, page: &Draft, facts: &HashMap<TileId, Facts>) -> PageImages {
        let (images, icons) = (image_sources(page, facts), icon_sources(facts));
        let sources: BTreeSet<&str> = images.union(&icons).copied().collect();
        let remote = self.remote_hashes(&sources).await;
        let far = sources.iter().copied().filter(|source| self.fetches_remote && !source.starts_with('/'));
        let lookup = Lookup {
            addresses: self.references.addresses(account, far).await,
            blocked: self.blocked(&sources, &remote).await,
            remote,
            with_sketch: page.theme.photos == Photos::Ascii,
            deadline: Instant::now() + TIMEOUT,
        };
        let mut pictures = Pictures::new();
        let mut complete = true;
        for source in images {
            if let Some(seen) = self.look_up(source, &lookup).await {
                complete &= seen.measure.is_some() || lookup.remote.get(source) == Some(&None);
                pictures.insert(source.to_owned(), seen);
            }
        }
        for source in icons {
            if let Some(seen) = self.look_up(source, &lookup).await.filter(|seen| seen.measure.is_some()) {
                pictures.entry(source.to_owned()).or_insert(seen);
            }
        }
        PageImages { pictures: Arc::new(pictures), complete }
    }

    /// The stored images of a page and its facts, uploaded or remote: their file types, and their metadata by the URLs
    /// that the page uses. Missing sketches are rendered; nothing is fetched.
    ///
    /// # Errors
    /// When the blob store can't be read.
    pub async fn stored(
        &self,
        page: &Draft,
        facts: &HashMap<TileId, Facts>,
    ) -> Result<(FileTypes, Arc<Pictures>), BlobError> {
        let sources: BTreeSet<&str> = image_sources(page, facts).union(&icon_sources(facts)).copied().collect();
        let remote = self.remote_hashes(&sources).await;
        let hash_of = |source: &str| match source.strip_prefix("/media/") {
            Some(name) => Some(name.to_owned()).filter(|name| is_hash(name)),
            None => remote.get(source).cloned().flatten(),
        };
        let hashes: Vec<(&str, String)> =
            sources.iter().filter_map(|source| Some((*source, hash_of(source)?))).collect();
        let file_types = self.library.blobs.file_types(hashes.iter().map(|(_, hash)| hash.as_str())).await?;
        let mut pictures = Pictures::new();
        for (source, hash) in hashes.iter().filter(|(_, hash)| file_types.contains_key(hash)) {
            self.library.variant(hash, Variant::Sketch).await?;
            let sketch = self.library.sketch(hash).await?;
            let measure = sketch.as_ref().map(|sketch| sketch.measure);
            let sketch = sketch.filter(|_| page.theme.photos == Photos::Ascii);
            pictures.insert((*source).to_owned(), PictureInfo { src: format!("/media/{hash}"), measure, sketch });
        }
        Ok((file_types, Arc::new(pictures)))
    }

    /// The latest hashes of the remote images among these; `None` where one could not be fetched.
    async fn remote_hashes(&self, sources: &BTreeSet<&str>) -> HashMap<String, Option<String>> {
        let remote: Vec<&str> = sources.iter().copied().filter(|source| !source.starts_with('/')).collect();
        if remote.is_empty() || !self.fetches_remote {
            return HashMap::new();
        }
        self.store.far_pictures(&remote).await.unwrap_or_else(|why| {
            tracing::warn!(error = %why, "what is known of remote images can't be read");
            HashMap::new()
        })
    }

    /// Those of these images that were taken down.
    async fn blocked(&self, sources: &BTreeSet<&str>, remote: &HashMap<String, Option<String>>) -> BTreeSet<String> {
        let uploaded = sources.iter().filter_map(|source| source.strip_prefix("/media/"));
        let hashes: Vec<&str> = uploaded.chain(remote.values().flatten().map(String::as_str)).collect();
        if hashes.is_empty() {
            return BTreeSet::new();
        }
        self.store.blocked_among(&hashes).await.unwrap_or_else(|why| {
            tracing::warn!(error = %why, "which images were taken down can't be read");
            BTreeSet::new()
        })
    }

    async fn look_up(&self, source: &str, lookup: &Lookup) -> Option<PictureInfo> {
        if let Some(hash) = source.strip_prefix("/media/").filter(|rest| is_hash(rest)) {
            return Some(self.stored_image(source, hash, lookup).await);
        }
        if source.starts_with('/') || !self.fetches_remote {
            return None;
        }
        let src = lookup.addresses.get(source)?.clone();
        match lookup.remote.get(source) {
            Some(Some(hash)) => Some(self.stored_image(&src, hash, lookup).await),
            _ => Some(PictureInfo { src, measure: None, sketch: None }),
        }
    }

    /// The metadata of a stored image that is served at `src`.
    async fn stored_image(&self, src: &str, hash: &str, lookup: &Lookup) -> PictureInfo {
        if lookup.blocked.contains(hash) {
            return PictureInfo { src: src.to_owned(), measure: None, sketch: None };
        }
        let sketch = match timeout_at(lookup.deadline, self.library.sketch(hash)).await {
            Ok(Ok(sketch)) => sketch,
            Ok(Err(why)) => {
                tracing::warn!(error = %why, hash, "the sketch of an image can't be read");
                None
            }
            Err(_) => return PictureInfo { src: src.to_owned(), measure: None, sketch: None },
        };
        if sketch.is_none() {
            let (library, hash) = (Arc::clone(&self.library), hash.to_owned());
            tokio::spawn(async move { library.variant(&hash, Variant::Sketch).await.map(drop) });
        }
        let measure = sketch.as_ref().map(|sketch| sketch.measure);
        PictureInfo { src: src.to_owned(), measure, sketch: sketch.filter(|_| lookup.with_sketch) }
    }
}

/// Every image of a page and its facts.
fn image_sources<'a>(page: &'a Draft, facts: &'a HashMap<TileId, Facts>) -> BTreeSet<&'a str> {
    let uploads = page.pictures().map(|picture| picture.as_str());
    uploads.chain(facts.values().filter_map(|facts| facts.image.as_deref())).collect()
}

/// The icons that stand in for missing images.
fn icon_sources(facts: &HashMap<TileId, Facts>) -> BTreeSet<&str> {
    facts.values().filter(|facts| facts.image.is_none()).filter_map(|facts| facts.icon.as_deref()).collect()
}
