//! The application's state, which every handler is given.

use std::ops::Deref;
use std::sync::Arc;

use axum::extract::FromRef;

use crate::config::Config;
use crate::http::rate_limit::RateLimits;
use crate::link_metadata::Enricher;
use crate::media::Media;
use crate::media::moderation::Withheld;
use crate::media::remote::Far;
use crate::outbound::Outbound;
use crate::outbound::mail::Mailer;
use crate::page_cache::PageCache;
use crate::service::{Result, Service};

/// The application. Cheap to clone.
#[derive(Clone, Debug)]
pub struct App(Arc<Inner>);

/// What the application is made of.
#[derive(Debug)]
pub struct Inner {
    /// Settings.
    pub config: Arc<Config>,
    /// Every decision.
    pub service: Service,
    /// Uploaded images.
    pub media: Arc<Media>,
    /// Rate limits.
    pub rate_limits: Arc<RateLimits>,
    /// Sends mail.
    pub mailer: Mailer,
    /// The HTTP client.
    pub outbound: Outbound,
    /// Images on other servers.
    pub far: Far,
    /// Published pages in memory.
    pub page_cache: PageCache,
    /// Images of pages that were taken down.
    pub withheld: Withheld,
}

impl App {
    /// The application over a service.
    pub fn new(config: Config, service: Service, media: Media, mailer: Mailer, outbound: Outbound, far: Far) -> Self {
        let (config, media) = (Arc::new(config), Arc::new(media));
        let rate_limits = Arc::new(RateLimits::new(&config.rate_limits));
        let page_cache =
            PageCache::new(config.page_memory, config.data_dir.clone(), service.clone(), Arc::clone(&media));
        let withheld = Withheld::default();
        Self(Arc::new(Inner { config, service, media, rate_limits, mailer, outbound, far, page_cache, withheld }))
    }

    /// The worker that reads the metadata of what tiles link to.
    pub fn enricher(&self) -> Enricher {
        Enricher::new(self.clone())
    }

    /// Deletes an account with everything of it, images included that nobody else has.
    ///
    /// # Errors
    /// When the database does not answer. An image that can't be deleted is logged: its owner is gone all the same.
    pub async fn delete_account(&self, account: &str) -> Result<()> {
        for hash in self.service.delete_account(account).await? {
            // Somebody may have uploaded the same one meanwhile.
            if let Err(why) = self.drop_unwanted(&hash).await {
                tracing::error!(error = %why, hash, "an image could not be deleted");
            }
        }
        Ok(())
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
