//! What was counted of a page as tables of comma-separated values, for spreadsheets (RFC 4180).

use std::fmt::Write as _;

use crate::api::{Insights, NamedCount, Source};

/// Days of the week, in the order of [`Insights::hours`].
const WEEKDAYS: [&str; 7] = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"];

/// The tables as files: name and text. The first line of each says what it holds, of which days, and in which time zone; the
/// second has the columns' names. Begins with the mark by which spreadsheets know UTF-8.
pub fn files(insights: &Insights) -> Vec<(&'static str, String)> {
    let mut all = vec![
        days(insights),
        published(insights),
        tiles(insights),
        sources(insights),
        ways(insights),
        hours(insights),
        cards(insights),
        counts(insights, "saves.csv", "What was taken along", &insights.saves),
        counts(insights, "devices.csv", "Visits by device", &insights.devices),
        counts(insights, "browsers.csv", "Visits by browser", &insights.browsers),
        counts(insights, "languages.csv", "Visits by language", &insights.languages),
    ];
    if let Some(countries) = &insights.countries {
        all.push(counts(insights, "countries.csv", "Visits by country", countries));
    }
    all.push(readers(insights));
    all
}

fn days(insights: &Insights) -> (&'static str, String) {
    let columns = ["day", "visits", "presses", "visitors (of the UTC day)", "so far"];
    let mut table = Table::new(insights, "Visits and presses by day", &columns);
    for day in &insights.days {
        let visitors = day.visitors.map(|visitors| visitors.to_string()).unwrap_or_default();
        table.row(&[&day.day, &day.visits.to_string(), &day.presses.to_string(), &visitors, yes_or_no(day.so_far)]);
    }
    ("days.csv", table.text)
}

fn published(insights: &Insights) -> (&'static str, String) {
    let mut table = Table::new(insights, "When the page was published", &["day", "at", "version"]);
    for mark in &insights.published {
        table.row(&[&mark.day, &mark.at, &mark.version.to_string()]);
    }
    ("published.csv", table.text)
}

fn tiles(insights: &Insights) -> (&'static str, String) {
    let columns = [
        "id",
        "title",
        "kind",
        "leads to",
        "pressed",
        "of 100 visits",
        "on the page",
        "answers",
        "not working since",
        "pressed since",
    ];
    let about = match insights.screen.as_str() {
        "desktop" => "What was pressed on computers and tablets",
        "phone" => "What was pressed on phones",
        _ => "What was pressed",
    };
    let mut table = Table::new(insights, about, &columns);
    for tile in &insights.tiles {
        let trouble = tile.trouble.as_ref();
        let told = |number: Option<u64>| number.map(|number| number.to_string()).unwrap_or_default();
        table.row(&[
            &tile.id,
            &tile.title,
            &tile.kind,
            &tile.to,
            &tile.pressed.to_string(),
            &tenths(tile.tenths_of_100),
            yes_or_no(tile.on_page),
            &told(trouble.map(|trouble| trouble.status)),
            trouble.map_or("", |trouble| &trouble.since),
            &told(trouble.map(|trouble| trouble.pressed_since)),
        ]);
    }
    ("tiles.csv", table.text)
}

/// A row for each host, and one without a host for the visits of a source that no host is known of: the column of visits can
/// be summed.
fn sources(insights: &Insights) -> (&'static str, String) {
    let mut table = Table::new(insights, "Where visits came from", &["source", "kind", "host", "visits"]);
    let mut row = |source: &Source, host: &str, visits: u64| {
        table.row(&[&source.name, &source.kind, host, &visits.to_string()]);
    };
    for source in &insights.sources {
        source.hosts.iter().for_each(|host| row(source, &host.name, host.count));
        let told = source.hosts.iter().map(|host| host.count).sum();
        let rest = source.count.saturating_sub(told);
        if rest > 0 {
            row(source, "", rest);
        }
    }
    ("sources.csv", table.text)
}

