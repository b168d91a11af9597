//! What was counted of a page (specification, Insights).

use serde::{Deserialize, Serialize};

use crate::closed_set::ClosedSet;
use crate::problem::Problem;

/// An example reply: the description of the API shows it, and tests read it.
pub const INSIGHTS_EXAMPLE: &str = include_str!("insights_example.json");

closed_set! {
    /// The span that insights are read for.
    pub enum InsightsRange ("a range") {
        /// Seven days, today included.
        Week = "7d", "7 days";
        /// Thirty days, today included.
        Month = "30d", "30 days";
        /// Ninety days, today included.
        Quarter = "90d", "90 days";
        /// Twelve months, today included.
        Year = "12m", "12 months";
    }
}

closed_set! {
    /// Whose presses are shown: the layout of a page differs with the screen.
    pub enum InsightsScreen ("a screen") {
        /// Phones and computers together.
        All = "all", "All";
        /// Computers and tablets.
        Desktop = "desktop", "Desktop";
        /// Phones.
        Phone = "phone", "Phone";
    }
}

/// Which insights are asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct InsightsQuery {
    /// The span; thirty days where none is named.
    pub range: InsightsRange,
    /// Whose presses are shown; everybody's where no screen is named.
    pub screen: InsightsScreen,
}

impl Default for InsightsQuery {
    fn default() -> Self {
        Self { range: InsightsRange::Month, screen: InsightsScreen::All }
    }
}

impl InsightsQuery {
    /// What these fields ask for, by their names in queries and calls.
    ///
    /// # Errors
    /// Every field that is wrong: an unknown one, one that is given twice, or a value that is none of the names.
    pub fn read<'a>(fields: impl IntoIterator<Item = (&'a str, &'a str)>) -> Result<Self, Vec<Problem>> {
        let (mut range, mut screen, mut problems) = (None, None, Vec::new());
        for (name, value) in fields {
            let problem = match name {
                "range" => read_name(&mut range, value).err(),
                "screen" => read_name(&mut screen, value).err(),
                _ => Some("is not known; there are range and screen".to_owned()),
            };
            problems.extend(problem.map(|why| Problem::new(format!("/{}", crate::safe_url::shortened(name)), why)));
        }
        let usual = Self::default();
        let query = Self { range: range.unwrap_or(usual.range), screen: screen.unwrap_or(usual.screen) };
        if problems.is_empty() { Ok(query) } else { Err(problems) }
    }
}

/// Reads the name of a member into `found`.
fn read_name<T: ClosedSet>(found: &mut Option<T>, name: &str) -> Result<(), String> {
    let member = T::named(name).ok_or_else(|| T::not_a_member(name))?;
    match found.replace(member) {
        None => Ok(()),
        Some(_) => Err("is given twice".to_owned()),
    }
}

/// Reply of `GET /api/v1/page/insights`. A visit is one look at the page by a person; visits and presses may be added up over
/// days, visitors are estimated for one day and never added up.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Insights {
    /// Whether visits are counted, and what is kept.
    pub kept: KeptCounts,
    /// The span, one of `7d`, `30d`, `90d`, `12m`.
    pub range: String,
    /// Whose presses `tiles` shows, one of `all`, `desktop`, `phone`.
    pub screen: String,
    /// The time zone of days and hours, as in `Europe/Lisbon`. Days that are older than 60 days are those of UTC.
    pub zone: String,
    /// The first day, `2026-10-24`.
    pub from: String,
    /// The last day, today.
    pub to: String,
    /// Visits and presses of the whole span.
    pub total: CountedTotals,
    /// The same of the span of the same length before it; null where nothing was counted that long ago.
    pub before: Option<CountedTotals>,
    /// Every day of the span, oldest first.
    pub days: Vec<CountedDay>,
    /// When the page was published in the span, oldest first.
    pub published: Vec<PublishedMark>,
    /// What was pressed, most first; links that stopped working are in it even without a press.
    pub tiles: Vec<PressedTile>,
    /// Where visits came from, most first.
    pub sources: Vec<Source>,
    /// Visits by a named way or a code, most first.
    pub ways: Vec<CountedWay>,
    /// Programs that fetched the share card for a chat or a timeline, most first.
    pub cards: Vec<FetchedCards>,
    /// What was taken along: `contact` for the contact card, `feed` for a feed reader.
    pub saves: Vec<NamedCount>,
    /// Visits by day of the week (Monday first) and hour, of at most the last 60 days.
    pub hours: Vec<Vec<u64>>,
    /// Visits by device: `phone`, `computer`, `tablet`, most first.
    pub devices: Vec<NamedCount>,
    /// Visits by browser, most first.
    pub browsers: Vec<NamedCount>,
    /// Visits by the browser's first language, BCP 47 without a region, most first.
    pub languages: Vec<NamedCount>,
    /// Visits by country, ISO 3166-1, most first; null where the server has no database of addresses.
    pub countries: Option<Vec<NamedCount>>,
    /// Programs that read the page; none of it is in the other numbers.
    pub readers: Vec<Reader>,
    /// Tiles of the live page that lead nowhere, so that nobody can press them.
    pub without_link: u64,
    /// Of 100 visits, those by browsers that do not tell presses (Firefox, Brave), where links are plain.
    pub silent_percent: u64,
    /// The moment of the newest number, RFC 3339, UTC; null while nothing was counted.
    pub as_of: Option<String>,
}

