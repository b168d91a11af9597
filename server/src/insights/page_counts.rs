//! What was counted of one page since it was last written to the database.

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use mantel_model::TileId;

use super::dimension::Dimension;
use super::seen::SeenPerson;
use super::sketch::Sketch;
use crate::service::Counting;
use crate::store::{HourCount, OTHERS, VALUES};

/// Kinds of visits that are kept as they are; with more they are taken apart, which takes longer and less memory.
const KINDS: usize = 16;
/// Values in memory in all. Beyond it, those that strangers choose are no longer told apart.
const MOST: usize = 400_000;

/// A country by its two letters, `[0, 0]` where it is not known.
pub type Country = [u8; 2];

/// The counts of a page as it is cached. A page that is drawn again has new ones; what the old ones hold is written too.
#[derive(Debug)]
pub struct PageCounts {
    account: String,
    counting: Counting,
    /// The tiles that can be pressed.
    targets: Vec<TileId>,
    /// Whether it waits to be written.
    waiting: AtomicBool,
    pending: Mutex<Pending>,
}

#[derive(Debug, Default)]
struct Pending {
    visits: Vec<Visits>,
    counts: HashMap<(i64, Dimension, String), i64>,
    sketches: Vec<(i64, Sketch)>,
}

/// Visits of one kind.
#[derive(Debug)]
struct Visits {
    seen: Arc<SeenPerson>,
    hour: i64,
    country: Country,
    count: i64,
}

/// What was counted of a page, taken to be written.
#[derive(Debug, Default)]
pub struct Taken {
    /// The counts.
    pub counts: Vec<HourCount>,
    /// Sketches of visitors, by day.
    pub sketches: Vec<(i64, Sketch)>,
}

impl PageCounts {
    /// No counts yet, of an account's page, whose tiles `targets` can be pressed.
    pub fn new(account: &str, counting: Counting, targets: Vec<TileId>) -> Self {
        Self {
            account: account.to_owned(),
            counting,
            targets,
            waiting: AtomicBool::new(false),
            pending: Mutex::default(),
        }
    }

    /// Whose page it is.
    pub fn account(&self) -> &str {
        &self.account
    }

    /// How it is counted.
    pub const fn counting(&self) -> Counting {
        self.counting
    }

    /// Whether this is the id of a tile that can be pressed.
    pub fn has_target(&self, id: &str) -> bool {
        self.targets.iter().any(|target| target.as_str() == id)
    }

    /// Adds a visit; `mark` stands for the visitor on this day. Returns whether the page now waits to be written.
    pub fn add_visit(
        &self,
        seen: &Arc<SeenPerson>,
        hour: i64,
        country: Country,
        mark: u64,
        held: &AtomicUsize,
    ) -> bool {
        let mut pending = self.lock();
        let same =
            |visits: &&mut Visits| visits.hour == hour && visits.country == country && Arc::ptr_eq(&visits.seen, seen);
        match pending.visits.iter_mut().find(same) {
            Some(visits) => visits.count += 1,
            None => {
                if pending.visits.len() >= KINDS {
                    pending.take_visits_apart(held);
                }
                pending.visits.push(Visits { seen: Arc::clone(seen), hour, country, count: 1 });
            }
        }
        let day = hour.div_euclid(24);
        match pending.sketches.iter_mut().find(|sketch| sketch.0 == day) {
            Some(sketch) => sketch.1.insert_hash(mark),
            None => {
                let mut sketch = Sketch::new();
                sketch.insert_hash(mark);
                pending.sketches.push((day, sketch));
            }
        }
        drop(pending);
        self.now_waits()
    }

    /// Counts a value of a dimension. Returns whether the page now waits to be written.
    pub fn add(&self, dimension: Dimension, value: &str, hour: i64, held: &AtomicUsize) -> bool {
        self.lock().add(hour, dimension, value, 1, held);
        self.now_waits()
    }

    fn now_waits(&self) -> bool {
        !self.waiting.load(Ordering::Relaxed) && !self.waiting.swap(true, Ordering::AcqRel)
    }

