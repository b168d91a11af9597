//! Published pages in memory: each state of a page is rendered once for all requests, and served without the database
//! while its entry is fresh.

mod brotli_memory;
mod cached_page;
mod encoding;
mod gzip_memory;
mod prepared_response;

use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, PoisonError, RwLock};
use std::time::Instant;

use axum::http::HeaderMap;
pub use cached_page::{CachedDocument, CachedPage, CachedResponse, RenderedPage, Representation};
use cached_page::{Promotion, RenderedFrom};
use mantel_model::Username;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use crate::http::terminal_client;
use crate::keyed_semaphore::{KeyedSemaphore, acquire};
use crate::media::MediaLibrary;
use crate::metrics::METRICS;
use crate::service::{Error, Published, Result, Service};
use crate::store::CounterSlot;

/// A page is rendered again after this long in any case, because remote images come and go, ms.
const MAX_AGE: u64 = 10 * 60 * 1000;
/// The same for a page with incomplete image metadata, ms.
const MAX_AGE_UNSETTLED: u64 = 10 * 1000;
/// How long a page is served without another check while the database is unavailable, ms.
const STALE_IF_ERROR: u64 = 1000;
/// The path prefix of published pages as JSON.
const JSON_PREFIX: &str = "api/v1/public/";
/// The path suffix of published pages as plain text.
const TEXT_SUFFIX: &str = "/llms.txt";

/// The cache of published pages.
///
/// An entry is fresh while its account's change counter is unchanged and its time to live has not passed.
#[derive(Debug)]
pub struct PageCache {
    entries: RwLock<Entries>,
    /// Maximum memory of the entries, bytes.
    capacity: usize,
    /// One rendering at a time per page.
    render_locks: KeyedSemaphore,
    /// One compression at full effort at a time.
    compressor: Arc<Semaphore>,
    start: Instant,
    renders: AtomicU64,
    prepared: AtomicU64,
    /// The folder for the unnamed files of zero-copy responses.
    data_dir: PathBuf,
    service: Service,
    media: Arc<MediaLibrary>,
}

#[derive(Debug, Default)]
struct Entries {
    by_name: HashMap<String, Arc<CachedPage>>,
    bytes: usize,
}

impl PageCache {
    /// An empty cache of at most this many bytes.
    pub fn new(capacity: usize, data_dir: PathBuf, service: Service, media: Arc<MediaLibrary>) -> Self {
        Self {
            entries: RwLock::default(),
            capacity,
            render_locks: KeyedSemaphore::default(),
            compressor: Arc::new(Semaphore::new(1)),
            start: Instant::now(),
            renders: AtomicU64::new(0),
            prepared: AtomicU64::new(0),
            data_dir,
            service,
            media,
        }
    }

    /// The number of renderings so far.
    pub fn renders(&self) -> u64 {
        self.renders.load(Ordering::Relaxed)
    }

    /// The number of pages that were prepared when they were published.
    pub fn prepared(&self) -> u64 {
        self.prepared.load(Ordering::Relaxed)
    }

    /// The number of cached pages, and the maximum memory they take, bytes.
    pub fn size(&self) -> (usize, usize) {
        let entries = self.entries.read().unwrap_or_else(PoisonError::into_inner);
        (entries.by_name.len(), entries.bytes)
    }

    /// The response to a GET from a fresh entry; `None` if the request needs more work. `admit` counts the request
    /// against the client's rate limit.
    pub fn response(&self, path: &str, headers: &HeaderMap, admit: impl FnOnce() -> bool) -> Option<CachedResponse> {
        let path = path.strip_prefix('/')?;
        let (name, representation) = match (path.strip_prefix(JSON_PREFIX), path.strip_suffix(TEXT_SUFFIX)) {
            (Some(name), _) => (name, Representation::Json),
            (_, Some(name)) => (name, Representation::Text),
            // The page's address gives these another text, which is not kept here.
            _ if terminal_client::is_one(headers) => return None,
            _ => (path, Representation::Html),
        };
        let page = self.entry(name).filter(|page| self.is_fresh(page))?;
        if !admit() {
            return None;
        }
        self.record_request(&page);
        page.prepared(representation, headers)
    }

