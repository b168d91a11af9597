//! Counting of visits and presses in memory, and writing them to the database (specification, Insights). Nothing of a visitor is
//! stored but, until the end of the day, a sketch that their keyed hash went into.

mod country;
mod dimension;
mod page_counts;
mod salts;
mod seen;
pub mod sketch;

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use axum::http::HeaderMap;
use country::Countries;
pub use dimension::Dimension;
pub use page_counts::PageCounts;
use salts::Salts;
use seen::{Reader, Seen};
use tokio::sync::Semaphore;

use crate::clock::Clock;
use crate::config::Config;
use crate::http::session::cookie;
use crate::service::{Caller, Counting, Result, Service};
use crate::store::{HourCount, SKETCHES, SketchRow};
use crate::visitor::{self, CardPlace, Device};

const HOUR: i64 = 60 * 60 * 1000;
/// How often counts are written.
const ROUND: Duration = Duration::from_secs(10);
/// How long after midnight (UTC) a day is finished, ms: until then every server has written what it counted of it.
const DAY_ENDS_AFTER: i64 = 60 * 1000;
/// Visitors with a session whose account is looked up at the same time; further ones are counted as if they had none.
const LOOKUPS: usize = 64;
/// Counts that are kept while the database does not answer; later ones are lost.
const BACKLOG: usize = 500_000;

/// A form in which a page is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// The page itself.
    Page,
    /// Its text for programs.
    Text,
    /// Its JSON.
    Json,
}

/// How somebody came by a way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WayKind {
    /// By its link.
    Link,
    /// By its code.
    Code,
}

/// Counts visits and presses. Cheap to clone.
#[derive(Clone, Debug)]
pub struct VisitCounter {
    inner: Arc<Inner>,
}

#[derive(Debug)]
struct Inner {
    config: Arc<Config>,
    service: Service,
    clock: Clock,
    reader: Reader,
    salts: Salts,
    countries: Countries,
    /// Pages with something to be written.
    waiting: Mutex<Vec<Arc<PageCounts>>>,
    /// Values in memory.
    held: AtomicUsize,
    lookups: Arc<Semaphore>,
    /// Whether the database's log may hold salts and sketches that were deleted.
    log_holds_deleted: AtomicBool,
    /// What could not be written, and the turn to write.
    backlog: tokio::sync::Mutex<Backlog>,
}