    /// Takes what was counted.
    pub fn take(&self, held: &AtomicUsize) -> Taken {
        // Before: what is counted from now on waits again.
        self.waiting.store(false, Ordering::Release);
        let mut pending = std::mem::take(&mut *self.lock());
        pending.take_visits_apart(held);
        held.fetch_sub(pending.counts.len().min(held.load(Ordering::Relaxed)), Ordering::Relaxed);
        let counts = pending.counts.into_iter().map(|((hour, dimension, value), count)| HourCount {
            account: self.account.clone(),
            hour,
            dimension: dimension.name(),
            open: dimension.is_open(),
            value,
            count,
        });
        Taken { counts: counts.collect(), sketches: pending.sketches }
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, Pending> {
        self.pending.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Pending {
    fn add(&mut self, hour: i64, dimension: Dimension, value: &str, count: i64, held: &AtomicUsize) {
        if let Some(known) = self.counts.get_mut(&(hour, dimension, value.to_owned())) {
            *known += count;
            return;
        }
        let told_apart = !dimension.is_open()
            || (held.load(Ordering::Relaxed) < MOST
                && self.counts.keys().filter(|key| key.0 == hour && key.1 == dimension).count() < VALUES);
        let value = if told_apart { value } else { OTHERS };
        let key = (hour, dimension, value.to_owned());
        let entry = self.counts.entry(key).or_insert_with(|| {
            held.fetch_add(1, Ordering::Relaxed);
            0
        });
        *entry += count;
    }

    fn take_visits_apart(&mut self, held: &AtomicUsize) {
        for Visits { seen, hour, country, count } in std::mem::take(&mut self.visits) {
            self.add(hour, Dimension::Visits, seen.device, count, held);
            self.add(hour, Dimension::Browser, seen.browser, count, held);
            self.add(hour, Dimension::Source, &seen.source, count, held);
            if !seen.language.is_empty() {
                self.add(hour, Dimension::Language, &seen.language, count, held);
            }
            if country != [0, 0] {
                self.add(hour, Dimension::Country, &String::from_utf8_lossy(&country), count, held);
            }
        }
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests fail by panicking")]
mod tests {
    use std::hash::{BuildHasher, BuildHasherDefault, DefaultHasher};

    use super::*;

    fn person(source: &str) -> Arc<SeenPerson> {
        let (device, browser) = ("phone", "Safari");
        Arc::new(SeenPerson { device, browser, source: source.to_owned(), language: "pt".to_owned(), agent: 0 })
    }

    fn count_of(taken: &Taken, dimension: Dimension, value: &str) -> i64 {
        let of_it = |count: &&HourCount| count.dimension == dimension.name() && count.value == value;
        taken.counts.iter().filter(of_it).map(|count| count.count).sum()
    }

    #[test]
    fn every_visit_is_counted_in_each_dimension() {
        let (page, held) = (PageCounts::new("a", Counting::On, Vec::new()), AtomicUsize::new(0));
        let kinds: Vec<_> = (0..40).map(|at| person(&format!("site{at}.example"))).collect();
        for round in 0..3 {
            for kind in &kinds {
                page.add_visit(kind, 5 + round, *b"PT", 7, &held);
            }
        }
        let taken = page.take(&held);
        assert_eq!(count_of(&taken, Dimension::Visits, "phone"), 120);
        assert_eq!(count_of(&taken, Dimension::Source, "site39.example"), 3);
        assert_eq!(count_of(&taken, Dimension::Country, "PT"), 120);
        assert_eq!(taken.sketches.iter().map(|sketch| sketch.1.estimate()).collect::<Vec<_>>(), [1]);
        assert_eq!(held.load(Ordering::Relaxed), 0);
        assert!(page.take(&held).counts.is_empty());
    }

    #[test]
    fn what_strangers_choose_fills_no_memory() {
        let (page, held) = (PageCounts::new("a", Counting::On, Vec::new()), AtomicUsize::new(0));
        let hash = BuildHasherDefault::<DefaultHasher>::default();
        for at in 0..10_000 {
            page.add_visit(&person(&format!("site{at}.example")), 5, [0, 0], hash.hash_one(at), &held);
            page.add(Dimension::ReaderPage, &format!("other:Bot{at}"), 5, &held);
        }
        let taken = page.take(&held);
        let sources = taken.counts.iter().filter(|count| count.dimension == "source").count();
        assert_eq!(sources, VALUES + 1);
        assert_eq!(count_of(&taken, Dimension::Source, OTHERS), 10_000 - 50);
        assert_eq!(count_of(&taken, Dimension::Visits, "phone"), 10_000);
        assert_eq!(count_of(&taken, Dimension::ReaderPage, OTHERS), 10_000 - 50);
        let people = taken.sketches[0].1.estimate();
        assert!((9_000..11_000).contains(&people), "{people}");
    }

    #[test]
    fn a_page_waits_once() {
        let (page, held) = (PageCounts::new("a", Counting::On, Vec::new()), AtomicUsize::new(0));
        assert!(page.add(Dimension::Save, "feed", 1, &held) && !page.add(Dimension::Save, "feed", 1, &held));
        assert_eq!(page.take(&held).counts[0].count, 2);
        assert!(page.add(Dimension::Save, "feed", 1, &held));
    }
}
