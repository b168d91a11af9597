//! Fetches remote images, once for concurrent requests, and again when they become stale.

use std::fmt;
use std::sync::Arc;

use axum::body::Bytes;
use mantel_model::ImageUrl;
use url::Url;

use super::references::ImageReferences;
use super::signed_url::{RemoteSource, UrlSigner};
use crate::clock::Clock;
use crate::keyed_semaphore::KeyedSemaphore;
use crate::media::error::MediaError;
use crate::media::garbage_collection::GarbageCollector;
use crate::media::library::MediaLibrary;
use crate::outbound::{FetchError, Outbound, Request};
use crate::store::{RemoteImage, Store};

/// How long an image is fresh, ms.
const FRESH: i64 = 7 * 24 * 60 * 60 * 1000;
/// The wait after the first failure, ms; doubled each time, up to [`LONGEST`].
const BACKOFF: i64 = 5 * 60 * 1000;
/// The longest wait after failures, ms.
const LONGEST: i64 = 24 * 60 * 60 * 1000;
/// The precision to which the time of the last request is recorded, ms.
const DAY: i64 = 24 * 60 * 60 * 1000;

/// Takes one fetch from the quota of an account.
pub trait FetchQuota: fmt::Debug + Send + Sync {
    /// Takes one fetch.
    ///
    /// # Errors
    /// The seconds to wait when none is left.
    fn take(&self, owner: &str) -> Result<(), u64>;

    /// Takes the size of a new image from the account's room; `false` when it has not as much.
    fn has_room(&self, owner: &str, bytes: usize) -> bool;
}

/// Why an image was not fetched.
enum FetchFailure {
    /// Too many fetches at once: it was not tried.
    Busy,
    /// The reason, for the log.
    Image(String),
}

impl FetchFailure {
    fn of(error: &impl fmt::Display) -> Self {
        Self::Image(error.to_string())
    }
}

/// Fetches remote images. Cheap to clone.
#[derive(Clone, Debug)]
pub struct RemoteImages {
    /// The state of each URL.
    pub store: Store,
    /// The clock.
    pub clock: Clock,
    /// Stores the fetched images.
    pub library: Arc<MediaLibrary>,
    /// Deletes replaced images.
    pub garbage: GarbageCollector,
    /// The HTTP client.
    pub outbound: Outbound,
    /// Whose pages name which of them.
    pub references: Arc<ImageReferences>,
    /// Pseudonyms of accounts.
    pub signer: UrlSigner,
    /// Limits the fetches per account.
    pub quota: Arc<dyn FetchQuota>,
    /// One fetch at a time per URL.
    pub fetching: KeyedSemaphore,
}

impl RemoteImages {
    /// The hash of the image at a URL, fetched if needed; `None` when it can't be fetched. A stale image is served once
    /// more while it is fetched in the background.
    ///
    /// # Errors
    /// When the database or the blob store fails; `RateLimited` when the account's quota of fetches is used up.
    pub async fn get(&self, source: &RemoteSource) -> Result<Option<String>, MediaError> {
        let now = self.clock.now();
        let known = self.store.remote_image(&source.url).await?;
        // Even if it is about to be fetched again: the fetch may fail, and the current image must not be collected.
        if let Some(record) = known.as_ref().filter(|record| record.hash.is_some() && now - record.asked_at > DAY) {
            self.store.record_remote_image(&source.url, &RemoteImage { asked_at: now, ..record.clone() }).await?;
        }
        match known {
            Some(record) if now < record.next_at => Ok(record.hash),
            Some(RemoteImage { hash: Some(hash), .. }) => {
                let (images, source) = (self.clone(), source.clone());
                tokio::spawn(async move { images.refresh(&source).await.map(drop) });
                Ok(Some(hash))
            }
            _ => self.refresh(source).await,
        }
    }

    /// Fetches an image and records the result, one fetch at a time per URL.
    async fn refresh(&self, source: &RemoteSource) -> Result<Option<String>, MediaError> {
        let _permit = self.fetching.acquire(source.url.clone(), 1).await;
        let now = self.clock.now();
        let known = self.store.remote_image(&source.url).await?;
        if let Some(record) = known.as_ref().filter(|record| now < record.next_at) {
            return Ok(record.hash.clone());
        }
        self.quota.take(&source.owner).map_err(MediaError::RateLimited)?;
        let previous = known.as_ref().and_then(|record| record.hash.clone());
        let fetched = self.fetch(source, previous.as_deref()).await;
        let record = match fetched {
            Ok(hash) => RemoteImage { hash: Some(hash), next_at: now + FRESH, failures: 0, asked_at: now },
            // That says nothing about the image.
            Err(FetchFailure::Busy) => return Err(MediaError::Busy),
            Err(FetchFailure::Image(why)) => {
                tracing::debug!(source = source.url, why, "a remote image was not fetched");
                let failures = known.map_or(0, |record| record.failures) + 1;
                let wait = (BACKOFF << failures.clamp(1, 10).saturating_sub(1)).min(LONGEST);
                // Keep the previous image, unless it was taken down.
                let kept = match &previous {
                    Some(hash) if self.store.is_picture_blocked(hash).await? => None,
                    previous => previous.clone(),
                };
                RemoteImage { hash: kept, next_at: now + wait, failures, asked_at: now }
            }
        };
        self.store.record_remote_image(&source.url, &record).await?;
        self.library.record_change();
        if let Some(previous) = previous.filter(|previous| record.hash.as_ref() != Some(previous)) {
            self.garbage.remove_unreferenced(&previous).await?;
        }
        Ok(record.hash)
    }

    /// Fetches, sanitizes and stores an image; one that is still the `previous` one takes no more of the account's room.
    async fn fetch(&self, source: &RemoteSource, previous: Option<&str>) -> Result<String, FetchFailure> {
        let url = ImageUrl::parse(&source.url)
            .ok()
            .and_then(|value| Url::parse(value.as_str()).ok())
            .ok_or_else(|| FetchFailure::Image("it is no address".to_owned()))?;
        let request = Request::image(&url).for_account(&source.owner);
        let fetched = self.outbound.get(&request).await.map_err(|error| match error {
            FetchError::BUSY => FetchFailure::Busy,
            error => FetchFailure::of(&error),
        })?;
        let refused = |error| FetchFailure::Image(format!("{error:?}"));
        let image = self.library.sanitize(fetched.body, None).await.map_err(refused)?;
        if self.store.is_picture_blocked(&image.hash).await.map_err(|error| FetchFailure::of(&error))? {
            return Err(FetchFailure::Image("it was taken down".to_owned()));
        }
        if previous != Some(image.hash.as_str()) && !self.quota.has_room(&source.owner, image.bytes.len()) {
            return Err(FetchFailure::Image("its account has had its share of pictures (RATE_FAR_MIB)".to_owned()));
        }
        let file = Bytes::from(image.bytes);
        self.library.blobs.put(&image.hash, file.clone()).await.map_err(|error| FetchFailure::of(&error))?;
        self.library.ensure_sketch(&image.hash, file).await.map_err(|error| FetchFailure::of(&error))?;
        Ok(image.hash)
    }
}
