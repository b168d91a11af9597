//! The service handle: the database, the settings and the shared state that its methods use.

use std::sync::Arc;
use std::sync::atomic::AtomicI64;
use std::time::Duration;

use mantel_model::Username;
use tokio::sync::broadcast;

use super::oauth::document_cache::DocumentCache;
use super::oauth::metadata_reader::MetadataReader;
use super::oauth::scope::Audience;
use super::page_lock::PageLocks;
use super::password::Hasher;
use super::reserved_names::ReservedNames;
use super::stream_limit::OpenStreams;
use crate::clock::Clock;
use crate::config::{Config, Plans, Signups};
use crate::store::Store;

/// How many publishes are remembered for a listener that is busy.
const PUBLISHES: usize = 256;

/// The service. Cheap to clone.
#[derive(Clone, Debug)]
pub struct Service {
    pub(super) inner: Arc<Inner>,
}

#[derive(Debug)]
pub(super) struct Inner {
    pub store: Store,
    pub reserved: ReservedNames,
    pub hasher: Hasher,
    pub page_locks: PageLocks,
    pub streams: Arc<OpenStreams>,
    pub heartbeat: Duration,
    pub clock: Clock,
    pub signups: Signups,
    /// Whether people who sign up have to verify their address: where mail is sent.
    pub verifies_email: bool,
    pub plans: Plans,
    /// The base URL of this instance: the issuer of tokens.
    pub base: String,
    pub audience: Audience,
    /// Reads client metadata documents, where that is allowed.
    pub metadata_reader: Option<MetadataReader>,
    /// Tells which pages this server publishes.
    pub publishes: broadcast::Sender<Username>,
    /// Whether visits and presses are counted.
    pub insights: bool,
    /// Whether countries are counted.
    pub countries: bool,
    /// Until when everything that was counted is in the database, ms.
    pub counted_until: AtomicI64,
    /// Clients whose documents were read and that nobody has allowed yet.
    pub documents: DocumentCache,
}

impl Service {
    /// The service over a database. `segments` are the first path segments of the router's routes, which no username
    /// may take.
    pub fn new(store: Store, segments: &[String], config: &Config, metadata_reader: Option<MetadataReader>) -> Self {
        let inner = Inner {
            store,
            reserved: ReservedNames::new(segments),
            hasher: Hasher::new(),
            page_locks: PageLocks::default(),
            streams: Arc::default(),
            heartbeat: config.heartbeat,
            clock: config.clock.clone(),
            signups: config.signups,
            verifies_email: config.mail.is_some(),
            plans: config.plans,
            base: config.base_url.clone(),
            audience: Audience::new(&config.base_url),
            metadata_reader,
            publishes: broadcast::channel(PUBLISHES).0,
            insights: config.insights,
            countries: config.geoip_db.is_some(),
            counted_until: AtomicI64::new(0),
            documents: DocumentCache::default(),
        };
        Self { inner: Arc::new(inner) }
    }

    /// The service's clock.
    pub fn clock(&self) -> &Clock {
        &self.inner.clock
    }

    /// The database, for checks of the whole instance.
    pub fn store(&self) -> &Store {
        &self.inner.store
    }

    /// The names of the pages that this server publishes from now on.
    pub fn publishes(&self) -> broadcast::Receiver<Username> {
        self.inner.publishes.subscribe()
    }

    /// Who may create an account.
    pub fn signups(&self) -> Signups {
        self.inner.signups
    }

    pub(super) fn now(&self) -> i64 {
        self.inner.clock.now()
    }
}