fn ways(insights: &Insights) -> (&'static str, String) {
    let mut table = Table::new(insights, "Visits by a named way or a code", &["way", "kind", "visits"]);
    for way in &insights.ways {
        table.row(&[&way.name, &way.kind, &way.count.to_string()]);
    }
    ("ways.csv", table.text)
}

fn cards(insights: &Insights) -> (&'static str, String) {
    let mut table = Table::new(insights, "Programs that fetched the share card", &["name", "kind", "count"]);
    for card in &insights.cards {
        table.row(&[&card.name, &card.kind, &card.count.to_string()]);
    }
    ("cards.csv", table.text)
}

fn hours(insights: &Insights) -> (&'static str, String) {
    let about = "Visits by weekday and hour of at most the last 60 days";
    let mut table = Table::new(insights, about, &["weekday", "hour", "visits"]);
    for (weekday, hours) in WEEKDAYS.iter().zip(&insights.hours) {
        for (hour, visits) in hours.iter().enumerate() {
            table.row(&[weekday, &hour.to_string(), &visits.to_string()]);
        }
    }
    ("hours.csv", table.text)
}

fn counts(
    insights: &Insights,
    file: &'static str,
    about: &'static str,
    counts: &[NamedCount],
) -> (&'static str, String) {
    let mut table = Table::new(insights, about, &["name", "count"]);
    for named in counts {
        table.row(&[&named.name, &named.count.to_string()]);
    }
    (file, table.text)
}

fn readers(insights: &Insights) -> (&'static str, String) {
    let columns = ["name", "kind", "page", "text", "json", "last hour"];
    let mut table = Table::new(insights, "Programs that read the page", &columns);
    for reader in &insights.readers {
        let [page, text, json] = [reader.page, reader.text, reader.json].map(|count| count.to_string());
        table.row(&[&reader.name, &reader.kind, &page, &text, &json, &reader.last]);
    }
    ("readers.csv", table.text)
}

const fn yes_or_no(is: bool) -> &'static str {
    if is { "yes" } else { "no" }
}

/// A number of tenths: `11.5` of 115.
fn tenths(number: u64) -> String {
    format!("{}.{}", number / 10, number % 10)
}

/// A table that is being written.
struct Table {
    text: String,
}

impl Table {
    fn new(insights: &Insights, about: &str, columns: &[&str]) -> Self {
        let Insights { from, to, zone, .. } = insights;
        let mut table = Self { text: "\u{feff}".to_owned() };
        let zone = harmless(zone);
        table
            .row(&[&format!("# {about}; {from} to {to}; days of {zone} (older than 60 days: of UTC); moments in UTC")]);
        table.row(columns);
        table
    }

    fn row(&mut self, cells: &[&str]) {
        let cells: Vec<_> = cells.iter().map(|text| cell(text)).collect();
        let _ = write!(self.text, "{}\r\n", cells.join(","));
    }
}

/// A text as a cell: quoted where a separator or a quote is in it.
fn cell(text: &str) -> String {
    let text = harmless(text);
    if text.contains([',', ';', '"']) { format!("\"{}\"", text.replace('"', "\"\"")) } else { text }
}

