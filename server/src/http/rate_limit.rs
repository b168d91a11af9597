//! Rate limits: token buckets by address, credential and account (decisions, Limits).

use std::net::IpAddr;
use std::num::NonZeroU32;
use std::time::Duration;

use governor::Quota;
use sha2::{Digest, Sha256};

use super::client_address::subnet;
use super::rate_headers;
use crate::config::RateLimitSettings;
use crate::keyed_rate::KeyedRate;
use crate::metrics::METRICS;
use crate::service::{Caller, Credential, Error};

/// The kinds of limited calls.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Edits, per credential and per account.
    Edits,
    /// Reads with a credential, per credential and per account.
    Reads,
    /// Reads without a credential, per address.
    Public,
    /// Username checks, per address.
    Names,
    /// Sign-ins, per address, per account and address, and (ten times as many) per account.
    SignIn,
    /// Passwords that somebody who is signed in confirms something with, per account.
    Passwords,
    /// Requests for password reset links and their use, per address.
    Resets,
    /// Sign-ups, per address.
    SignUp,
    /// Mails that confirm an address, per account that asks for them and per recipient.
    Mails,
    /// Keys created, per account.
    Keys,
    /// Changes of a page's address, per account.
    Renames,
    /// Clients registered, per address.
    Clients,
    /// Authorization requests by clients with a metadata document, per address.
    Documents,
    /// Pages read elsewhere, per address or account.
    MoveIn,
    /// Pictures of pages that are drawn, per account.
    Pictures,
    /// Reports of pages, per address.
    Reports,
    /// Presses on links of pages that are counted, per address.
    Presses,
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
            Self::Passwords => "passwords",
            Self::Resets => "resets",
            Self::SignUp => "sign_up",
            Self::Mails => "mails",
            Self::Keys => "keys",
            Self::Renames => "renames",
            Self::Clients => "clients",
            Self::Documents => "documents",
            Self::MoveIn => "move_in",
            Self::Pictures => "pictures",
            Self::Reports => "reports",
            Self::Presses => "presses",
            Self::RemoteImages => "remote_images",
        }
    }
}

/// Mails a day that an account can have sent to confirm addresses.
const MAILS_ACCOUNT: NonZeroU32 = NonZeroU32::new(6).unwrap();
/// Such mails an hour to one recipient, whoever asks for them: wide enough that nobody who asks from one address keeps
/// others from getting theirs.
const MAILS_RECIPIENT: NonZeroU32 = NonZeroU32::new(30).unwrap();

/// Whose a bucket is; what follows the name of its kind in `RateLimit`.
#[derive(Clone, Copy, Debug)]
enum Of {
    /// A credential, or an address.
    Caller,
    /// An account, from all its credentials and addresses.
    Account,
}

impl Of {
    const fn suffix(self) -> &'static str {
        match self {
            Self::Caller => "",
            Self::Account => "_account",
        }
    }
}

/// An account as a key of buckets: a hash of its id or its email address, which is of one size whatever is typed.
type AccountKey = [u8; 32];

