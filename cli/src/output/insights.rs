//! Draws what was counted of a page: visits and presses as two plots below each other, and lists.

use mantel_model::api::{Insights, NamedCount, PressedTile};
use mantel_model::number::{Grouping, thousands};
use unicode_width::UnicodeWidthStr as _;

use super::char_grid::{cut, pad};
use super::style::{Styler, clean};

/// Lines of a plot.
const LINES: u64 = 4;
/// Eighths of a character, from none to all.
const EIGHTHS: [char; 9] = [' ', '▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];
/// The longest list.
const LISTED: usize = 8;

/// What was counted, at most `width` columns wide.
pub fn insights(insights: &Insights, width: usize, styler: &Styler) -> String {
    let mut blocks = vec![summary(insights, styler)];
    if insights.total.visits > 0 || insights.total.presses > 0 {
        blocks.push(plots(insights, width, styler));
    }
    blocks.extend(tiles(insights, width, styler));
    let sources = insights.sources.iter().map(|source| (source.name.as_str(), source.count));
    blocks.extend(list("Came from", sources, width, styler));
    let ways = insights.ways.iter().map(|way| (way_name(&way.name, &way.kind), way.count));
    let ways: Vec<_> = ways.map(|(name, count)| NamedCount { name, count }).collect();
    blocks.extend(list("By what was put up", ways.iter().map(|way| (way.name.as_str(), way.count)), width, styler));
    let readers = insights.readers.iter().map(|reader| (reader.name.as_str(), reader.page + reader.text + reader.json));
    blocks.extend(list("Programs that read it, not counted above", readers, width, styler));
    blocks.join("\n\n")
}

fn summary(insights: &Insights, styler: &Styler) -> String {
    let mut lines = Vec::new();
    let kept = &insights.kept;
    if !kept.available {
        lines.push(styler.yellow("This server counts no visits."));
    } else if !kept.on {
        lines.push(styler.yellow("Visits are not counted at present."));
    }
    let (from, to, zone) = (clean(&insights.from), clean(&insights.to), clean(&insights.zone));
    let told = format!("{} and {}", visits(insights.total.visits), presses(insights.total.presses));
    lines.push(format!("{}  {}", styler.bold(&told), styler.dim(&format!("{from} to {to}, {zone}"))));
    if let Some(before) = insights.before {
        let told = format!("In as many days before: {} and {}", visits(before.visits), presses(before.presses));
        lines.push(styler.dim(&told));
    }
    lines.join("\n")
}

/// Some days in a row, drawn as one bar.
struct Bar {
    visits: u64,
    presses: u64,
    published: bool,
}

fn plots(insights: &Insights, width: usize, styler: &Styler) -> String {
    let days_a_bar = insights.days.len().div_ceil(width).max(1);
    let published = |day: &str| insights.published.iter().any(|mark| mark.day == day);
    // Counted from today back, so that only the oldest bar may have fewer days.
    let mut bars: Vec<_> = insights
        .days
        .rchunks(days_a_bar)
        .map(|days| Bar {
            visits: days.iter().map(|day| day.visits).sum(),
            presses: days.iter().map(|day| day.presses).sum(),
            published: days.iter().any(|day| published(&day.day)),
        })
        .collect();
    bars.reverse();
    let room = (width / bars.len().max(1)).clamp(1, 6);
    let wide = if room > 1 { room - 1 } else { 1 };
    let per = match days_a_bar {
        1 => "a day".to_owned(),
        days => format!("in {days} days"),
    };
    let most = |count: fn(&Bar) -> u64| bars.iter().map(count).max().unwrap_or_default();
    let (most_visits, most_presses) = (most(|bar| bar.visits), most(|bar| bar.presses));
    let drawn = |count: fn(&Bar) -> u64, most: u64| plot(&bars.iter().map(count).collect::<Vec<_>>(), most, room, wide);
    let mut lines = vec![format!("{} {}", styler.bold("Visits,"), styler.dim(&at_most(most_visits, &per)))];
    lines.extend(drawn(|bar| bar.visits, most_visits).iter().map(|line| styler.green(line)));
    lines.push(format!("{} {}", styler.bold("Presses,"), styler.dim(&at_most(most_presses, &per))));
    lines.extend(drawn(|bar| bar.presses, most_presses).iter().map(|line| styler.yellow(line)));
    let marks: String = bars.iter().map(|bar| pad(if bar.published { "●" } else { "" }, room)).collect();
    if !marks.trim().is_empty() {
        lines.push(styler.red(marks.trim_end()));
    }
    let used = (room * bars.len()).saturating_sub(room - wide);
    let (from, end) =
        (clean(&insights.from), if insights.days.last().is_some_and(|day| day.so_far) { "today" } else { "" });
    let gap = used.saturating_sub(from.width() + end.width()).max(1);
    lines.push(styler.dim(format!("{from}{}{end}", " ".repeat(gap)).trim_end()));
    if bars.iter().any(|bar| bar.published) {
        lines.push(styler.dim("● published"));
    }
    lines.join("\n")
}

fn at_most(most: u64, per: &str) -> String {
    format!("at most {} {per}", thousands(most, Grouping::Comma))
}

/// Bars for these numbers, from the top line down; whatever is more than none shows.
fn plot(numbers: &[u64], most: u64, room: usize, wide: usize) -> Vec<String> {
    let height = |number: u64| match number {
        0 => 0,
        number => {
            let eighths = u128::from(number) * u128::from(LINES * 8) / u128::from(most.max(1));
            u64::try_from(eighths).unwrap_or(LINES * 8).max(1)
        }
    };
    let line = |below: u64| {
        let bar = |number: &u64| {
            let eighths = height(*number).saturating_sub(below * 8).min(8);
            let letter = usize::try_from(eighths).ok().and_then(|at| EIGHTHS.get(at)).copied().unwrap_or(' ');
            pad(&letter.to_string().repeat(wide), room)
        };
        numbers.iter().map(bar).collect::<String>().trim_end().to_owned()
    };
    (0..LINES).rev().map(line).collect()
}

fn tiles(insights: &Insights, width: usize, styler: &Styler) -> Option<String> {
    let told: Vec<_> = insights.tiles.iter().filter(|tile| tile.pressed > 0 || tile.trouble.is_some()).collect();
    if told.is_empty() {
        return None;
    }
    let by = match insights.screen.as_str() {
        "desktop" => ", on computers and tablets",
        "phone" => ", on phones",
        _ => "",
    };
    let mut lines = vec![styler.bold(&format!("Pressed most{by}"))];
    lines.extend(told.iter().take(LISTED).map(|tile| tile_line(tile, width, styler)));
    lines.extend(more(told.len(), styler));
    if insights.silent_percent >= 10 {
        let silent = insights.silent_percent;
        let told = format!("{silent} of 100 visits are by browsers that do not tell presses.");
        lines.push(styler.dim(&told));
    }
    Some(lines.join("\n"))
}

fn tile_line(tile: &PressedTile, width: usize, styler: &Styler) -> String {
    let (whole, tenth) = (tile.tenths_of_100 / 10, tile.tenths_of_100 % 10);
    let numbers =
        format!("{:>9}  {:>5} of 100  ", thousands(tile.pressed, Grouping::Comma), format!("{whole}.{tenth}"));
    let trouble = tile.trouble.as_ref().map(|trouble| match trouble.status {
        0 => format!("  answers nothing since {}", clean(&trouble.since)),
        status => format!("  answers {status} since {}", clean(&trouble.since)),
    });
    let gone = if tile.on_page { "" } else { "  no longer there" };
    let trouble = trouble.unwrap_or_default();
    let room = width.saturating_sub(numbers.width() + trouble.width() + gone.width()).max(12);
    let title = if tile.title.trim().is_empty() { "(no words)".to_owned() } else { clean(&tile.title) };
    let title = cut(&title, room);
    let leads = cut(&clean(&tile.to), room.saturating_sub(title.width() + 2));
    let leads =
        if tile.to.is_empty() || leads.width() < 4 { String::new() } else { format!("  {}", styler.dim(&leads)) };
    format!("{numbers}{title}{leads}{}{}", styler.yellow(&trouble), styler.dim(gone))
}

fn list<'a>(about: &str, all: impl Iterator<Item = (&'a str, u64)>, width: usize, styler: &Styler) -> Option<String> {
    let all: Vec<_> = all.collect();
    if all.is_empty() {
        return None;
    }
    let mut lines = vec![styler.bold(about)];
    let line = |(name, count): &(&str, u64)| {
        format!("{:>9}  {}", thousands(*count, Grouping::Comma), cut(&clean(name), width.saturating_sub(11)))
    };
    lines.extend(all.iter().take(LISTED).map(line));
    lines.extend(more(all.len(), styler));
    Some(lines.join("\n"))
}