type Place = (String, i64, &'static str, String);

#[derive(Debug, Default)]
struct Backlog {
    counts: HashMap<Place, (i64, bool)>,
    sketches: HashMap<(String, i64), sketch::Sketch>,
}

impl VisitCounter {
    /// A counter that has counted nothing.
    pub fn new(config: Arc<Config>, service: Service) -> Self {
        let clock = service.clock().clone();
        let reader = Reader::new(config.host().split(':').next().unwrap_or_default());
        Self {
            inner: Arc::new(Inner {
                config,
                service,
                clock,
                reader,
                salts: Salts::new(),
                countries: Countries::default(),
                waiting: Mutex::default(),
                held: AtomicUsize::new(0),
                lookups: Arc::new(Semaphore::new(LOOKUPS)),
                // The process before may have ended between deleting and emptying.
                log_holds_deleted: AtomicBool::new(true),
                backlog: tokio::sync::Mutex::default(),
            }),
        }
    }

    /// Counts a request for a page that was answered.
    pub fn view(&self, page: &Arc<PageCounts>, form: Form, headers: &HeaderMap, address: IpAddr) {
        if page.counting() == Counting::Off {
            return;
        }
        match (self.inner.reader.seen(headers), form) {
            (Seen::Person(seen), Form::Page) => {
                let hour = self.hour();
                let mark = self.inner.salts.mark(hour.div_euclid(24), address, seen.agent);
                let country = self.inner.countries.of(address);
                self.unless_owner(page, headers, move |counter, page| {
                    page.add_visit(&seen, hour, country, mark, &counter.inner.held)
                });
            }
            (Seen::Program(program), form) => {
                let dimension = match form {
                    Form::Page => Dimension::ReaderPage,
                    Form::Text => Dimension::ReaderText,
                    Form::Json => Dimension::ReaderJson,
                };
                self.add(page, dimension, &program.value);
            }
            // A browser that shows the text or the JSON visits nothing.
            (Seen::Person(_), Form::Text | Form::Json) | (Seen::Uncounted, _) => {}
        }
    }

    /// Counts a press by a person who is led on by this server.
    pub fn follow(&self, page: &Arc<PageCounts>, target: &str, headers: &HeaderMap) {
        // A picture or a script that asks for the address follows nothing.
        if page.counting() != Counting::Off && matches!(self.inner.reader.seen(headers), Seen::Person(_)) {
            self.press(page, target, headers);
        }
    }

    /// Counts a press by a person on a tile, by its id, or on a social link, by its platform.
    pub fn press(&self, page: &Arc<PageCounts>, target: &str, headers: &HeaderMap) {
        if page.counting() == Counting::Off {
            return;
        }
        let Some(person) = visitor::presser(headers) else { return };
        let phone = person.device == Device::Phone;
        let dimension = if phone { Dimension::PressPhone } else { Dimension::PressDesktop };
        let (target, hour) = (target.to_owned(), self.hour());
        self.unless_owner(page, headers, move |counter, page| page.add(dimension, &target, hour, &counter.inner.held));
    }

    /// Counts somebody who came by a way; the visit is counted at the page.
    pub fn way(&self, page: &Arc<PageCounts>, kind: WayKind, way: &str, headers: &HeaderMap) {
        if page.counting() == Counting::Off || !matches!(self.inner.reader.seen(headers), Seen::Person(_)) {
            return;
        }
        let dimension = match kind {
            WayKind::Link => Dimension::WayLink,
            WayKind::Code => Dimension::WayCode,
        };
        let (way, hour) = (way.to_owned(), self.hour());
        self.unless_owner(page, headers, move |counter, page| page.add(dimension, &way, hour, &counter.inner.held));
    }

    /// Counts a share card that was fetched for a chat or a timeline.
    pub fn card(&self, page: &Arc<PageCounts>, headers: &HeaderMap) {
        if page.counting() == Counting::Off {
            return;
        }
        if let Seen::Program(program) = self.inner.reader.seen(headers)
            && let Some(place) = program.card
        {
            let dimension = match place {
                CardPlace::Chat => Dimension::CardChat,
                CardPlace::Timeline => Dimension::CardTimeline,
            };
            self.add(page, dimension, &program.name);
        }
    }

    /// Counts something that a person takes along (`contact`, `feed`), or a program that reads it.
    pub fn save(&self, page: &Arc<PageCounts>, what: &'static str, headers: &HeaderMap) {
        if page.counting() == Counting::Off {
            return;
        }
        match self.inner.reader.seen(headers) {
            Seen::Person(_) => {
                let hour = self.hour();
                self.unless_owner(page, headers, move |counter, page| {
                    page.add(Dimension::Save, what, hour, &counter.inner.held)
                });
            }
            Seen::Program(program) => self.add(page, Dimension::ReaderPage, &program.value),
            Seen::Uncounted => {}
        }
    }

    fn add(&self, page: &Arc<PageCounts>, dimension: Dimension, value: &str) {
        if page.add(dimension, value, self.hour(), &self.inner.held) {
            self.wait_to_be_written(page);
        }
    }

    /// Counts, unless the request is by the page's owner, which takes a question to the database where there is a session.
    fn unless_owner(
        &self,
        page: &Arc<PageCounts>,
        headers: &HeaderMap,
        count: impl FnOnce(&Self, &PageCounts) -> bool + Send + 'static,
    ) {
        let counted = |counter: &Self, page: &Arc<PageCounts>| {
            if count(counter, page) {
                counter.wait_to_be_written(page);
            }
        };
        let Some(secret) = cookie::read(headers, &self.inner.config) else { return counted(self, page) };
        let Ok(permit) = Arc::clone(&self.inner.lookups).try_acquire_owned() else { return counted(self, page) };
        let (counter, page) = (self.clone(), Arc::clone(page));
        tokio::spawn(async move {
            let session = counter.inner.service.session(&secret).await.ok().flatten();
            drop(permit);
            if session.is_none_or(|session| session.caller.account != page.account()) {
                counted(&counter, &page);
            }
        });
    }

    fn wait_to_be_written(&self, page: &Arc<PageCounts>) {
        self.inner.waiting.lock().unwrap_or_else(PoisonError::into_inner).push(Arc::clone(page));
    }

    /// Hours since 1970.
    fn hour(&self) -> i64 {
        self.inner.clock.now().div_euclid(HOUR)
    }

    /// Reads the database of addresses that the settings name, if they do.
    ///
    /// # Errors
    /// A sentence that says what is wrong with it.
    pub fn read_countries(&self) -> std::result::Result<(), String> {
        self.inner.config.geoip_db.as_deref().map_or(Ok(()), |file| self.inner.countries.read(file))
    }

    /// Writes what was counted so far, in one transaction. What can't be written waits for the next time.
    ///
    /// # Errors
    /// When the database does not answer.
    pub async fn write(&self) -> Result<()> {
        let mut backlog = self.inner.backlog.lock().await;
        let waiting = std::mem::take(&mut *self.inner.waiting.lock().unwrap_or_else(PoisonError::into_inner));
        for page in waiting {
            let taken = page.take(&self.inner.held);
            for count in taken.counts {
                backlog.add(count);
            }
            for (day, new) in taken.sketches {
                backlog.sketches.entry((page.account().to_owned(), day)).or_default().merge(&new);
            }
        }
        if !backlog.counts.is_empty() || !backlog.sketches.is_empty() {
            let (counts, sketches) = backlog.rows();
            self.inner.service.store().add_counts(&counts, &sketches, sketch::merged).await?;
            *backlog = Backlog::default();
        }
        self.inner.service.counted_until(self.inner.clock.now());
        Ok(())
    }

    /// Makes sure that the salts of today and tomorrow are known, and finishes the days that are over.
    ///
    /// # Errors
    /// When the database does not answer.
    pub async fn turn_days(&self) -> Result<()> {
        let store = self.inner.service.store();
        let (now, today) = (self.inner.clock.now(), self.hour().div_euclid(24));
        for day in [today, today + 1] {
            if !self.inner.salts.knows(day) {
                self.inner.salts.learn(day, &store.salt(day, &salts::generate()).await?);
            }
        }
        let over = (now - DAY_ENDS_AFTER).div_euclid(24 * HOUR);
        loop {
            let finished = store.finish_sketches(over, sketch::estimate).await?;
            self.inner.log_holds_deleted.fetch_or(finished > 0, Ordering::Relaxed);
            if finished < SKETCHES {
                break;
            }
        }
        let forgotten = store.forget_salts(over).await? > 0;
        self.inner.log_holds_deleted.fetch_or(forgotten, Ordering::Relaxed);
        if self.inner.log_holds_deleted.load(Ordering::Relaxed) && store.empty_log().await? {
            self.inner.log_holds_deleted.store(false, Ordering::Relaxed);
        }
        Ok(())
    }

    /// Forgets everything that was counted of the caller's page: what is stored, and what this server has not written yet.
    /// Another server may still write what it counted in the ten seconds before.
    ///
    /// # Errors
    /// `NoPage`; when the database does not answer.
    pub async fn forget(&self, caller: &Caller) -> Result<()> {
        // Until this is done nothing is written.
        let mut backlog = self.inner.backlog.lock().await;
        self.inner.service.forget_insights(caller).await?;
        let waiting = std::mem::take(&mut *self.inner.waiting.lock().unwrap_or_else(PoisonError::into_inner));
        let (forgotten, kept): (Vec<_>, Vec<_>) =
            waiting.into_iter().partition(|page| page.account() == caller.account);
        for page in forgotten {
            drop(page.take(&self.inner.held));
        }
        self.inner.waiting.lock().unwrap_or_else(PoisonError::into_inner).extend(kept);
        backlog.counts.retain(|(account, ..), _| *account != caller.account);
        backlog.sketches.retain(|(account, _), _| *account != caller.account);
        Ok(())
    }

    /// Sums up old hours to days, and forgets old days.
    ///
    /// # Errors
    /// When the database does not answer.
    pub async fn forget_old(&self) -> Result<()> {
        let (store, hour) = (self.inner.service.store(), self.hour());
        while store.sum_up_hours(hour).await? {}
        store.forget_days(hour.div_euclid(24)).await?;
        Ok(())
    }

    /// Writes every ten seconds, until it is aborted.
    pub async fn work(self) {
        loop {
            if let Err(why) = self.turn_days().await {
                tracing::warn!(error = %why, "the salts of the day could not be read");
            }
            tokio::time::sleep(ROUND).await;
            if let Err(why) = self.write().await {
                tracing::warn!(error = %why, "what was counted could not be written");
            }
        }
    }
}

impl Backlog {
    fn add(&mut self, new: HourCount) {
        let full = self.counts.len() >= BACKLOG;
        let place = (new.account, new.hour, new.dimension, new.value);
        if let Some(known) = self.counts.get_mut(&place) {
            known.0 += new.count;
        } else if !full {
            self.counts.insert(place, (new.count, new.open));
        }
    }

    fn rows(&self) -> (Vec<HourCount>, Vec<SketchRow>) {
        let counts = self.counts.iter().map(|((account, hour, dimension, value), (count, open))| HourCount {
            account: account.clone(),
            hour: *hour,
            dimension,
            open: *open,
            value: value.clone(),
            count: *count,
        });
        let sketches = self.sketches.iter().map(|((account, day), sketch)| SketchRow {
            account: account.clone(),
            day: *day,
            sketch: sketch::to_text(sketch),
        });
        let mut counts: Vec<_> = counts.collect();
        // In the order of the primary key, so that neighbours are written together and two servers never wait for each other.
        counts.sort_unstable_by(|a, b| {
            (&a.account, a.hour, a.dimension, &a.value).cmp(&(&b.account, b.hour, b.dimension, &b.value))
        });
        let mut sketches: Vec<_> = sketches.collect();
        sketches.sort_unstable_by(|a, b| (&a.account, a.day).cmp(&(&b.account, b.day)));
        (counts, sketches)
    }
}