/// A text that no spreadsheet takes for a formula, not even one that separates cells by semicolons: an apostrophe stands before
/// what would begin one, and control characters become spaces.
fn harmless(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut begins = true;
    for letter in text.chars() {
        let letter = if letter.is_control() { ' ' } else { letter };
        if begins && matches!(letter, '=' | '+' | '-' | '@' | '＝' | '＋' | '－' | '＠') {
            out.push('\'');
        }
        begins = letter == ';' || begins && (letter.is_whitespace() || matches!(letter, '"' | '\u{feff}'));
        out.push(letter);
    }
    out
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests fail by panicking")]
mod tests {
    use std::collections::BTreeMap;

    use super::{cell, files};
    use crate::api::{INSIGHTS_EXAMPLE, Insights};

    fn example() -> Insights {
        serde_json::from_str(INSIGHTS_EXAMPLE).unwrap()
    }

    fn tables(insights: &Insights) -> BTreeMap<&'static str, Vec<String>> {
        let lines = |text: String| text.split_terminator("\r\n").map(str::to_owned).collect();
        files(insights).into_iter().map(|(name, text)| (name, lines(text))).collect()
    }

    #[test]
    fn every_table_says_in_its_first_line_which_days_it_holds_and_in_which_zone() {
        let all = tables(&example());
        let names: Vec<_> = all.keys().copied().collect();
        let wanted = [
            "browsers.csv",
            "cards.csv",
            "days.csv",
            "devices.csv",
            "hours.csv",
            "languages.csv",
            "published.csv",
            "readers.csv",
            "saves.csv",
            "sources.csv",
            "tiles.csv",
            "ways.csv",
        ];
        assert_eq!(names, wanted);
        for (name, lines) in all {
            let first = lines.first().unwrap();
            assert!(first.starts_with('\u{feff}'), "{name}");
            assert!(first.contains("2026-11-20 to 2026-11-26") && first.contains("UTC"), "{name}: {first}");
            assert!(first.contains("Europe/Lisbon"), "{name}: {first}");
        }
    }

    #[test]
    fn tables_hold_what_was_counted() {
        let mut insights = example();
        insights.countries = Some(Vec::new());
        let all = tables(&insights);
        let table = |name: &str| all[name][1..].to_vec();
        assert_eq!(table("days.csv")[1], "2026-11-20,12,4,10,no");
        assert_eq!(table("days.csv")[7], "2026-11-26,10,4,,yes");
        assert_eq!(table("published.csv"), ["day,at,version", "2026-11-25,2026-11-25T09:45:00Z,38"]);
        assert_eq!(table("tiles.csv")[1], "t_k3v7q2mzab4c,Print shop,link,harrow.example,20,18.7,yes,,,");
        assert_eq!(table("tiles.csv")[2], "instagram,'@ines.harrow,social,instagram.com,11,10.3,yes,,,");
        assert!(table("tiles.csv")[3].ends_with(",8,7.5,yes,404,2026-11-19,9"));
        assert_eq!(table("cards.csv"), ["name,kind,count", "WhatsApp,chat,7"]);
        assert_eq!(table("hours.csv").len(), 1 + 7 * 24);
        assert!(table("hours.csv").contains(&"Wednesday,20,9".to_owned()));
        assert_eq!(table("countries.csv"), ["name,count"]);
        assert_eq!(table("readers.csv")[1], "ChatGPT-User,assistant,3,9,0,2026-11-26T18:00:00Z");
    }

    #[test]
    fn the_visits_of_the_hosts_of_a_source_add_up_to_it() {
        let sources = &tables(&example())["sources.csv"][2..];
        assert_eq!(
            sources[..3],
            ["Instagram,platform,l.instagram.com,40", "Instagram,platform,instagram.com,10", "Instagram,platform,,8"]
        );
        assert_eq!(sources[3], "\"Typed, or not said\",unknown,,37");
    }

    #[test]
    fn no_cell_is_taken_for_a_formula() {
        for (text, wanted) in [
            ("Print shop", "Print shop"),
            ("a, \"b\"", "\"a, \"\"b\"\"\""),
            ("=HYPERLINK(\"https://evil.example\")", "\"'=HYPERLINK(\"\"https://evil.example\"\")\""),
            ("+1", "'+1"),
            ("-2+3", "'-2+3"),
            ("@SUM(A1)", "'@SUM(A1)"),
            ("\t=1", " '=1"),
            ("\r\n=1", "  '=1"),
            ("a\nb", "a b"),
            ("a\u{0}b", "a b"),
            ("  =1", "  '=1"),
            ("＝1", "'＝1"),
            ("shop; =1", "\"shop; '=1\""),
            ("\"=1", "\"\"\"'=1\""),
            ("rock-pop 1+1", "rock-pop 1+1"),
        ] {
            assert_eq!(cell(text), wanted, "{text:?}");
        }
    }
}
