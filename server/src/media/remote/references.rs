//! Which remote images the pages of an account name: the address of one is served only while its draft or its live
//! version names it, and ends with the account.

use std::collections::{HashMap, HashSet};
use std::hash::Hash;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use mantel_model::Draft;
use mantel_model::facts::Facts;

use super::signed_url::{RemoteSource, UrlSigner};
use crate::clock::Clock;
use crate::media::error::MediaError;
use crate::store::{self, PageState, Store};

/// Maximum number of accounts in each cache; a full one is cleared first.
const ACCOUNTS: usize = 4096;

/// Whether a remote image may be served.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Naming {
    /// A page names it.
    Named,
    /// No page of the account names it any more, or there is no such account.
    Unnamed,
    /// The page that names it was taken down.
    TakenDown,
}

/// What the pages of accounts name, as last read.
#[derive(Debug)]
pub struct ImageReferences {
    store: Store,
    clock: Clock,
    signer: UrlSigner,
    /// Pseudonyms that are known to be recorded, by account.
    recorded: Mutex<HashMap<String, String>>,
    /// Accounts by pseudonym.
    accounts: Mutex<HashMap<String, String>>,
    pages: Mutex<HashMap<String, PageSources>>,
}

/// What the page of an account names.
#[derive(Clone, Debug)]
struct PageSources {
    state: Option<PageState>,
    sources: Arc<HashSet<String>>,
    /// The account's change counter before it was read.
    changes: u64,
    /// Until when it is fresh while the counter stays the same.
    until: Instant,
}

impl PageSources {
    fn naming(&self, source: &str) -> Naming {
        match self.state {
            Some(state) if self.sources.contains(source) && state.suspended => Naming::TakenDown,
            Some(_) if self.sources.contains(source) => Naming::Named,
            _ => Naming::Unnamed,
        }
    }
}

impl ImageReferences {
    /// References that are read from this database.
    pub fn new(store: Store, clock: Clock, signer: UrlSigner) -> Self {
        let (recorded, accounts, pages) = Default::default();
        Self { store, clock, signer, recorded, accounts, pages }
    }

    /// The addresses under which this account's page shows remote images. The first time, it is recorded whose they
    /// are.
    pub async fn addresses<'a>(
        &self,
        account: &str,
        sources: impl Iterator<Item = &'a str>,
    ) -> HashMap<String, String> {
        let now = self.clock.now();
        let all: Vec<_> = sources.map(|source| self.signer.source(account, source)).collect();
        if let Some(first) = all.first()
            && get(&self.recorded, account).is_none()
        {
            match self.store.record_picture_owner(&first.owner, account).await {
                Ok(()) => put(&self.recorded, account.to_owned(), first.owner.clone()),
                // The addresses work once it has been recorded: at the next visit.
                Err(why) => tracing::warn!(error = %why, "whose a remote image is could not be recorded"),
            }
        }
        all.into_iter().map(|source| (source.url.clone(), self.signer.address(&source, now))).collect()
    }

    /// The remote image of a signed address, while it may be served.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn verify(&self, signed: &str, encoded: &str) -> Result<Option<(RemoteSource, Naming)>, MediaError> {
        let Some(source) = self.signer.verify(signed, encoded, self.clock.now()) else { return Ok(None) };
        let naming = match self.account(&source.owner).await? {
            Some(account) => self.naming(&account, &source.url).await?,
            None => Naming::Unnamed,
        };
        Ok(Some((source, naming)))
    }

    /// The remote images that the account's page names.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn sources_of(&self, account: &str) -> store::Result<Vec<String>> {
        Ok(self.read(account).await?.1.iter().cloned().collect())
    }

    async fn account(&self, owner: &str) -> store::Result<Option<String>> {
        if let Some(known) = get(&self.accounts, owner) {
            return Ok(Some(known));
        }
        let account = self.store.picture_owner(owner).await?;
        if let Some(account) = &account {
            put(&self.accounts, owner.to_owned(), account.clone());
        }
        Ok(account)
    }

    async fn naming(&self, account: &str, source: &str) -> store::Result<Naming> {
        let slot = self.store.change_counter(account);
        let changes = self.store.change_count(slot);
        let cached = get(&self.pages, account);
        if let Some(page) = cached.as_ref().filter(|page| page.changes == changes && Instant::now() < page.until)
            && page.naming(source) == Naming::Named
        {
            return Ok(Naming::Named);
        }
        // What is not named is looked up again: another server may know more.
        let until = Instant::now() + self.store.freshness();
        let read = match (cached, self.store.page_state(account).await) {
            (Some(page), Ok(state)) if page.state == state => Ok((state, page.sources)),
            (_, Ok(_)) => self.read(account).await,
            (Some(page), Err(_)) => {
                // Better what was known than nothing: images go on while the database is away.
                let until = Instant::now() + Duration::from_secs(1);
                put(&self.pages, account.to_owned(), PageSources { changes, until, ..page.clone() });
                return Ok(page.naming(source));
            }
            (None, Err(why)) => Err(why),
        };
        let (state, sources) = read?;
        let page = PageSources { state, sources, changes, until };
        let naming = page.naming(source);
        put(&self.pages, account.to_owned(), page);
        Ok(naming)
    }

    async fn read(&self, account: &str) -> store::Result<(Option<PageState>, Arc<HashSet<String>>)> {
        // Read before the page: a change in between makes the next state differ.
        let state = self.store.page_state(account).await?;
        let Some(page) = self.store.page_of(account).await? else { return Ok((None, Arc::default())) };
        let drafts = page.published.iter().chain([&page.draft]);
        let sources = drafts.flat_map(|draft| remote_sources(draft, page.known.values())).map(str::to_owned);
        Ok((state, Arc::new(sources.collect())))
    }
}

/// The remote images of a page and of the metadata of what it links to.
fn remote_sources<'a>(page: &'a Draft, facts: impl Iterator<Item = &'a Facts>) -> impl Iterator<Item = &'a str> {
    let linked = facts.flat_map(|facts| facts.image.as_deref().into_iter().chain(facts.icon.as_deref()));
    let own: Vec<&str> = page.pictures().map(|picture| picture.as_str()).collect();
    own.into_iter().chain(linked).filter(|source| !source.starts_with('/'))
}

fn get<K: Hash + Eq + std::borrow::Borrow<str>, V: Clone>(cache: &Mutex<HashMap<K, V>>, key: &str) -> Option<V> {
    cache.lock().unwrap_or_else(PoisonError::into_inner).get(key).cloned()
}

fn put<V>(cache: &Mutex<HashMap<String, V>>, key: String, value: V) {
    let mut cache = cache.lock().unwrap_or_else(PoisonError::into_inner);
    if cache.len() >= ACCOUNTS {
        cache.clear();
    }
    cache.insert(key, value);
}
