//! The weekly letter: what was counted in the seven days before, mailed in plain words to those who asked for it.

use jiff::civil::Date;
use mantel_model::api::{CountedDay, Insights, PressedTile};
use mantel_model::number::{Grouping, counted, thousands};

use crate::service::Result;
use crate::state::App;

/// The most letters that a server mails in a round.
const LETTERS: usize = 200;
/// After so many mails in a round that could not be sent, the next round goes on: the mail server is likely not there.
const FAILURES: usize = 3;
/// The most tiles, and the most links that stopped working, that a letter names.
const NAMED: usize = 3;
/// The longest title of a tile in a letter, characters.
const TITLE: usize = 60;

/// A letter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Letter {
    /// Its subject.
    pub subject: String,
    /// Its text.
    pub text: String,
}

/// Mails letters that are due, at most [`LETTERS`]; returns how many. One that cannot be mailed is tried again an hour later.
///
/// # Errors
/// When the database does not answer.
pub async fn mail_due_letters(app: &App) -> Result<usize> {
    let (mut mailed, mut failed) = (0, 0);
    for (zone, since) in app.service.letters_due().await? {
        while mailed < LETTERS
            && failed < FAILURES
            && let Some(due) = app.service.take_letter(&zone, since).await?
        {
            let week = app.service.insights_of_week_before(&due.account, since).await?;
            let address = format!("{}/{}", app.config.host(), due.username);
            if let Some(letter) = letter(&week, &address, &app.config.base_url) {
                if let Err(why) = app.mailer.deliver(&due.email, &letter.subject, letter.text).await {
                    tracing::warn!(error = %why, "a weekly letter could not be mailed and is tried again in an hour");
                    failed += 1;
                    continue;
                }
                mailed += 1;
            }
            app.service.letter_done(&due.account).await?;
        }
    }
    Ok(mailed)
}

/// The letter about a week, of the page at `address` (`mantel.page/ines`) of the server at `base`; `None` where nothing was
/// counted.
pub fn letter(week: &Insights, address: &str, base: &str) -> Option<Letter> {
    let total = week.total;
    if !week.kept.available || total.visits == 0 && total.presses == 0 {
        return None;
    }
    let visits = counted(total.visits, "visit", "visits");
    let mut parts = vec![format!("From {} your page {address} had {visits}{}.", span(week), compared(week))];
    parts.push(match total.presses {
        0 => "Nothing on it was pressed.".to_owned(),
        1 => "Something on it was pressed once.".to_owned(),
        presses => format!("Something on it was pressed {} times.", thousands(presses, Grouping::Comma)),
    });
    let mut paragraphs = vec![parts.join("\n")];
    paragraphs.extend(best_day(week));
    let pressed: Vec<_> = week.tiles.iter().filter(|tile| tile.pressed > 0).take(NAMED).collect();
    if !pressed.is_empty() {
        let lines = pressed.iter().enumerate().map(|(at, tile)| format!("{}. {}", at + 1, pressed_tile(tile)));
        paragraphs.push(format!("Pressed most:\n{}", lines.collect::<Vec<_>>().join("\n")));
    }
    let broken: Vec<_> = week.tiles.iter().filter(|tile| tile.on_page && tile.trouble.is_some()).collect();
    if !broken.is_empty() {
        let mut lines: Vec<_> = broken.iter().take(NAMED).filter_map(|tile| broken_link(tile)).collect();
        if broken.len() > NAMED {
            lines.push(format!("and {} more.", broken.len() - NAMED));
        }
        paragraphs.push(format!("Links that stopped working:\n{}\nMend them here:\n{base}/edit", lines.join("\n")));
    }
    paragraphs.push(format!("All that was counted:\n{base}/insights"));
    paragraphs.push(format!(
        "A visit is one look at the page by a person. You asked for this letter; it stops when you switch it off here:\n\
         {base}/insights"
    ));
    Some(Letter { subject: format!("{visits} to {address} last week"), text: format!("{}\n", paragraphs.join("\n\n")) })
}

/// `16 to 22 November`, `26 October to 1 November`.
fn span(week: &Insights) -> String {
    let (from, to) = (date(&week.from), date(&week.to));
    let (Some(from), Some(to)) = (from, to) else { return format!("{} to {}", week.from, week.to) };
    let begin = if from.month() == to.month() { "%-d" } else { "%-d %B" };
    format!("{} to {}", from.strftime(begin), to.strftime("%-d %B"))
}

/// The visits beside those of the week before.
fn compared(week: &Insights) -> String {
    let Some(before) = week.before else { return String::new() };
    let (visits, before) = (week.total.visits, before.visits);
    match visits.abs_diff(before) {
        0 => ", as many as in the week before".to_owned(),
        difference => {
            let more = if visits > before { "more" } else { "fewer" };
            format!(", {} {more} than in the week before", thousands(difference, Grouping::Comma))
        }
    }
}

