//! What was counted of a page, for its owner (specification, Insights).

mod spans;

use std::cmp::Reverse;
use std::collections::{BTreeMap, HashMap};
use std::sync::atomic::Ordering;

use mantel_model::api::{
    CountedDay, CountedTotals, CountedWay, FetchedCards, Insights, InsightsRange, InsightsScreen, KeptCounts,
    LinkTrouble, NamedCount, PressedTile, PublishedMark, Reader, Source,
};
use mantel_model::facts::{Facts, of_tiles, source};
use mantel_model::text::markup;
use mantel_model::tile::Kind;
use mantel_model::{Problem, Tile, plain_text};
use spans::{Span, days_since_epoch, zone_named};

use super::caller::Caller;
use super::counting::Counting;
use super::error::{Error, Result};
use super::handle::Service;
use super::link_metadata::DEAD_DAYS;
use super::rights::Operation;
use super::view::Published;
use crate::clock::rfc3339;
use crate::store::{InsightsSettingsRow, OTHERS, PageRow, PeriodSum, Sum};
use crate::visitor::source_group;

const HOUR: i64 = 60 * 60 * 1000;
/// Browsers that send no pings. Firefox on iOS does: it has the engine of Safari.
const SILENT: [&str; 2] = ["Firefox", "Brave"];
/// How long totals of a day are kept, months (`store::insights`).
const MONTHS: u64 = 25;

/// How a page is counted; what is `None` stays.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct InsightsSettings {
    /// Whether visits are counted.
    pub on: Option<bool>,
    /// Whether links lead through this server, so that every press is counted.
    pub exact: Option<bool>,
    /// Whether a letter is mailed every week.
    pub letter: Option<bool>,
    /// The time zone, as in `Europe/Lisbon`.
    pub time_zone: Option<String>,
}

impl Service {
    /// What was counted of the caller's page in a span.
    ///
    /// # Errors
    /// `NoPage`; when the database does not answer.
    pub async fn insights(&self, caller: &Caller, range: InsightsRange, screen: InsightsScreen) -> Result<Insights> {
        self.require(caller, Operation::ReadInsights).await?;
        self.insights_until(caller, range, screen, self.now()).await
    }

    /// The same of the span that ends with the day of a time, ms.
    pub(super) async fn insights_until(
        &self,
        caller: &Caller,
        range: InsightsRange,
        screen: InsightsScreen,
        at: i64,
    ) -> Result<Insights> {
        let (row, settings) = (self.page_row(caller).await?, self.settings(&caller.account).await?);
        let (account, store) = (caller.account.as_str(), &self.inner.store);
        let span = Span::new(range, &settings.time_zone, at);
        let mut sums = Sums::default();
        sums.add(store.counted(account, &span.hours, &span.days).await?);
        let hours = store.hours_of(account, span.hours.start, span.hours.end).await?;
        let days = store.days_of(account, span.days.start, span.days.end).await?;
        let counted_span = store.counted_span(account).await?;
        let kept = self.kept(&row, &settings, counted_span);
        let counted = CountedDays::of(&span, &hours, &days);
        let total = counted.total();
        let published = store.published_between(account, span.hours.start * HOUR, span.hours.end * HOUR).await?;
        Ok(Insights {
            range: range.as_str().to_owned(),
            screen: screen.as_str().to_owned(),
            zone: settings.time_zone.clone(),
            from: span.from.to_string(),
            to: span.to.to_string(),
            total,
            before: self.before(account, &span, counted_span.0).await?,
            days: counted.days(&span),
            published: published
                .into_iter()
                .map(|(at, version)| PublishedMark {
                    day: span.day_of(at).to_string(),
                    at: rfc3339(at),
                    version: unsigned(version),
                })
                .collect(),
            tiles: self.pressed_tiles(&row, &span, sums.visits(screen), screen).await?,
            sources: sources(&sums),
            ways: sums.ways(),
            cards: sums.cards(),
            saves: sums.named("save"),
            hours: span.week(&hours),
            devices: sums.named("visits"),
            browsers: sums.named("browser"),
            languages: sums.named("language"),
            countries: self.inner.countries.then(|| sums.named("country")),
            readers: sums.readers(),
            without_link: row.published.as_ref().map_or(0, |page| without_link(&page.tiles)),
            silent_percent: sums.silent() * 100 / total.visits.max(1),
            as_of: self.as_of(),
            kept,
        })
    }