    /// The published page with this name, rendered with `render` at most once for all concurrent requests.
    ///
    /// # Errors
    /// `PageNotFound` when nothing is published there; `Unavailable` when the database does not answer and the page is
    /// not cached.
    pub async fn page<F: Future<Output = RenderedPage>>(
        &self,
        username: &Username,
        render: impl FnOnce(Published) -> F,
    ) -> Result<Arc<CachedPage>> {
        if let Some(page) = self.entry(username.as_str()).filter(|page| self.is_fresh(page)) {
            self.record_request(&page);
            return Ok(page);
        }
        METRICS.page_cache_misses.inc();
        let _lock = self.render_locks.acquire(username.to_string(), 1).await;
        let cached = self.entry(username.as_str());
        if let Some(page) = cached.as_ref().filter(|page| self.is_fresh(page)) {
            return Ok(Arc::clone(page));
        }
        let Some(page) = cached else { return self.render_first(username, render).await };
        // Read before the database: a change during the query makes the entry stale.
        let changes = self.change_count(&page);
        let standing = match self.service.live_version(username).await {
            Ok(standing) => standing,
            Err(Error::Unavailable) => {
                // Better a stale page than none.
                page.mark_fresh(self.change_count(&page), self.now() + STALE_IF_ERROR);
                return Ok(page);
            }
            Err(why) => {
                self.remove(username.as_str());
                return Err(why);
            }
        };
        if page.from.standing == standing && !self.is_expired(&page) {
            page.mark_fresh(changes, self.fresh_until());
            return Ok(page);
        }
        let place = self.service.store().change_counter(&standing.account);
        let rendered = self.render_again(username, place, &page, render).await;
        if matches!(rendered, Err(Error::TakenDown)) {
            // Do not serve it even while the database is unavailable.
            self.remove(username.as_str());
        }
        rendered
    }

    /// Renders a page that is not cached: whose it is, the database tells together with its content.
    async fn render_first<F: Future<Output = RenderedPage>>(
        &self,
        username: &Username,
        render: impl FnOnce(Published) -> F,
    ) -> Result<Arc<CachedPage>> {
        let store = self.service.store();
        let (before, image_changes) = (store.all_changes(), self.media.change_count());
        let published = self.service.published_in_time(username).await?;
        let place = store.change_counter(&published.live_version.account);
        let changes = store.change_count(place);
        // A change meanwhile may have been one of this page: the next request asks the database.
        let fresh_until = if store.all_changes() == before { self.fresh_until() } else { 0 };
        let rendered = self.rendered(published, image_changes, render).await;
        Ok(self.keep(rendered, changes, fresh_until))
    }

    /// Renders a page in whose place another one is cached. `place` is the counter of the account that had its name before the read.
    async fn render_again<F: Future<Output = RenderedPage>>(
        &self,
        username: &Username,
        place: CounterSlot,
        previous: &CachedPage,
        render: impl FnOnce(Published) -> F,
    ) -> Result<Arc<CachedPage>> {
        let store = self.service.store();
        let (changes, image_changes) = (store.change_count(place), self.media.change_count());
        let published = self.service.published(username.as_str()).await?;
        // If the name changed hands meanwhile, the next request checks again.
        let same_place = store.change_counter(&published.live_version.account) == place;
        let rendered = self.rendered(published, image_changes, render).await;
        Ok(self.keep(rendered.reuse_encodings(previous), changes, if same_place { self.fresh_until() } else { 0 }))
    }

    async fn rendered<F: Future<Output = RenderedPage>>(
        &self,
        published: Published,
        image_changes: u64,
        render: impl FnOnce(Published) -> F,
    ) -> CachedPage {
        let (name, standing) = (published.username.clone(), published.live_version.clone());
        let place = self.service.store().change_counter(&standing.account);
        let rendered = render(published).await;
        self.renders.fetch_add(1, Ordering::Relaxed);
        let unsettled_at = (!rendered.images_settled).then_some(image_changes);
        CachedPage::new(name, RenderedFrom { standing, place, at: self.now(), unsettled_at }, rendered)
    }