/// Whether a page's visits are counted, and what is kept of them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct KeptCounts {
    /// Whether this server counts at all.
    pub available: bool,
    /// Whether visits to this page are counted.
    pub on: bool,
    /// Since when the present state of `on` holds, RFC 3339, UTC; null where it never changed.
    pub changed_at: Option<String>,
    /// The first moment that something was counted in, RFC 3339, UTC; null while nothing was.
    pub since: Option<String>,
    /// When the last visit was, to the hour, RFC 3339, UTC; null while there was none.
    pub last_visit: Option<String>,
    /// How long totals of a day are kept, months.
    pub months: u64,
    /// Whether links lead through this server, so that every press is counted.
    pub exact: bool,
    /// Whether a letter is mailed every week.
    pub letter: bool,
    /// Whether the page is live.
    pub live: bool,
}

/// Visits and presses of a span.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct CountedTotals {
    /// Looks at the page by people.
    pub visits: u64,
    /// Presses on what the page links to. They stand beside the visits, and are no part of them.
    pub presses: u64,
}

/// What was counted on a day.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct CountedDay {
    /// The day, `2026-11-14`.
    pub day: String,
    /// Looks at the page by people.
    pub visits: u64,
    /// Presses on what the page links to.
    pub presses: u64,
    /// How many different visitors there were, estimated; null while the day is not over, and where visits were few or not counted
    /// for a part of it. A day in UTC, whatever the zone.
    pub visitors: Option<u64>,
    /// Whether the day is not over.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub so_far: bool,
}

/// A moment of publishing.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct PublishedMark {
    /// The day in the zone, `2026-11-14`.
    pub day: String,
    /// The moment, RFC 3339, UTC.
    pub at: String,
    /// The version that went live.
    pub version: u64,
}

/// A tile or a social link, and how often it was pressed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct PressedTile {
    /// The tile's id, or the platform of a social link.
    pub id: String,
    /// Its words.
    pub title: String,
    /// The type of the tile; `social` for one in the profile.
    pub kind: String,
    /// The host that it leads to; empty for what is gone from the page.
    pub to: String,
    /// How often it was pressed.
    pub pressed: u64,
    /// The same per 100 visits by the same screens, in tenths: 115 is 11.5.
    pub tenths_of_100: u64,
    /// Whether it is on the live page.
    pub on_page: bool,
    /// What is wrong with its link.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub trouble: Option<LinkTrouble>,
}

/// A link that stopped working.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct LinkTrouble {
    /// The status that its server answers with; 0 for silence.
    pub status: u64,
    /// Since when, `2026-11-19`.
    pub since: String,
    /// How often it was pressed since.
    pub pressed_since: u64,
}

/// Sites that visits came from, as one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Source {
    /// Its name: `Instagram`, `Search engines`, `Typed, or not said`.
    pub name: String,
    /// `platform`, `search`, `unknown` or `site`.
    pub kind: String,
    /// The platform by its name in the profile, for a symbol; null where it is none.
    pub platform: Option<String>,
    /// Visits.
    pub count: u64,
    /// The hosts that it consists of, most first; empty where there is nothing to tell apart.
    pub hosts: Vec<NamedCount>,
}

/// A named way to the page, and the visits that came by it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct CountedWay {
    /// The word after the plus; empty for the code of the plain address.
    pub name: String,
    /// `link`, or `code` where the code was scanned.
    pub kind: String,
    /// Visits.
    pub count: u64,
}

/// A program that fetched the share card, to show it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct FetchedCards {
    /// Its name: `WhatsApp`.
    pub name: String,
    /// Where it shows it: `chat` or `timeline`.
    pub kind: String,
    /// How often it fetched it.
    pub count: u64,
}

/// A name, and how often it was counted.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct NamedCount {
    /// The name; `others` for what is left.
    pub name: String,
    /// How often.
    pub count: u64,
}

/// A program that read the page.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Reader {
    /// Its name, as it says: `GPTBot`.
    pub name: String,
    /// `assistant` (on somebody's behalf), `training`, `ai-index`, `search`, `preview`, `feed`, `monitor` or `other`.
    pub kind: String,
    /// How often it read the page.
    pub page: u64,
    /// How often its text, `llms.txt`.
    pub text: u64,
    /// How often its JSON.
    pub json: u64,
    /// The last hour that it read in, RFC 3339, UTC.
    pub last: String,
}

#[cfg(test)]
mod tests {
    use super::{InsightsQuery, InsightsRange, InsightsScreen};

    #[test]
    fn what_is_not_named_is_as_usual() {
        let usual = InsightsQuery { range: InsightsRange::Month, screen: InsightsScreen::All };
        assert_eq!(InsightsQuery::read([]), Ok(usual));
        let asked = InsightsQuery::read([("screen", "phone"), ("range", "12m")]);
        assert_eq!(asked, Ok(InsightsQuery { range: InsightsRange::Year, screen: InsightsScreen::Phone }));
    }

    #[test]
    fn every_wrong_field_is_named() {
        let wrong = [("range", "31d"), ("screen", "tv"), ("from", "2026-01-01"), ("range", "7d"), ("range", "7d")];
        let problems = InsightsQuery::read(wrong).err().unwrap_or_default();
        let paths: Vec<_> = problems.iter().map(|problem| problem.path.as_str()).collect();
        assert_eq!(paths, ["/range", "/screen", "/from", "/range"]);
        assert!(problems.iter().any(|problem| problem.message.contains("7d, 30d, 90d or 12m")), "{problems:?}");
    }
}