    /// How many came by each named way to the caller's page in a span, by its name; `None` while the page is not counted.
    ///
    /// # Errors
    /// When the database does not answer.
    pub async fn counted_ways(&self, caller: &Caller, range: InsightsRange) -> Result<Option<HashMap<String, u64>>> {
        self.require(caller, Operation::ReadInsights).await?;
        let settings = self.settings(&caller.account).await?;
        if !self.inner.insights || settings.counting == Counting::Off.name() {
            return Ok(None);
        }
        let span = Span::new(range, &settings.time_zone, self.now());
        Ok(Some(self.inner.store.counted_ways(&caller.account, &span.hours, &span.days).await?))
    }

    /// Changes how the caller's page is counted, and says what holds now.
    ///
    /// # Errors
    /// `NoPage`; `Invalid` for the time zone.
    pub async fn set_insights(&self, caller: &Caller, settings: &InsightsSettings) -> Result<KeptCounts> {
        self.require(caller, Operation::SetInsights).await?;
        let (row, mut known) = (self.page_row(caller).await?, self.settings(&caller.account).await?);
        if let Some(zone) = &settings.time_zone {
            let zone = zone_named(zone).ok_or_else(|| {
                let words = "this is no time zone; write it as Europe/Lisbon or UTC";
                Error::Invalid(vec![Problem::new("/timeZone", words)])
            })?;
            zone.clone_into(&mut known.time_zone);
        }
        let was_on = known.counting != Counting::Off.name();
        let on = settings.on.unwrap_or(was_on);
        let exact = settings.exact.unwrap_or(known.counting == Counting::Exact.name());
        let counting = match (on, exact) {
            (false, _) => Counting::Off,
            (true, true) => Counting::Exact,
            (true, false) => Counting::On,
        };
        counting.name().clone_into(&mut known.counting);
        if on != was_on {
            known.changed_at = Some(self.now());
        }
        known.letter = settings.letter.unwrap_or(known.letter);
        self.inner.store.put_insights_settings(&caller.account, &known).await?;
        let counted_span = self.inner.store.counted_span(&caller.account).await?;
        Ok(self.kept(&row, &known, counted_span))
    }

    /// Forgets everything that is stored of what was counted of the caller's page; `VisitCounter::forget` also forgets what is
    /// not stored yet.
    ///
    /// # Errors
    /// `NoPage`; when the database does not answer.
    pub(crate) async fn forget_insights(&self, caller: &Caller) -> Result<()> {
        self.require(caller, Operation::SetInsights).await?;
        self.page_row(caller).await?;
        Ok(self.inner.store.forget_counts(&caller.account).await?)
    }

    /// How the visits of a page are counted; not at all where this server counts nothing.
    pub fn counting(&self, page: &Published) -> Counting {
        if self.inner.insights { page.counting } else { Counting::Off }
    }

    /// Records that everything that was counted until this time (ms) is in the database.
    pub fn counted_until(&self, at: i64) {
        self.inner.counted_until.fetch_max(at, Ordering::Relaxed);
    }

    fn as_of(&self) -> Option<String> {
        let at = self.inner.counted_until.load(Ordering::Relaxed);
        (at > 0).then(|| rfc3339(at))
    }

    async fn settings(&self, account: &str) -> Result<InsightsSettingsRow> {
        let known = self.inner.store.insights_settings(account).await?;
        Ok(known.unwrap_or_else(|| InsightsSettingsRow {
            counting: Counting::On.name().to_owned(),
            changed_at: None,
            time_zone: "UTC".to_owned(),
            letter: false,
        }))
    }

