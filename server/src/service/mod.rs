//! Every decision of the service: who may do what to a page, and what comes of it. No HTTP, no SQL.

pub mod accounts;
mod edits;
mod error;
mod events;
mod history;
mod idempotency;
mod images;
mod import;
pub mod keys;
mod link_metadata;
pub mod oauth;
mod page_lock;
mod pages;
mod password;
mod password_reset;
mod plan;
mod previews;
mod rename;
mod reports;
pub mod secret;
mod sessions;
pub mod usernames;
mod view;

use std::sync::Arc;
use std::time::Duration;

pub use accounts::SignUp;
pub use edits::{Change, DryRun, Outcome, SavedChange, WriteOptions};
pub use error::Error;
pub use events::{StreamEvent, Subscription};
pub use history::Revision;
pub use idempotency::{Once, Said};
pub use import::tiles_of;
use mantel_model::IdSource;
use oauth::{Audience, Documents};
use page_lock::PageLocks;
pub use pages::starter_claim;
use password::Hasher;
pub use password_reset::PasswordReset;
pub use previews::Preview;
use rand::RngCore;
pub use rename::OldName;
pub use reports::{NewReport, Reported};
pub use sessions::{Caller, Credential, Session};
use usernames::Reserved;
pub use view::{PageView, Published};

use crate::clock::Clock;
use crate::config::{Config, Plans, Signups};
use crate::store::Store;

/// What a decision gives.
pub type Result<T> = std::result::Result<T, Error>;

/// The service.
#[derive(Clone, Debug)]
pub struct Service {
    inner: Arc<Inner>,
}

#[derive(Debug)]
struct Inner {
    store: Store,
    reserved: Reserved,
    hasher: Hasher,
    page_locks: PageLocks,
    streams: Arc<events::Streams>,
    heartbeat: Duration,
    clock: Clock,
    signups: Signups,
    plans: Plans,
    /// What every address of ours starts with: the issuer of tokens.
    base: String,
    audience: Audience,
    /// Reads what programs say of themselves, where that is allowed.
    documents: Option<Documents>,
}

impl Service {
    /// The service over a database. `segments` are the first path segments that the router answers, which no username may take.
    pub fn new(store: Store, segments: &[String], config: &Config, documents: Option<Documents>) -> Self {
        let inner = Inner {
            store,
            reserved: Reserved::new(segments),
            hasher: Hasher::new(),
            page_locks: PageLocks::default(),
            streams: Arc::default(),
            heartbeat: config.heartbeat,
            clock: config.clock.clone(),
            signups: config.signups,
            plans: config.plans,
            base: config.base_url.clone(),
            audience: Audience::new(&config.base_url),
            documents,
        };
        Self { inner: Arc::new(inner) }
    }

    /// Its clock.
    pub fn clock(&self) -> &Clock {
        &self.inner.clock
    }

    /// The database, for checks of the whole.
    pub fn store(&self) -> &Store {
        &self.inner.store
    }

    /// Who may make an account.
    pub fn signups(&self) -> Signups {
        self.inner.signups
    }

    fn now(&self) -> i64 {
        self.inner.clock.now()
    }
}

/// Tile ids from the system's randomness.
#[derive(Clone, Copy, Debug)]
pub struct RandomIds;

impl IdSource for RandomIds {
    fn bits(&mut self) -> u64 {
        rand::rng().next_u64()
    }
}
