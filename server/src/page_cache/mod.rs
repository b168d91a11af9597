//! Live pages in memory: drawn once for each state, however many ask, and answered without a look at the database for as
//! long as no news of them were counted.

mod cached_page;
mod prepared_reply;

use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, PoisonError, RwLock};
use std::time::Instant;

use axum::http::HeaderMap;
use axum::response::Response;
use cached_page::Worth;
pub use cached_page::{Document, Drawn, From, Live};
use mantel_model::Username;
pub use prepared_reply::REQUEST_ID;
use tokio::sync::Semaphore;

use crate::http::listener::Shared;
use crate::http::rate_limit::Kind;
use crate::keyed_semaphore::{Seats, permit};
use crate::service::{Error, Result};
use crate::state::App;
use crate::store::LiveVersion;
use crate::web::public::page;

/// A page is drawn anew after this long, whatever is known: pictures come and go elsewhere, ms.
const OLD: u64 = 10 * 60 * 1000;
/// The same for a page of whose pictures not everything was known, ms.
const UNSURE: u64 = 10 * 1000;
/// Where live pages are as JSON.
const JSON: &str = "api/v1/public/";
/// The end of the address where they are in words.
const WORDS: &str = "/llms.txt";

/// A reply, and its bytes in the kernel's memory where they lie there too.
pub type Ready = (Response, Option<Shared>);

/// The pages.
#[derive(Debug)]
pub struct Kept {
    pages: RwLock<Pages>,
    /// Most of the memory they may take, bytes.
    room: usize,
    turns: Seats,
    packer: Arc<Semaphore>,
    start: Instant,
    drawn: AtomicU64,
}

#[derive(Debug, Default)]
struct Pages {
    by_name: HashMap<String, Arc<Live>>,
    bytes: usize,
}

impl Kept {
    /// None yet, and never more than so many bytes of them.
    pub fn new(room: usize) -> Self {
        Self {
            pages: RwLock::default(),
            room,
            turns: Seats::default(),
            packer: Arc::new(Semaphore::new(1)),
            start: Instant::now(),
            drawn: AtomicU64::new(0),
        }
    }

    /// How often a page was drawn so far.
    pub fn drawn(&self) -> u64 {
        self.drawn.load(Ordering::Relaxed)
    }

    /// How many pages are kept, and the memory they may take, bytes.
    pub fn held(&self) -> (usize, usize) {
        let pages = self.pages.read().unwrap_or_else(PoisonError::into_inner);
        (pages.by_name.len(), pages.bytes)
    }

    fn now(&self) -> u64 {
        u64::try_from(self.start.elapsed().as_millis()).unwrap_or(u64::MAX)
    }

    fn get(&self, name: &str) -> Option<Arc<Live>> {
        self.pages.read().unwrap_or_else(PoisonError::into_inner).by_name.get(name).cloned()
    }

    fn put(&self, live: &Arc<Live>) {
        if live.bytes() > self.room {
            self.forget(live.username.as_str());
            return;
        }
        let mut pages = self.pages.write().unwrap_or_else(PoisonError::into_inner);
        pages.bytes += live.bytes();
        if let Some(before) = pages.by_name.insert(live.username.to_string(), Arc::clone(live)) {
            pages.bytes -= before.bytes();
        }
        if pages.bytes > self.room {
            pages.shrink(self.room - self.room / 8);
        }
    }

    fn forget(&self, name: &str) {
        self.pages.write().unwrap_or_else(PoisonError::into_inner).forget(name);
    }
}

impl Pages {
    /// Forgets those that nobody asked for the longest.
    fn shrink(&mut self, room: usize) {
        let mut all: Vec<_> = self.by_name.values().map(|it| (it.used(), it.username.to_string())).collect();
        all.sort_unstable();
        for (_, name) in all {
            if self.bytes <= room {
                break;
            }
            self.forget(&name);
        }
    }

    fn forget(&mut self, name: &str) {
        if let Some(gone) = self.by_name.remove(name) {
            self.bytes -= gone.bytes();
        }
    }
}

impl App {
    /// The reply to a GET that is ready in memory; `None` when there is more to do. `take` lets the caller in, or not.
    pub fn ready(&self, path: &str, headers: &HeaderMap, take: impl FnOnce() -> bool) -> Option<Ready> {
        let path = path.strip_prefix('/')?;
        let (name, json, words) = match (path.strip_prefix(JSON), path.strip_suffix(WORDS)) {
            (Some(name), _) => (name, true, false),
            (_, Some(name)) => (name, false, true),
            _ => (path, false, false),
        };
        let live = self.kept.get(name).filter(|it| self.believes(it))?;
        if !take() {
            return None;
        }
        self.noticed(&live);
        match (json, words) {
            (true, _) => Some((live.json(headers), None)),
            (_, true) => Some((live.words(headers), None)),
            _ => live.ready_page(headers),
        }
    }