    /// What holds of a page of which something was counted in the first of these hours, and the last visit in the second.
    fn kept(
        &self,
        row: &PageRow,
        settings: &InsightsSettingsRow,
        (first, last): (Option<i64>, Option<i64>),
    ) -> KeptCounts {
        KeptCounts {
            available: self.inner.insights,
            on: self.inner.insights && settings.counting != Counting::Off.name(),
            changed_at: settings.changed_at.map(rfc3339),
            since: first.map(|hour| rfc3339(hour * HOUR)),
            last_visit: last.map(|hour| rfc3339(hour * HOUR)),
            months: MONTHS,
            exact: settings.counting == Counting::Exact.name(),
            letter: settings.letter,
            live: row.published.is_some() && row.suspended.is_none(),
        }
    }

    /// Visits and presses of the span before, if the whole of it was counted; `first` is the first hour that was.
    async fn before(&self, account: &str, span: &Span, first: Option<i64>) -> Result<Option<CountedTotals>> {
        let (store, before) = (&self.inner.store, span.before());
        if first.is_none_or(|first| first >= before.hours.start + 24) {
            return Ok(None);
        }
        let hours = store.hours_of(account, before.hours.start, before.hours.end).await?;
        let days = store.days_of(account, before.days.start, before.days.end).await?;
        Ok(Some(CountedDays::of(&before, &hours, &days).total()))
    }

    /// What was pressed, and links of the live page that stopped working.
    async fn pressed_tiles(
        &self,
        row: &PageRow,
        span: &Span,
        visits: u64,
        screen: InsightsScreen,
    ) -> Result<Vec<PressedTile>> {
        let live: &[Tile] = row.published.as_ref().map_or(&[], |page| &page.tiles);
        let (facts, gone) = (of_tiles(live, &row.known), of_tiles(&row.draft.tiles, &row.known));
        let dead = self.inner.store.dead_links(&row.account, DEAD_DAYS).await?;
        let like = match screen {
            InsightsScreen::All => "press-%",
            InsightsScreen::Desktop => "press-desktop",
            InsightsScreen::Phone => "press-phone",
        };
        let on_page: Vec<_> = live.iter().map(|tile| tile.id.as_str()).collect();
        let stored = self.inner.store.pressed(&row.account, (&span.hours, &span.days), like, &on_page).await?;
        // In order of their ids, so that equal counts stand in the same order each time.
        let pressed: BTreeMap<_, _> = stored.into_iter().map(|(id, count)| (id, unsigned(count))).collect();
        let broken = |tile: &Tile| source(&tile.kind).and_then(|source| dead.get(&source));
        let since = live.iter().filter_map(|tile| Some((tile.id.as_str(), broken(tile)?.since / HOUR))).collect();
        let pressed_since = self.inner.store.presses_since(&row.account, &since).await?;
        let mut tiles = Vec::new();
        for tile in live {
            let count = pressed.get(tile.id.as_str()).copied().unwrap_or_default();
            let trouble = broken(tile).map(|dead| LinkTrouble {
                status: unsigned(dead.status),
                since: rfc3339(dead.since).chars().take(10).collect(),
                pressed_since: unsigned(pressed_since.get(tile.id.as_str()).copied().unwrap_or_default()),
            });
            if count == 0 && trouble.is_none() {
                continue;
            }
            tiles.push(PressedTile {
                on_page: true,
                trouble,
                ..pressed_tile(tile, facts.get(&tile.id), count, visits)
            });
        }
        let on_page = |id: &str| live.iter().any(|tile| tile.id.as_str() == id);
        for (id, count) in pressed.iter().filter(|(id, _)| !on_page(id)) {
            let known = row.draft.tiles.iter().find(|tile| tile.id.as_str() == id.as_str());
            tiles.push(match known {
                Some(tile) => pressed_tile(tile, gone.get(&tile.id), *count, visits),
                None => PressedTile {
                    title: if id == OTHERS { OTHERS.to_owned() } else { String::new() },
                    id: id.clone(),
                    kind: String::new(),
                    to: String::new(),
                    pressed: *count,
                    tenths_of_100: tenths_of_100(*count, visits),
                    on_page: false,
                    trouble: None,
                },
            });
        }
        tiles.sort_by_key(|tile| (Reverse(tile.on_page), Reverse(tile.pressed)));
        Ok(tiles)
    }
}

