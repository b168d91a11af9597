//! What every handler is given.

use std::convert::Infallible;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::ops::Deref;
use std::pin::Pin;
use std::sync::Arc;

use axum::extract::FromRequestParts;
use axum::http::HeaderMap;
use axum::http::request::Parts;

use crate::config::Config;
use crate::http::rate_limit::{Kind, RateLimits};
use crate::keyed_semaphore::KeyedSemaphore;
use crate::link_metadata::{IconPrefetch, Refresher};
use crate::mcp::Endpoint;
use crate::media::MediaLibrary;
use crate::media::garbage_collection::GarbageCollector;
use crate::media::import::MediaImport;
use crate::media::metadata::ImageMetadata;
use crate::media::moderation::BlockedMedia;
use crate::media::remote::{FetchQuota, RemoteImages, UrlSigner};
use crate::outbound::Outbound;
use crate::outbound::mail::Mailer;
use crate::service::{Error, Result, Service};
use crate::web::Kept;

/// The application: settings, service, pictures, rates. Cheap to clone.
#[derive(Clone, Debug)]
pub struct App(Arc<Inside>);

/// What the application is made of.
#[derive(Debug)]
pub struct Inside {
    /// Settings.
    pub config: Config,
    /// Every decision.
    pub service: Service,
    /// The stored images.
    pub media: Arc<MediaLibrary>,
    /// How much is let through.
    pub rates: Arc<RateLimits>,
    /// The MCP transport.
    pub mcp: Endpoint,
    /// The way out for mail.
    pub mailer: Mailer,
    /// The way out to the web.
    pub outbound: Outbound,
    /// Images on other servers.
    pub remote_images: RemoteImages,
    /// What is known of the images of a page.
    pub image_metadata: ImageMetadata,
    /// Fetches the images of imported pages.
    pub media_import: MediaImport,
    /// Deletes unused images.
    pub garbage: GarbageCollector,
    /// Live pages in memory.
    pub kept: Kept,
    /// Images of pages that were taken down.
    pub blocked_media: BlockedMedia,
}

impl App {
    /// The application over a service.
    pub fn new(
        config: Config,
        service: Service,
        media: MediaLibrary,
        mailer: Mailer,
        outbound: Outbound,
        signer: UrlSigner,
    ) -> Self {
        let rates = Arc::new(RateLimits::new(&config.rates));
        let mcp = Endpoint::new(&config);
        let kept = Kept::new(config.page_memory);
        let media = Arc::new(media);
        let (store, clock) = (service.store().clone(), service.clock().clone());
        let garbage = GarbageCollector::new(store.clone(), clock.clone(), Arc::clone(&media));
        let remote_images = RemoteImages {
            store: store.clone(),
            clock,
            library: Arc::clone(&media),
            garbage: garbage.clone(),
            outbound: outbound.clone(),
            signer: signer.clone(),
            quota: Arc::<RateLimits>::clone(&rates),
            fetching: KeyedSemaphore::default(),
        };
        let image_metadata = ImageMetadata {
            store: store.clone(),
            library: Arc::clone(&media),
            signer: signer.clone(),
            fetches_remote: outbound.is_enabled(),
        };
        let media_import =
            MediaImport { base_url: config.base_url.clone(), library: Arc::clone(&media), outbound: outbound.clone() };
        let blocked_media = BlockedMedia::new(store, signer);
        Self(Arc::new(Inside {
            config,
            service,
            media,
            rates,
            mcp,
            mailer,
            outbound,
            remote_images,
            image_metadata,
            media_import,
            garbage,
            kept,
            blocked_media,
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

    /// Deletes an account with everything of it, pictures included that nobody else has.
    ///
    /// # Errors
    /// When the database does not answer. A picture that can't be deleted is logged: its owner is gone all the same.
    pub async fn delete_account(&self, account: &str) -> Result<()> {
        for hash in self.service.delete_account(account).await? {
            // Somebody may have uploaded the same one meanwhile.
            if let Err(why) = self.garbage.remove_unreferenced(&hash).await {
                tracing::error!(error = %why, hash, "a picture could not be deleted");
            }
        }
        Ok(())
    }

    /// The caller's address: the connection's peer, or what a trusted proxy vouches for.
    pub fn address(&self, parts: &Parts) -> IpAddr {
        let peer =
            parts.extensions.get::<Peer>().map_or(IpAddr::V4(Ipv4Addr::UNSPECIFIED), |extension| extension.0.ip());
        self.address_behind(peer, &parts.headers)
    }

    /// The same of a request whose peer is known.
    pub fn address_behind(&self, peer: IpAddr, headers: &HeaderMap) -> IpAddr {
        // One that can't be read is no address, and what stands before it is not believed.
        let forwarded = headers.get_all("x-forwarded-for").iter().map(|it| it.to_str().unwrap_or_default());
        self.config.trusted_proxies.caller(peer, forwarded)
    }
}

impl Deref for App {
    type Target = Inside;

    fn deref(&self) -> &Inside {
        &self.0
    }
}

impl FetchQuota for RateLimits {
    fn take(&self, owner: &str) -> std::result::Result<(), u64> {
        match self.take_account(Kind::Far, owner) {
            Err(Error::RateLimited(wait)) => Err(wait),
            _ => Ok(()),
        }
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

/// The other end of the connection.
#[derive(Clone, Copy, Debug)]
pub struct Peer(pub SocketAddr);

/// The caller's address.
#[derive(Clone, Copy, Debug)]
pub struct Address(pub IpAddr);

impl FromRequestParts<App> for Address {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> std::result::Result<Self, Infallible> {
        Ok(Self(app.address(parts)))
    }
}