    /// The live page of this name, drawn at most once for all who ask.
    ///
    /// # Errors
    /// `PageNotFound` when nothing is published there; `Unavailable` when the database does not answer and the page is not
    /// in memory.
    pub async fn live(&self, username: &Username) -> Result<Arc<Live>> {
        if let Some(live) = self.kept.get(username.as_str()).filter(|it| self.believes(it)) {
            self.noticed(&live);
            return Ok(live);
        }
        let _turn = self.kept.turns.take(username.to_string(), 1).await;
        let known = self.kept.get(username.as_str());
        if let Some(live) = known.as_ref().filter(|it| self.believes(it)) {
            return Ok(Arc::clone(live));
        }
        // Counted before the look: whatever happens during it counts as news.
        let news = known.as_ref().map(|it| self.news_at(it));
        let (standing, live) = match (self.service.live_version(username).await, known) {
            (Ok(standing), known) => (standing, known),
            (Err(Error::Unavailable), Some(known)) => {
                // Better the page as it was than none; the next look is in a second.
                known.believe(self.news_at(&known), self.kept.now() + 1000);
                return Ok(known);
            }
            (Err(why), _) => {
                self.kept.forget(username.as_str());
                return Err(why);
            }
        };
        match (live, news) {
            (Some(live), Some(news)) if live.from.standing == standing && !self.is_old(&live) => {
                live.believe(news, self.until());
                Ok(live)
            }
            (before, _) => {
                let drawn = self.draw(username, &standing, before.as_deref()).await;
                if matches!(drawn, Err(Error::TakenDown)) {
                    // Not even while the database is away.
                    self.kept.forget(username.as_str());
                }
                drawn
            }
        }
    }

    async fn draw(&self, username: &Username, standing: &LiveVersion, before: Option<&Live>) -> Result<Arc<Live>> {
        let store = self.service.store();
        let place = store.change_counter(&standing.account);
        let (news, pictures) = (store.change_count(place), self.media.news());
        let published = self.service.published(username.as_str()).await?;
        let (drawn, sure) = page::drawn(self, &published).await;
        self.kept.drawn.fetch_add(1, Ordering::Relaxed);
        let own = published.live_version.account == standing.account;
        let waits = (!sure).then_some(pictures);
        let from = From { standing: published.live_version, place, at: self.kept.now(), waits };
        let live = Live::new(published.username, from, drawn);
        let live = Arc::new(match before {
            Some(before) => live.inherit(before),
            None => live,
        });
        live.use_at(self.kept.now());
        // A name that changed hands meanwhile is looked at again by whoever asks next.
        live.believe(news, if own { self.until() } else { 0 });
        self.kept.put(&live);
        Ok(live)
    }

    fn believes(&self, live: &Live) -> bool {
        live.is_believed(self.news_at(live), self.kept.now())
            && live.from.waits.is_none_or(|waits| waits == self.media.news())
    }

    fn news_at(&self, live: &Live) -> u64 {
        self.service.store().change_count(live.from.place)
    }

    fn until(&self) -> u64 {
        let trust = self.service.store().freshness();
        self.kept.now() + u64::try_from(trust.as_millis()).unwrap_or_default()
    }

    /// Whether to draw it anew whatever the database says.
    fn is_old(&self, live: &Live) -> bool {
        let age = self.kept.now() - live.from.at.min(self.kept.now());
        age > OLD || live.from.waits.is_some_and(|waits| waits != self.media.news() || age > UNSURE)
    }

    /// Notes that somebody asks for it; one that is asked for often is packed better beside.
    fn noticed(&self, live: &Arc<Live>) {
        live.use_at(self.kept.now());
        if let Some(worth) = live.grew() {
            let (packer, live) = (Arc::clone(&self.kept.packer), Arc::clone(live));
            let folder = (worth == Worth::Kernel).then(|| self.config.data_dir.clone());
            tokio::spawn(async move {
                let turn = match worth {
                    Worth::Packing => Arc::clone(&packer).try_acquire_owned().ok(),
                    Worth::Kernel => Some(permit(&packer).await),
                };
                let Some(turn) = turn else { return };
                let packed = tokio::task::spawn_blocking(move || {
                    live.pack_best(folder.as_deref());
                    drop(turn);
                });
                if let Err(why) = packed.await {
                    tracing::error!(error = %why, "a page could not be packed");
                }
            });
        }
    }

    /// Lets somebody at this address read what is public, as often as the rates say.
    pub fn lets_read(&self, address: std::net::IpAddr) -> bool {
        self.rates.take_address(Kind::Public, address).is_ok()
    }
}