fn pressed_tile(tile: &Tile, facts: Option<&Facts>, pressed: u64, visits: u64) -> PressedTile {
    let (title, words) = plain_text::title_and_words(tile, facts);
    PressedTile {
        id: tile.id.to_string(),
        title: if title.is_empty() { words } else { title },
        kind: tile.kind.name().to_string(),
        to: leads_to(tile),
        pressed,
        tenths_of_100: tenths_of_100(pressed, visits),
        on_page: false,
        trouble: None,
    }
}

/// Where a tile leads, in a word: the host, the platform, or what kind of address it is.
fn leads_to(tile: &Tile) -> String {
    if let Kind::Social(social) = &tile.kind {
        return social.platform.label().to_owned();
    }
    let address = tile.kind.address().map(|address| address.to_string()).unwrap_or_default();
    match address.split_once(':') {
        Some(("mailto", _)) => "Email".to_owned(),
        Some(("tel", _)) => "Phone".to_owned(),
        Some((_, rest)) => {
            let host = rest.trim_start_matches('/').split(['/', '?', '#']).next().unwrap_or_default();
            host.trim_start_matches("www.").to_owned()
        }
        None => String::new(),
    }
}

fn tenths_of_100(pressed: u64, visits: u64) -> u64 {
    (pressed * 1000 + visits / 2).checked_div(visits).unwrap_or_default()
}

/// How many tiles nobody can press; headings are none that anybody would.
fn without_link(tiles: &[Tile]) -> u64 {
    let dead_end = |tile: &&Tile| match &tile.kind {
        Kind::Heading(_) => false,
        Kind::Text(note) => markup::links(&markup::parse(note.text.as_str())).is_empty(),
        kind => kind.address().is_none(),
    };
    tiles.iter().filter(dead_end).count() as u64
}

fn unsigned(count: i64) -> u64 {
    u64::try_from(count).unwrap_or_default()
}

/// Visits, presses and visitors by day.
#[derive(Debug, Default)]
struct CountedDays {
    totals: BTreeMap<i64, CountedTotals>,
    visitors: HashMap<i64, u64>,
}

impl CountedDays {
    fn of(span: &Span, hours: &[PeriodSum], days: &[PeriodSum]) -> Self {
        let mut counted = Self::default();
        for sum in hours {
            counted.add(days_since_epoch(span.day_of(sum.period * HOUR)), sum);
        }
        for sum in days {
            counted.add(sum.period, sum);
        }
        counted
    }

    fn add(&mut self, day: i64, sum: &PeriodSum) {
        let count = unsigned(sum.count);
        match sum.dimension.as_str() {
            "visitors" => *self.visitors.entry(day).or_default() += count,
            "visits" => self.totals.entry(day).or_default().visits += count,
            _ => self.totals.entry(day).or_default().presses += count,
        }
    }

    fn total(&self) -> CountedTotals {
        let mut total = CountedTotals::default();
        for day in self.totals.values() {
            total.visits += day.visits;
            total.presses += day.presses;
        }
        total
    }

    fn days(&self, span: &Span) -> Vec<CountedDay> {
        let day = |date: jiff::civil::Date| {
            let number = days_since_epoch(date);
            let CountedTotals { visits, presses } = self.totals.get(&number).copied().unwrap_or_default();
            let so_far = date == span.to;
            let visitors = self.visitors.get(&number).copied().filter(|_| !so_far);
            CountedDay { day: date.to_string(), visits, presses, visitors, so_far }
        };
        span.dates().map(day).collect()
    }
}

/// The counts of a span by dimension and value.
#[derive(Debug, Default)]
struct Sums(HashMap<String, HashMap<String, (u64, i64)>>);

impl Sums {
    fn add(&mut self, sums: Vec<Sum>) {
        for Sum { dimension, value, count, last_hour } in sums {
            let known = self.0.entry(dimension).or_default().entry(value).or_default();
            known.0 += unsigned(count);
            known.1 = known.1.max(last_hour);
        }
    }

    fn values(&self, dimension: &str) -> impl Iterator<Item = (&String, &(u64, i64))> {
        self.0.get(dimension).into_iter().flatten()
    }

    fn of(&self, dimension: &str, value: &str) -> u64 {
        self.0.get(dimension).and_then(|values| values.get(value)).map_or(0, |known| known.0)
    }

