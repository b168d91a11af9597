//! Blocks images that were taken down, alone or with their page, from being shown to visitors. The list is read at most
//! once a second, however many images are requested.

use std::collections::{HashMap, HashSet};
use std::sync::{PoisonError, RwLock};
use std::time::{Duration, Instant};

use tokio::sync::Mutex;

use super::remote::{RemoteSource, UrlSigner};
use crate::store::{self, Store};

/// How long the list is fresh: a command in another process may take a page down.
const FRESH: Duration = Duration::from_secs(1);
/// Reading the list takes at most one part in this many of the time, however many pages were taken down.
const SHARE: u32 = 100;

/// Maximum number of hashes that are known to be uploaded; a full cache is cleared first.
const UPLOADED: usize = 16 * 1024;

/// The blocked images, as last read.
#[derive(Debug)]
pub struct BlockedMedia {
    store: Store,
    signer: UrlSigner,
    list: RwLock<BlockList>,
    reading: Mutex<()>,
    /// Hashes that are known to be uploaded, and until when.
    uploaded: RwLock<HashMap<String, Instant>>,
}

#[derive(Debug, Default)]
struct BlockList {
    /// Uploaded images, by hash.
    hashes: HashSet<String>,
    /// Owners of remote images, by the pseudonyms in their addresses.
    owners: HashSet<String>,
    /// Until when the list is fresh; `None` before the first read.
    until: Option<Instant>,
}

impl BlockedMedia {
    /// An empty list, not read yet.
    pub fn new(store: Store, signer: UrlSigner) -> Self {
        Self { store, signer, list: RwLock::default(), reading: Mutex::default(), uploaded: RwLock::default() }
    }

    /// Whether an image is blocked: it was taken down itself, or it belongs to a page that was taken down and no other
    /// account has it.
    pub async fn blocks(&self, hash: &str) -> bool {
        self.refresh().await;
        self.with_list(|list| list.hashes.contains(hash))
    }

    /// Whether a remote image is blocked, because the page that refers to it was taken down.
    pub async fn blocks_source(&self, source: &RemoteSource) -> bool {
        self.refresh().await;
        self.with_list(|list| list.owners.contains(&source.owner))
    }

    /// Whether an image was uploaded by somebody, so that its hash is an address. An image of another server is served
    /// only at the signed addresses of the pages that name it. While the database does not answer, what was known
    /// counts, and else yes.
    pub async fn is_uploaded(&self, hash: &str) -> bool {
        let now = Instant::now();
        let known = self.uploaded.read().unwrap_or_else(PoisonError::into_inner).get(hash).copied();
        if known.is_some_and(|until| now < until) {
            return true;
        }
        let uploaded = self.store.has_uploaded(hash).await.unwrap_or_else(|why| {
            tracing::warn!(error = %why, "who uploaded an image can't be read");
            true
        });
        let mut cache = self.uploaded.write().unwrap_or_else(PoisonError::into_inner);
        if uploaded {
            if cache.len() >= UPLOADED {
                cache.clear();
            }
            cache.insert(hash.to_owned(), now + FRESH);
        } else {
            cache.remove(hash);
        }
        uploaded
    }

    fn with_list<T>(&self, look_up: impl FnOnce(&BlockList) -> T) -> T {
        look_up(&self.list.read().unwrap_or_else(PoisonError::into_inner))
    }

    fn is_stale(&self) -> bool {
        self.with_list(|list| list.until.is_none_or(|until| Instant::now() >= until))
    }

    /// Reads a stale list again. While the database does not answer, the last list counts.
    async fn refresh(&self) {
        if !self.is_stale() {
            return;
        }
        let _lock = self.reading.lock().await;
        if !self.is_stale() {
            return;
        }
        let start = Instant::now();
        let read = self.read().await;
        let mut list = self.list.write().unwrap_or_else(PoisonError::into_inner);
        match read {
            Ok((hashes, owners)) => (list.hashes, list.owners) = (hashes, owners),
            Err(why) => tracing::warn!(error = %why, "the list of blocked images can't be read"),
        }
        list.until = Some(Instant::now() + FRESH.max(start.elapsed() * SHARE));
    }

    async fn read(&self) -> store::Result<(HashSet<String>, HashSet<String>)> {
        let mut hashes: HashSet<_> =
            self.store.all_blocked_pictures().await?.into_iter().map(|picture| picture.hash).collect();
        let accounts = self.store.suspended_accounts().await?;
        if !accounts.is_empty() {
            hashes.extend(self.store.blocked_pictures().await?);
        }
        Ok((hashes, accounts.iter().map(|account| self.signer.source(account, "").owner).collect()))
    }
}