fn best_day(week: &Insights) -> Option<String> {
    // Of several, the last.
    let best = week.days.iter().filter(|day| day.visits > 0).max_by_key(|day| day.visits)?;
    let name =
        |day: &CountedDay| date(&day.day).map_or_else(|| day.day.clone(), |date| date.strftime("%A").to_string());
    let published = week.published.iter().any(|mark| mark.day == best.day);
    let published = if published { "; you published on it" } else { "" };
    Some(format!("The best day was {}, with {}{published}.", name(best), counted(best.visits, "visit", "visits")))
}

fn pressed_tile(tile: &PressedTile) -> String {
    format!("{}, {}", title(tile), counted(tile.pressed, "time", "times"))
}

fn broken_link(tile: &PressedTile) -> Option<String> {
    let trouble = tile.trouble.as_ref()?;
    let answers = match trouble.status {
        0 => "answers nothing".to_owned(),
        404 | 410 => "answers “not found”".to_owned(),
        status => format!("answers with error {status}"),
    };
    let since = date(&trouble.since).map_or_else(|| trouble.since.clone(), |date| date.strftime("%-d %B").to_string());
    let pressed = match trouble.pressed_since {
        0 => String::new(),
        pressed => format!("; pressed {} since", counted(pressed, "time", "times")),
    };
    Some(format!("- {} {answers} since {since}{pressed}", title(tile)))
}

/// The words of a tile on one line, or where it leads.
fn title(tile: &PressedTile) -> String {
    let plain: String = tile.title.chars().map(|letter| if letter.is_control() { ' ' } else { letter }).collect();
    let plain = match plain.trim() {
        "" if tile.to.is_empty() => "something that is no longer there".to_owned(),
        "" => tile.to.clone(),
        words => words.to_owned(),
    };
    if plain.chars().nth(TITLE).is_some() { plain.chars().take(TITLE - 1).chain(['…']).collect() } else { plain }
}

fn date(text: &str) -> Option<Date> {
    text.parse().ok()
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests fail by panicking")]
mod tests {
    use mantel_model::api::{CountedTotals, INSIGHTS_EXAMPLE, Insights, PressedTile};

    use super::{Letter, letter};

    fn week() -> Insights {
        serde_json::from_str(INSIGHTS_EXAMPLE).unwrap()
    }

    fn of(week: &Insights) -> Letter {
        letter(week, "mantel.example/ines", "https://mantel.example").unwrap()
    }

    #[test]
    fn the_letter_says_in_plain_words_what_happened() {
        let Letter { subject, text } = of(&week());
        assert_eq!(subject, "107 visits to mantel.example/ines last week");
        let wanted = "\
From 20 to 26 November your page mantel.example/ines had 107 visits, 19 more than in the week before.
Something on it was pressed 39 times.

The best day was Wednesday, with 31 visits; you published on it.

Pressed most:
1. Print shop, 20 times
2. @ines.harrow, 11 times
3. Letters, 8 times

Links that stopped working:
- Letters answers “not found” since 19 November; pressed 9 times since
Mend them here:
https://mantel.example/edit

All that was counted:
https://mantel.example/insights

A visit is one look at the page by a person. You asked for this letter; it stops when you switch it off here:
https://mantel.example/insights
";
        assert_eq!(text, wanted);
    }

    #[test]
    fn nothing_counted_is_no_letter() {
        let mut none = week();
        none.total = CountedTotals::default();
        assert_eq!(letter(&none, "mantel.example/ines", "https://mantel.example"), None);
        let mut off = week();
        off.kept.available = false;
        assert_eq!(letter(&off, "mantel.example/ines", "https://mantel.example"), None);
    }

    #[test]
    fn one_is_one_and_what_is_not_known_is_not_said() {
        let mut week = week();
        week.total = CountedTotals { visits: 1, presses: 1 };
        (week.from, week.to) = ("2026-10-26".to_owned(), "2026-11-01".to_owned());
        (week.before, week.tiles, week.published) = (None, Vec::new(), Vec::new());
        let Letter { subject, text } = of(&week);
        assert_eq!(subject, "1 visit to mantel.example/ines last week");
        assert!(text.starts_with("From 26 October to 1 November your page mantel.example/ines had 1 visit.\nSomething on it was pressed once.\n"), "{text}");
        assert!(!text.contains("Pressed most") && !text.contains("stopped working") && !text.contains("you published"));
        week.before = Some(CountedTotals { visits: 1, presses: 0 });
        assert!(of(&week).text.contains("1 visit, as many as in the week before."));
        week.before = Some(CountedTotals { visits: 1205, presses: 0 });
        assert!(of(&week).text.contains(", 1,204 fewer than in the week before."));
    }

    #[test]
    fn titles_stay_on_their_line() {
        let mut week = week();
        let tile = |title: &str| PressedTile { title: title.to_owned(), ..week.tiles[2].clone() };
        week.tiles = vec![tile("a\r\nBcc: x"), tile(""), tile(&"long ".repeat(40)), tile("fourth")];
        let text = of(&week).text;
        assert!(text.contains("1. a  Bcc: x, 8 times\n2. letters.example, 8 times\n3. long "), "{text}");
        assert!(!text.contains("4. ") && text.contains("\nand 1 more.\n"), "{text}");
        assert!(text.lines().all(|line| line.chars().count() < 140), "{text}");
    }
}