    /// The values of a dimension, most first.
    fn named(&self, dimension: &str) -> Vec<NamedCount> {
        let named = |(name, known): (&String, &(u64, i64))| NamedCount { name: name.clone(), count: known.0 };
        most_first(self.values(dimension).map(named).collect())
    }

    fn visits(&self, screen: InsightsScreen) -> u64 {
        let phones = self.of("visits", "phone");
        let all: u64 = self.values("visits").map(|(_, known)| known.0).sum();
        match screen {
            InsightsScreen::All => all,
            InsightsScreen::Phone => phones,
            InsightsScreen::Desktop => all - phones,
        }
    }

    /// Visits by browsers that tell no presses.
    fn silent(&self) -> u64 {
        SILENT.iter().map(|browser| self.of("browser", browser)).sum()
    }

    fn ways(&self) -> Vec<CountedWay> {
        let mut ways = Vec::new();
        for (dimension, kind) in [("way-link", "link"), ("way-code", "code")] {
            ways.extend(self.values(dimension).map(|(name, known)| CountedWay {
                name: name.clone(),
                kind: kind.to_owned(),
                count: known.0,
            }));
        }
        ways.sort_by(|a, b| (b.count, &a.name, &a.kind).cmp(&(a.count, &b.name, &b.kind)));
        ways
    }

    fn cards(&self) -> Vec<FetchedCards> {
        let mut cards = Vec::new();
        for (dimension, kind) in [("card-chat", "chat"), ("card-timeline", "timeline")] {
            cards.extend(self.values(dimension).map(|(name, known)| FetchedCards {
                name: name.clone(),
                kind: kind.to_owned(),
                count: known.0,
            }));
        }
        cards.sort_by(|a, b| (b.count, &a.name).cmp(&(a.count, &b.name)));
        cards
    }

    fn readers(&self) -> Vec<Reader> {
        let mut readers = BTreeMap::<&str, (Reader, i64)>::new();
        for dimension in ["reader-page", "reader-text", "reader-json"] {
            for (value, (count, last_hour)) in self.values(dimension) {
                let (reader, last) = readers.entry(value).or_default();
                let (kind, name) = value.split_once(':').unwrap_or(("other", value));
                (reader.kind, reader.name) = (kind.to_owned(), name.to_owned());
                match dimension {
                    "reader-page" => reader.page += count,
                    "reader-text" => reader.text += count,
                    _ => reader.json += count,
                }
                *last = (*last).max(*last_hour);
            }
        }
        let with_time = |(reader, last): (Reader, i64)| Reader { last: rfc3339(last * HOUR), ..reader };
        let mut readers: Vec<_> = readers.into_values().map(with_time).collect();
        readers.sort_by_key(|reader| Reverse(reader.page + reader.text + reader.json));
        readers
    }
}

fn most_first(mut counts: Vec<NamedCount>) -> Vec<NamedCount> {
    counts.sort_by(|a, b| (b.count, &a.name).cmp(&(a.count, &b.name)));
    counts
}

/// Where visits came from, grouped.
fn sources(sums: &Sums) -> Vec<Source> {
    let mut groups = BTreeMap::<String, Source>::new();
    for (value, (count, _)) in sums.values("source") {
        let group = source_group(value);
        let source = groups.entry(format!("{}:{}", group.kind, group.name)).or_insert_with(|| Source {
            name: group.name.to_string(),
            kind: group.kind.to_string(),
            platform: group.platform.map(|platform| platform.to_string()),
            count: 0,
            hosts: Vec::new(),
        });
        source.count += count;
        if !value.is_empty() {
            source.hosts.push(NamedCount { name: value.clone(), count: *count });
        }
    }
    let mut sources: Vec<_> = groups.into_values().collect();
    for source in &mut sources {
        source.hosts = most_first(std::mem::take(&mut source.hosts));
        // Where the only host is the name itself there is nothing to tell apart.
        if matches!(source.hosts.as_slice(), [only] if only.name == source.name) {
            source.hosts.clear();
        }
    }
    sources.sort_by(|a, b| (b.count, &a.name).cmp(&(a.count, &b.name)));
    sources
}
