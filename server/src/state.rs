//! The application's state, which every handler receives.

use std::ops::Deref;
use std::pin::Pin;
use std::sync::Arc;

use axum::extract::FromRef;

use crate::browser::Browser;
use crate::config::Config;
use crate::drawings::{Drawings, Folder, PictureSource};
use crate::http::body_memory::BodyMemory;
use crate::http::rate_limit::{Kind, RateLimits};
use crate::http::session::device::Devices;
use crate::http::shared_documents::SharedDocuments;
use crate::insights::VisitCounter;
use crate::keyed_semaphore::KeyedSemaphore;
use crate::link_metadata::{IconPrefetch, Refresher};
use crate::media::MediaLibrary;
use crate::media::garbage_collection::GarbageCollector;
use crate::media::import::MediaImport;
use crate::media::metadata::ImageMetadata;
use crate::media::moderation::BlockedMedia;
use crate::media::remote::{FetchQuota, ImageReferences, RemoteImages, UrlSigner};
use crate::outbound::Outbound;
use crate::outbound::mail::Mailer;
use crate::page_cache::PageCache;
use crate::service::{Error, Result, Service};

/// The most bytes of pictures of published pages that are kept.
const PICTURE_BYTES: u64 = 400 << 20;

/// The application. Cheap to clone.
#[derive(Clone, Debug)]
pub struct App(Arc<Inner>);

/// What the application is made of.
#[derive(Debug)]
pub struct Inner {
    /// Settings.
    pub config: Arc<Config>,
    /// The service.
    pub service: Service,
    /// The stored images.
    pub media: Arc<MediaLibrary>,
    /// Rate limits.
    pub rate_limits: Arc<RateLimits>,
    /// Recognises browsers that have signed in before.
    pub devices: Devices,
    /// The memory for request bodies.
    pub body_memory: Arc<BodyMemory>,
    /// Sends mail.
    pub mailer: Mailer,
    /// The HTTP client.
    pub outbound: Outbound,
    /// Images on other servers.
    pub remote_images: RemoteImages,
    /// The metadata of images on pages.
    pub image_metadata: ImageMetadata,
    /// Fetches the images of imported pages.
    pub media_import: MediaImport,
    /// Deletes unused images.
    pub garbage: GarbageCollector,
    /// The cache of published pages.
    pub page_cache: PageCache,
    /// The screens that are the same for everyone.
    pub screens: Arc<SharedDocuments>,
    /// Held by who makes a part of the sitemap.
    pub sitemap_turn: tokio::sync::Mutex<()>,
    /// Images of pages that were taken down.
    pub blocked_media: Arc<BlockedMedia>,
    /// What is drawn of pages: share cards, icons, stickers.
    pub drawings: Arc<Drawings>,
    /// Draws pictures of pages.
    pub browser: Browser,
    /// Pictures of published pages.
    pub page_pictures: Folder,
    /// Counts visits and presses.
    pub visits: VisitCounter,
}

impl App {
    /// Assembles the application around a service; its keys are derived from the instance's secret.
    pub fn new(
        config: Config,
        service: Service,
        media: MediaLibrary,
        mailer: Mailer,
        outbound: Outbound,
        secret: &str,
    ) -> Self {
        let (signer, devices) = (UrlSigner::new(secret), Devices::new(secret));
        let (config, media) = (Arc::new(config), Arc::new(media));
        let rate_limits = Arc::new(RateLimits::new(&config.rate_limits));
        let page_cache =
            PageCache::new(config.page_memory, config.data_dir.clone(), service.clone(), Arc::clone(&media));
        let (store, clock) = (service.store().clone(), service.clock().clone());
        let garbage = GarbageCollector::new(store.clone(), clock.clone(), Arc::clone(&media));
        let references = Arc::new(ImageReferences::new(store.clone(), clock.clone(), signer.clone()));
        let remote_images = RemoteImages {
            store: store.clone(),
            clock,
            references: Arc::clone(&references),
            library: Arc::clone(&media),
            garbage: garbage.clone(),
            outbound: outbound.clone(),
            signer: signer.clone(),
            quota: Arc::<RateLimits>::clone(&rate_limits),
            fetching: KeyedSemaphore::default(),
        };
        let image_metadata = ImageMetadata {
            store: store.clone(),
            library: Arc::clone(&media),
            references,
            fetches_remote: outbound.is_enabled(),
        };
        let media_import =
            MediaImport { base_url: config.base_url.clone(), library: Arc::clone(&media), outbound: outbound.clone() };
        let blocked_media = Arc::new(BlockedMedia::new(store, signer));
        let drawings = Arc::new(Drawings::new(
            Arc::clone(&config),
            service.clone(),
            PictureSource {
                library: Arc::clone(&media),
                remote: outbound.is_enabled().then(|| remote_images.clone()),
                blocked: Arc::clone(&blocked_media),
            },
        ));
        let browser = Browser::new(config.browser.clone(), config.browser_time);
        let page_pictures = Folder::new(config.data_dir.join("pictures"), PICTURE_BYTES);
        let visits = VisitCounter::new(Arc::clone(&config), service.clone());
        Self(Arc::new(Inner {
            config,
            service,
            media,
            rate_limits,
            devices,
            body_memory: Arc::default(),
            mailer,
            outbound,
            remote_images,
            image_metadata,
            media_import,
            garbage,
            page_cache,
            screens: Arc::default(),
            sitemap_turn: tokio::sync::Mutex::default(),
            blocked_media,
            drawings,
            browser,
            page_pictures,
            visits,
        }))
    }

