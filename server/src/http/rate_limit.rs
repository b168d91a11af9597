//! Rate limits: token buckets by address, credential and account (decisions, Limits).

use std::hash::Hash;
use std::net::IpAddr;
use std::num::NonZeroU32;
use std::time::Duration;

use governor::clock::{Clock, DefaultClock};
use governor::{DefaultKeyedRateLimiter, Quota, RateLimiter};

use super::client_address::subnet;
use crate::config::RateLimitSettings;
use crate::metrics::METRICS;
use crate::service::{Credential, Error};

/// The kinds of limited calls.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Edits, per credential.
    Edits,
    /// Reads with a credential, per credential.
    Reads,
    /// Reads without a credential, per address.
    Public,
    /// Username checks, per address.
    Names,
    /// Sign-ins, per address and per account.
    SignIn,
    /// Sign-ups, per address.
    SignUp,
    /// Keys created, per account.
    Keys,
    /// Changes of a page's address, per account.
    Renames,
    /// Clients registered, per address.
    Clients,
    /// Authorization requests by clients with a metadata document, per address.
    Documents,
    /// Reports of pages, per address.
    Reports,
    /// Images fetched from other servers, per account.
    RemoteImages,
}

impl Kind {
    /// Its name in the metrics.
    const fn name(self) -> &'static str {
        match self {
            Self::Edits => "edits",
            Self::Reads => "reads",
            Self::Public => "public",
            Self::Names => "names",
            Self::SignIn => "sign_in",
            Self::SignUp => "sign_up",
            Self::Keys => "keys",
            Self::Renames => "renames",
            Self::Clients => "clients",
            Self::Documents => "documents",
            Self::Reports => "reports",
            Self::RemoteImages => "remote_images",
        }
    }
}

/// The buckets of one process.
#[derive(Debug)]
pub struct RateLimits {
    edits: DefaultKeyedRateLimiter<Credential>,
    reads: DefaultKeyedRateLimiter<Credential>,
    public: DefaultKeyedRateLimiter<IpAddr>,
    names: DefaultKeyedRateLimiter<IpAddr>,
    signin: DefaultKeyedRateLimiter<IpAddr>,
    signin_account: DefaultKeyedRateLimiter<String>,
    signup: DefaultKeyedRateLimiter<IpAddr>,
    keys: DefaultKeyedRateLimiter<String>,
    renames: DefaultKeyedRateLimiter<String>,
    clients: DefaultKeyedRateLimiter<IpAddr>,
    documents: DefaultKeyedRateLimiter<IpAddr>,
    reports: DefaultKeyedRateLimiter<IpAddr>,
    remote_images: DefaultKeyedRateLimiter<String>,
}

impl RateLimits {
    /// Buckets that start full and refill evenly.
    pub fn new(settings: &RateLimitSettings) -> Self {
        let minute = Quota::per_minute;
        let hour = |count: NonZeroU32| Quota::per_hour(count);
        let day = |count: NonZeroU32| {
            Quota::with_period(Duration::from_secs(24 * 60 * 60) / count.get())
                .unwrap_or(hour(count))
                .allow_burst(count)
        };
        Self {
            edits: RateLimiter::keyed(minute(settings.edits)),
            reads: RateLimiter::keyed(minute(settings.reads)),
            public: RateLimiter::keyed(minute(settings.public)),
            names: RateLimiter::keyed(minute(settings.names)),
            signin: RateLimiter::keyed(minute(settings.signin)),
            signin_account: RateLimiter::keyed(minute(settings.signin)),
            signup: RateLimiter::keyed(hour(settings.signup)),
            keys: RateLimiter::keyed(hour(settings.keys)),
            renames: RateLimiter::keyed(day(settings.renames)),
            clients: RateLimiter::keyed(hour(settings.clients)),
            documents: RateLimiter::keyed(minute(settings.documents)),
            reports: RateLimiter::keyed(hour(settings.reports)),
            remote_images: RateLimiter::keyed(day(settings.remote_images)),
        }
    }

    /// Takes a token from the bucket of an address (for IPv6: of its /64).
    ///
    /// # Errors
    /// `RateLimited` with the seconds to wait.
    pub fn take_address(&self, kind: Kind, address: IpAddr) -> Result<(), Error> {
        let limiter = match kind {
            Kind::Names => &self.names,
            Kind::SignIn => &self.signin,
            Kind::SignUp => &self.signup,
            Kind::Clients => &self.clients,
            Kind::Documents => &self.documents,
            Kind::Reports => &self.reports,
            _ => &self.public,
        };
        take(kind, limiter, &subnet(address))
    }

    /// Takes a token from the bucket of a credential.
    ///
    /// # Errors
    /// `RateLimited` with the seconds to wait.
    pub fn take_credential(&self, kind: Kind, credential: &Credential) -> Result<(), Error> {
        take(kind, if kind == Kind::Edits { &self.edits } else { &self.reads }, credential)
    }

    /// Takes a token from the bucket of an account, by its id or its email address.
    ///
    /// # Errors
    /// `RateLimited` with the seconds to wait.
    pub fn take_account(&self, kind: Kind, account: &str) -> Result<(), Error> {
        let limiter = match kind {
            Kind::Keys => &self.keys,
            Kind::Renames => &self.renames,
            Kind::RemoteImages => &self.remote_images,
            _ => &self.signin_account,
        };
        take(kind, limiter, &account.to_owned())
    }

    /// Drops buckets that are full again; called regularly.
    pub fn forget_full(&self) {
        self.edits.retain_recent();
        self.reads.retain_recent();
        let by_address =
            [&self.public, &self.names, &self.signin, &self.signup, &self.clients, &self.documents, &self.reports];
        for limiter in by_address {
            limiter.retain_recent();
        }
        self.signin_account.retain_recent();
        self.keys.retain_recent();
        self.renames.retain_recent();
        self.remote_images.retain_recent();
    }
}

fn take<K: Hash + Eq + Clone>(kind: Kind, limiter: &DefaultKeyedRateLimiter<K>, key: &K) -> Result<(), Error> {
    limiter.check_key(key).map_err(|until| {
        METRICS.record_limit(kind.name());
        let wait = until.wait_time_from(DefaultClock::default().now());
        Error::RateLimited((wait + Duration::from_millis(999)).as_secs().max(1))
    })
}
