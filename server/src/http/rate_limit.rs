//! How much is let through: token buckets by address, credential and account (decisions, Limits).

use std::hash::Hash;
use std::net::IpAddr;
use std::num::NonZeroU32;
use std::time::Duration;

use governor::clock::{Clock, DefaultClock};
use governor::{DefaultKeyedRateLimiter, Quota, RateLimiter};

use super::client_address::block;
use crate::config::Rates;
use crate::service::{Credential, Error};

/// What is counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Edits, per credential.
    Edits,
    /// Reads with a credential, per credential.
    Reads,
    /// Reads without one, per address.
    Public,
    /// Checks of a username, per address.
    Names,
    /// Sign-ins, per address and per account.
    SignIn,
    /// Sign-ups, per address.
    SignUp,
    /// Keys made, per account.
    Keys,
    /// Changes of a page's address, per account.
    Renames,
    /// Programs registered, per address.
    Clients,
    /// Requests of programs that are named by a document, per address.
    Documents,
    /// Reports of pages, per address.
    Reports,
    /// Pictures fetched from other servers, per account.
    Far,
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
    far: DefaultKeyedRateLimiter<String>,
}

impl RateLimits {
    /// Buckets that hold a whole period and refill evenly.
    pub fn new(rates: &Rates) -> Self {
        let minute = Quota::per_minute;
        let hour = |count: NonZeroU32| Quota::per_hour(count);
        let day = |count: NonZeroU32| {
            Quota::with_period(Duration::from_secs(24 * 60 * 60) / count.get())
                .unwrap_or(hour(count))
                .allow_burst(count)
        };
        Self {
            edits: RateLimiter::keyed(minute(rates.edits)),
            reads: RateLimiter::keyed(minute(rates.reads)),
            public: RateLimiter::keyed(minute(rates.public)),
            names: RateLimiter::keyed(minute(rates.names)),
            signin: RateLimiter::keyed(minute(rates.signin)),
            signin_account: RateLimiter::keyed(minute(rates.signin)),
            signup: RateLimiter::keyed(hour(rates.signup)),
            keys: RateLimiter::keyed(hour(rates.keys)),
            renames: RateLimiter::keyed(day(rates.renames)),
            clients: RateLimiter::keyed(hour(rates.clients)),
            documents: RateLimiter::keyed(minute(rates.documents)),
            reports: RateLimiter::keyed(hour(rates.reports)),
            far: RateLimiter::keyed(day(rates.far)),
        }
    }

    /// Takes one of an address (for IPv6: of its /64).
    ///
    /// # Errors
    /// `RateLimited` with the seconds to wait.
    pub fn take_address(&self, kind: Kind, address: IpAddr) -> Result<(), Error> {
        let buckets = match kind {
            Kind::Names => &self.names,
            Kind::SignIn => &self.signin,
            Kind::SignUp => &self.signup,
            Kind::Clients => &self.clients,
            Kind::Documents => &self.documents,
            Kind::Reports => &self.reports,
            _ => &self.public,
        };
        take(buckets, &block(address))
    }

    /// Takes one of a credential.
    ///
    /// # Errors
    /// `RateLimited` with the seconds to wait.
    pub fn take_credential(&self, kind: Kind, credential: &Credential) -> Result<(), Error> {
        take(if kind == Kind::Edits { &self.edits } else { &self.reads }, credential)
    }

    /// Takes one of an account, by its id or its address.
    ///
    /// # Errors
    /// `RateLimited` with the seconds to wait.
    pub fn take_account(&self, kind: Kind, account: &str) -> Result<(), Error> {
        let buckets = match kind {
            Kind::Keys => &self.keys,
            Kind::Renames => &self.renames,
            Kind::Far => &self.far,
            _ => &self.signin_account,
        };
        take(buckets, &account.to_owned())
    }

    /// Forgets buckets that are full again; called now and then.
    pub fn tidy(&self) {
        self.edits.retain_recent();
        self.reads.retain_recent();
        let of_addresses =
            [&self.public, &self.names, &self.signin, &self.signup, &self.clients, &self.documents, &self.reports];
        for it in of_addresses {
            it.retain_recent();
        }
        self.signin_account.retain_recent();
        self.keys.retain_recent();
        self.renames.retain_recent();
        self.far.retain_recent();
    }
}

fn take<K: Hash + Eq + Clone>(buckets: &DefaultKeyedRateLimiter<K>, key: &K) -> Result<(), Error> {
    buckets.check_key(key).map_err(|until| {
        let wait = until.wait_time_from(DefaultClock::default().now());
        Error::RateLimited((wait + Duration::from_millis(999)).as_secs().max(1))
    })
}