    /// The worker that refreshes the metadata of what tiles link to.
    pub fn link_metadata(&self) -> Refresher {
        Refresher::new(
            self.service.store().clone(),
            self.service.clock().clone(),
            self.outbound.clone(),
            Arc::new(self.remote_images.clone()),
            self.config.github_token.clone(),
        )
    }

    /// Deletes an account and all its data, including images that nobody else has.
    ///
    /// # Errors
    /// When the database does not answer. An image that can't be deleted is logged; the account is deleted all the
    /// same.
    pub async fn delete_account(&self, account: &str) -> Result<()> {
        let far = self.remote_images.references.sources_of(account).await.unwrap_or_default();
        for hash in self.service.delete_account(account).await? {
            // Somebody may have uploaded the same image meanwhile.
            if let Err(why) = self.garbage.remove_unreferenced(&hash).await {
                tracing::error!(error = %why, hash, "an image could not be deleted");
            }
        }
        if let Err(why) = self.garbage.expire_remote_images(&far).await {
            tracing::error!(error = %why, "remote images of a deleted account are deleted later");
        }
        Ok(())
    }

    /// Takes a picture down by its hash: its file is deleted with every size, and it is neither shown nor let in again,
    /// on all servers. Returns the number of pages that showed it.
    ///
    /// # Errors
    /// When the database or the blob store does not answer; the picture is shown to nobody even if its file is left.
    pub async fn block_picture(&self, hash: &str, reason: &str) -> Result<usize> {
        let pages = self.service.block_picture(hash, reason).await?;
        self.media.remove(hash).await?;
        self.media.record_change();
        Ok(pages)
    }
}

impl Deref for App {
    type Target = Inner;

    fn deref(&self) -> &Inner {
        &self.0
    }
}

impl FromRef<App> for Arc<Config> {
    fn from_ref(app: &App) -> Self {
        Self::clone(&app.config)
    }
}

impl FromRef<App> for Arc<RateLimits> {
    fn from_ref(app: &App) -> Self {
        Self::clone(&app.rate_limits)
    }
}

impl FromRef<App> for Service {
    fn from_ref(app: &App) -> Self {
        app.service.clone()
    }
}

impl FetchQuota for RateLimits {
    fn take(&self, owner: &str) -> std::result::Result<(), u64> {
        match self.take_account(Kind::RemoteImages, owner) {
            Err(Error::RateLimited(wait)) => Err(wait),
            _ => Ok(()),
        }
    }

    fn has_room(&self, owner: &str, bytes: usize) -> bool {
        self.take_remote_image(owner, bytes).is_ok()
    }
}

impl IconPrefetch for RemoteImages {
    fn prefetch(&self, account: &str, icon: &str) -> Pin<Box<dyn Future<Output = ()> + Send>> {
        let (images, source) = (self.clone(), self.signer.source(account, icon));
        Box::pin(async move {
            if let Err(error) = images.get(&source).await {
                tracing::debug!(%error, "the icon of a site was not fetched");
            }
        })
    }
}
