//! What every handler is given.

use std::convert::Infallible;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::ops::Deref;
use std::sync::Arc;

use axum::extract::FromRequestParts;
use axum::http::HeaderMap;
use axum::http::request::Parts;

use crate::config::Config;
use crate::http::rate_limit::RateLimits;
use crate::link_metadata::Enricher;
use crate::media::Media;
use crate::media::moderation::Withheld;
use crate::media::remote::Far;
use crate::outbound::Outbound;
use crate::outbound::mail::Mailer;
use crate::service::{Result, Service};
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
    /// Uploaded pictures.
    pub media: Media,
    /// How much is let through.
    pub rates: RateLimits,
    /// The way out for mail.
    pub mailer: Mailer,
    /// The way out to the web.
    pub outbound: Outbound,
    /// Pictures that lie on other servers.
    pub far: Far,
    /// Live pages in memory.
    pub kept: Kept,
    /// Pictures of pages that were taken down.
    pub withheld: Withheld,
}

impl App {
    /// The application over a service.
    pub fn new(config: Config, service: Service, media: Media, mailer: Mailer, outbound: Outbound, far: Far) -> Self {
        let rates = RateLimits::new(&config.rates);
        let kept = Kept::new(config.page_memory);
        let withheld = Withheld::default();
        Self(Arc::new(Inside { config, service, media, rates, mailer, outbound, far, kept, withheld }))
    }

    /// The reader of what tiles lead to.
    pub fn enricher(&self) -> Enricher {
        Enricher::new(self.clone())
    }

    /// Deletes an account with everything of it, pictures included that nobody else has.
    ///
    /// # Errors
    /// When the database does not answer. A picture that can't be deleted is logged: its owner is gone all the same.
    pub async fn delete_account(&self, account: &str) -> Result<()> {
        for hash in self.service.delete_account(account).await? {
            // Somebody may have uploaded the same one meanwhile.
            if let Err(why) = self.drop_unwanted(&hash).await {
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