    /// Keeps a page, fresh until then while the change counter stays the same.
    fn keep(&self, page: CachedPage, changes: u64, fresh_until: u64) -> Arc<CachedPage> {
        let page = Arc::new(page);
        page.set_last_used(self.now());
        page.mark_fresh(changes, fresh_until);
        self.insert(&page);
        page
    }

    fn now(&self) -> u64 {
        u64::try_from(self.start.elapsed().as_millis()).unwrap_or(u64::MAX)
    }

    fn is_fresh(&self, page: &CachedPage) -> bool {
        page.is_fresh(self.change_count(page), self.now())
            && page.from.unsettled_at.is_none_or(|count| count == self.media.change_count())
    }

    fn change_count(&self, page: &CachedPage) -> u64 {
        self.service.store().change_count(page.from.place)
    }

    fn fresh_until(&self) -> u64 {
        let time_to_live = self.service.store().freshness();
        self.now() + u64::try_from(time_to_live.as_millis()).unwrap_or_default()
    }

    /// Whether to render it again even though the database reports no change.
    fn is_expired(&self, page: &CachedPage) -> bool {
        let age = self.now() - page.from.at.min(self.now());
        let unsettled = |count| count != self.media.change_count() || age > MAX_AGE_UNSETTLED;
        age > MAX_AGE || page.from.unsettled_at.is_some_and(unsettled)
    }

    /// Counts a request; a frequently requested page is compressed better in the background.
    fn record_request(&self, page: &Arc<CachedPage>) {
        page.set_last_used(self.now());
        if let Some(promotion) = page.record_request() {
            let (compressor, page) = (Arc::clone(&self.compressor), Arc::clone(page));
            let folder = (promotion == Promotion::ZeroCopy).then(|| self.data_dir.clone());
            tokio::spawn(async move {
                let permit = match promotion {
                    Promotion::Recompress => Arc::clone(&compressor).try_acquire_owned().ok(),
                    Promotion::ZeroCopy => Some(acquire(&compressor).await),
                };
                if let Some(permit) = permit {
                    recompress(page, folder, permit).await;
                }
            });
        }
    }

    /// Does for a page at once, off the path of any visit, what it would get once it is requested often: for one that was just
    /// published.
    pub async fn prepare(&self, page: &Arc<CachedPage>) {
        let permit = acquire(&self.compressor).await;
        recompress(Arc::clone(page), None, permit).await;
        self.prepared.fetch_add(1, Ordering::Relaxed);
    }

    fn entry(&self, name: &str) -> Option<Arc<CachedPage>> {
        self.entries.read().unwrap_or_else(PoisonError::into_inner).by_name.get(name).cloned()
    }

    fn insert(&self, page: &Arc<CachedPage>) {
        if page.bytes() > self.capacity {
            self.remove(page.username.as_str());
            return;
        }
        let mut entries = self.entries.write().unwrap_or_else(PoisonError::into_inner);
        entries.bytes += page.bytes();
        if let Some(previous) = entries.by_name.insert(page.username.to_string(), Arc::clone(page)) {
            entries.bytes -= previous.bytes();
        }
        if entries.bytes > self.capacity {
            entries.evict_to(self.capacity - self.capacity / 8);
        }
    }

    fn remove(&self, name: &str) {
        self.entries.write().unwrap_or_else(PoisonError::into_inner).remove(name);
    }
}

async fn recompress(page: Arc<CachedPage>, folder: Option<PathBuf>, permit: OwnedSemaphorePermit) {
    let recompressed = tokio::task::spawn_blocking(move || {
        page.recompress(folder.as_deref());
        drop(permit);
    });
    if let Err(why) = recompressed.await {
        tracing::error!(error = %why, "a page could not be compressed");
    }
}

impl Entries {
    /// Evicts the least recently used entries.
    fn evict_to(&mut self, capacity: usize) {
        let mut all: Vec<_> = self.by_name.values().map(|page| (page.last_used(), page.username.to_string())).collect();
        all.sort_unstable();
        for (_, name) in all {
            if self.bytes <= capacity {
                break;
            }
            self.remove(&name);
        }
    }

    fn remove(&mut self, name: &str) {
        if let Some(page) = self.by_name.remove(name) {
            self.bytes -= page.bytes();
        }
    }
}