/// The buckets of one process.
#[derive(Debug)]
pub struct RateLimits {
    edits: KeyedRate<Credential>,
    reads: KeyedRate<Credential>,
    edits_account: KeyedRate<AccountKey>,
    reads_account: KeyedRate<AccountKey>,
    public: KeyedRate<IpAddr>,
    names: KeyedRate<IpAddr>,
    signin: KeyedRate<IpAddr>,
    signin_here: KeyedRate<AccountKey>,
    signin_account: KeyedRate<AccountKey>,
    passwords: KeyedRate<AccountKey>,
    resets: KeyedRate<IpAddr>,
    signup: KeyedRate<IpAddr>,
    mails_account: KeyedRate<AccountKey>,
    mails_recipient: KeyedRate<AccountKey>,
    keys: KeyedRate<AccountKey>,
    renames: KeyedRate<AccountKey>,
    clients: KeyedRate<IpAddr>,
    documents: KeyedRate<IpAddr>,
    move_in: KeyedRate<IpAddr>,
    move_in_account: KeyedRate<AccountKey>,
    pictures: KeyedRate<AccountKey>,
    reports: KeyedRate<IpAddr>,
    presses: KeyedRate<IpAddr>,
    remote_images: KeyedRate<AccountKey>,
    remote_image_kib: KeyedRate<AccountKey>,
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
        let month = |count: NonZeroU32| {
            Quota::with_period(Duration::from_secs(30 * 24 * 60 * 60) / count.get())
                .unwrap_or(hour(count))
                .allow_burst(count)
        };
        Self {
            edits: KeyedRate::new(minute(settings.edits)),
            reads: KeyedRate::new(minute(settings.reads)),
            edits_account: KeyedRate::new(minute(settings.edits_account)),
            reads_account: KeyedRate::new(minute(settings.reads_account)),
            public: KeyedRate::new(minute(settings.public)),
            names: KeyedRate::new(minute(settings.names)),
            signin: KeyedRate::new(minute(settings.signin)),
            signin_here: KeyedRate::new(minute(settings.signin)),
            signin_account: KeyedRate::new(minute(settings.signin.saturating_mul(NonZeroU32::MIN.saturating_add(9)))),
            passwords: KeyedRate::new(minute(settings.signin)),
            resets: KeyedRate::new(minute(settings.signin)),
            signup: KeyedRate::new(hour(settings.signup)),
            mails_account: KeyedRate::new(day(MAILS_ACCOUNT)),
            mails_recipient: KeyedRate::new(hour(MAILS_RECIPIENT)),
            keys: KeyedRate::new(hour(settings.keys)),
            renames: KeyedRate::new(day(settings.renames)),
            clients: KeyedRate::new(hour(settings.clients)),
            documents: KeyedRate::new(minute(settings.documents)),
            move_in: KeyedRate::new(minute(settings.move_in)),
            move_in_account: KeyedRate::new(minute(settings.move_in)),
            pictures: KeyedRate::new(minute(settings.pictures)),
            reports: KeyedRate::new(hour(settings.reports)),
            presses: KeyedRate::new(minute(settings.presses)),
            remote_images: KeyedRate::new(day(settings.remote_images)),
            remote_image_kib: KeyedRate::new(month(settings.remote_image_kib)),
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
            Kind::Resets => &self.resets,
            Kind::SignUp => &self.signup,
            Kind::Clients => &self.clients,
            Kind::Documents => &self.documents,
            Kind::MoveIn => &self.move_in,
            Kind::Reports => &self.reports,
            Kind::Presses => &self.presses,
            _ => &self.public,
        };
        take(kind, Of::Caller, limiter, &subnet(address))
    }

    /// Takes a token from the buckets of a caller: that of the credential, and that of the account, which all its
    /// credentials share.
    ///
    /// # Errors
    /// `RateLimited` with the seconds to wait.
    pub fn take_caller(&self, kind: Kind, caller: &Caller) -> Result<(), Error> {
        let (credential, account) = match kind {
            Kind::Edits => (&self.edits, &self.edits_account),
            _ => (&self.reads, &self.reads_account),
        };
        take(kind, Of::Caller, credential, &caller.credential)?;
        take(kind, Of::Account, account, &account_key(&caller.account))
    }

    /// Takes a token from the bucket of an account, by its id or its email address.
    ///
    /// # Errors
    /// `RateLimited` with the seconds to wait.
    pub fn take_account(&self, kind: Kind, account: &str) -> Result<(), Error> {
        let limiter = match kind {
            Kind::Keys => &self.keys,
            Kind::Renames => &self.renames,
            Kind::MoveIn => &self.move_in_account,
            Kind::Pictures => &self.pictures,
            Kind::RemoteImages => &self.remote_images,
            _ => &self.passwords,
        };
        take(kind, Of::Account, limiter, &account_key(account))
    }

    /// Takes a token for a mail that confirms an address: from the bucket of the account that asks for it, and from that of
    /// the recipient, who may be a stranger to it.
    ///
    /// # Errors
    /// `RateLimited` with the seconds to wait.
    pub fn take_mail(&self, account: &str, recipient: &str) -> Result<(), Error> {
        take(Kind::Mails, Of::Account, &self.mails_account, &account_key(account))?;
        take(Kind::Mails, Of::Caller, &self.mails_recipient, &account_key(recipient))
    }

    /// Takes a token for an attempt to sign in. A device that has signed in to the account before (its id) has a bucket of
    /// its own; any other takes from that of its address, that of the account from this address, and the wide one of the
    /// account, which bounds guessing from many addresses at once.
    ///
    /// # Errors
    /// `RateLimited` with the seconds to wait.
    pub fn take_sign_in(&self, email: &str, address: IpAddr, device: Option<&str>) -> Result<(), Error> {
        if let Some(device) = device {
            return take(
                Kind::SignIn,
                Of::Caller,
                &self.signin_here,
                &account_key(&format!("{email}\ndevice {device}")),
            );
        }
        self.take_address(Kind::SignIn, address)?;
        take(Kind::SignIn, Of::Caller, &self.signin_here, &account_key(&format!("{email}\n{}", subnet(address))))?;
        take(Kind::SignIn, Of::Account, &self.signin_account, &account_key(email))
    }

    /// Takes the size of an image fetched from another server from the account's room. Images are kept for as long as the
    /// room takes to refill, so an account has at most twice the room stored.
    ///
    /// # Errors
    /// `RateLimited` with the seconds to wait.
    pub fn take_remote_image(&self, account: &str, bytes: usize) -> Result<(), Error> {
        let kib = u32::try_from(bytes.div_ceil(1024)).unwrap_or(u32::MAX);
        let kib = NonZeroU32::new(kib).unwrap_or(NonZeroU32::MIN);
        self.remote_image_kib.take_many(&account_key(account), kib).map_err(|wait| limited(Kind::RemoteImages, wait))
    }

    /// Drops buckets that are full again; called regularly.
    pub fn forget_full(&self) {
        self.edits.forget_full();
        self.reads.forget_full();
        self.by_address().into_iter().for_each(KeyedRate::forget_full);
        self.by_account().into_iter().for_each(KeyedRate::forget_full);
    }

    /// The number of buckets in memory.
    pub fn buckets(&self) -> usize {
        let by_credential = self.edits.buckets() + self.reads.buckets();
        let by_address: usize = self.by_address().into_iter().map(KeyedRate::buckets).sum();
        by_credential + by_address + self.by_account().into_iter().map(KeyedRate::buckets).sum::<usize>()
    }

    fn by_address(&self) -> [&KeyedRate<IpAddr>; 9] {
        let Self { public, names, signin, signup, clients, documents, move_in, reports, resets, .. } = self;
        [public, names, signin, signup, clients, documents, move_in, reports, resets]
    }

    fn by_account(&self) -> [&KeyedRate<AccountKey>; 13] {
        [
            &self.pictures,
            &self.move_in_account,
            &self.edits_account,
            &self.reads_account,
            &self.signin_here,
            &self.signin_account,
            &self.passwords,
            &self.mails_account,
            &self.mails_recipient,
            &self.keys,
            &self.renames,
            &self.remote_images,
            &self.remote_image_kib,
        ]
    }
}

fn account_key(text: &str) -> AccountKey {
    Sha256::digest(text).into()
}

fn limited(kind: Kind, wait: u64) -> Error {
    METRICS.record_limit(kind.name());
    Error::RateLimited(wait)
}

fn take<K: std::hash::Hash + Eq + Clone>(kind: Kind, of: Of, rate: &KeyedRate<K>, key: &K) -> Result<(), Error> {
    let taken = rate.take(key);
    rate_headers::record((kind.name(), of.suffix()), taken.unwrap_or_else(|_| rate.empty()));
    taken.map(drop).map_err(|wait| limited(kind, wait))
}