fn more(all: usize, styler: &Styler) -> Option<String> {
    let more = all.checked_sub(LISTED).filter(|more| *more > 0)?;
    Some(styler.dim(&format!("{:>9}  and {more} more", "")))
}

fn way_name(name: &str, kind: &str) -> String {
    match (name, kind) {
        ("", _) => "the code of the address".to_owned(),
        (name, "code") => format!("+{name}, its code"),
        (name, _) => format!("+{name}"),
    }
}

fn visits(count: u64) -> String {
    format!("{} {}", thousands(count, Grouping::Comma), if count == 1 { "visit" } else { "visits" })
}

fn presses(count: u64) -> String {
    format!("{} {}", thousands(count, Grouping::Comma), if count == 1 { "press" } else { "presses" })
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests fail by panicking")]
mod tests {
    use mantel_model::api::{CountedDay, CountedTotals, INSIGHTS_EXAMPLE, Insights};

    use super::{Styler, insights};
    use crate::output::style::ColorChoice;

    fn example() -> Insights {
        serde_json::from_str(INSIGHTS_EXAMPLE).unwrap()
    }

    fn drawn(counted: &Insights, width: usize) -> String {
        insights(counted, width, &Styler::new(ColorChoice::Never, false))
    }

    #[test]
    fn visits_and_presses_are_drawn_apart() {
        insta::assert_snapshot!(drawn(&example(), 80));
    }

    #[test]
    fn without_colour_there_is_none_and_with_it_the_same_words() {
        let plain = drawn(&example(), 80);
        assert!(!plain.contains('\u{1b}'));
        let colored = insights(&example(), 80, &Styler::new(ColorChoice::Always, true));
        let mut stripped = String::new();
        let mut parts = colored.split("\u{1b}[");
        stripped.push_str(parts.next().unwrap());
        parts.for_each(|part| stripped.push_str(part.split_once('m').unwrap().1));
        assert_eq!(stripped, plain);
    }

    #[test]
    fn many_days_fit_and_nothing_is_lost() {
        let mut year = example();
        let day = |at: u64| CountedDay { visits: at % 7, presses: u64::MAX / 1000, ..year.days[0].clone() };
        year.days = (0..366).map(day).collect();
        for width in [40, 80, 120] {
            let drawn = drawn(&year, width);
            let plot = drawn.lines().skip_while(|line| !line.starts_with("Visits")).take(11);
            assert!(plot.clone().all(|line| line.chars().count() <= width.max(60)), "{width}: {drawn}");
            assert!(plot.count() > 9);
        }
        // One press among many visits still shows.
        let mut rare = example();
        rare.days[0].visits = 1;
        rare.days[1].visits = 100_000;
        assert!(drawn(&rare, 80).contains('▁'));
    }

    #[test]
    fn what_others_wrote_steers_no_terminal() {
        let mut sly = example();
        sly.tiles[0].title = "\u{1b}[31mred\u{202e}".to_owned();
        sly.sources[0].name = "a\nb".to_owned();
        let drawn = drawn(&sly, 80);
        assert!(!drawn.contains('\u{1b}') && !drawn.contains('\u{202e}') && drawn.contains("a b"), "{drawn}");
    }

    #[test]
    fn nothing_counted_is_said_in_a_line() {
        let mut none = example();
        none.kept.on = false;
        (none.total, none.before) = (CountedTotals::default(), None);
        (none.tiles, none.sources, none.ways, none.readers) = Default::default();
        assert_eq!(
            drawn(&none, 80),
            "Visits are not counted at present.\n0 visits and 0 presses  2026-11-20 to 2026-11-26, Europe/Lisbon"
        );
    }
}
