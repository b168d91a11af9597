//! One pass over a `User-Agent` for every word that says something: programs, apps, browsers, devices.

use std::sync::LazyLock;

use aho_corasick::{AhoCorasick, AhoCorasickKind, MatchKind};

use super::person::{BROWSERS, SIGNS};
use super::{Browser, CardPlace, Program, ProgramKind};

/// A row of `programs.tsv`. Its token is found where no letter stands before or after it, in any case; with `^` before it only at
/// the beginning, with `$` behind it only at the end, with `~` before it only where no other program is named: others imitate
/// it or are built with it.
#[derive(Debug)]
pub struct ProgramRow {
    name: &'static str,
    kind: ProgramKind,
    card: Option<CardPlace>,
    yields: bool,
}

impl ProgramRow {
    /// The program.
    pub const fn program(&self) -> Program {
        Program { name: std::borrow::Cow::Borrowed(self.name), kind: self.kind, card: self.card }
    }

    /// Whether any other name counts more.
    pub const fn yields(&self) -> bool {
        self.yields
    }
}

/// What a word stands for.
#[derive(Clone, Copy, Debug)]
enum Meaning {
    Program(&'static ProgramRow),
    /// The app, and its row.
    App(&'static str, usize),
    /// The browser, and its row.
    Browser(Browser, usize),
    /// See [`SIGNS`].
    Sign(u32),
}

struct Word {
    meaning: Meaning,
    /// Only at the beginning.
    first: bool,
    /// Only at the end.
    last: bool,
}

/// What was found in a `User-Agent`.
#[derive(Debug, Default)]
pub struct Found {
    /// The program that is named first, if possible one that does not yield.
    pub program: Option<&'static ProgramRow>,
    /// The app of the first row that fits.
    pub app: Option<&'static str>,
    /// The browser of the first row that fits.
    pub browser: Option<Browser>,
    /// The signs that were found ([`SIGNS`]).
    pub signs: u32,
}

impl Found {
    /// Whether one of these signs was found.
    pub const fn has(&self, signs: u32) -> bool {
        self.signs & signs != 0
    }
}

static PROGRAMS: LazyLock<Vec<(&str, ProgramRow)>> =
    LazyLock::new(|| rows(include_str!("programs.tsv")).filter_map(program_row).collect());
static VOCABULARY: LazyLock<(AhoCorasick, Vec<Word>)> = LazyLock::new(vocabulary);

/// Finds everything that is known in a text.
pub fn scan(text: &[u8]) -> Found {
    let (automaton, words) = &*VOCABULARY;
    let mut found = Found::default();
    // Before another program: one that does not yield, then one that stands earlier, then one with a longer name.
    let mut best_program = (true, usize::MAX, 0);
    let (mut best_app, mut best_browser) = (usize::MAX, usize::MAX);
    for hit in automaton.find_overlapping_iter(text) {
        let Some(word) = words.get(hit.pattern().as_usize()) else { continue };
        if let Meaning::Sign(sign) = word.meaning {
            found.signs |= sign;
            continue;
        }
        if !stands_alone(text, hit.start(), hit.end())
            || (word.first && hit.start() > 0)
            || (word.last && hit.end() < text.len())
        {
            continue;
        }
        match word.meaning {
            Meaning::Program(row) => {
                let place = (row.yields, hit.start(), usize::MAX - hit.len());
                if found.program.is_none() || place < best_program {
                    (best_program, found.program) = (place, Some(row));
                }
            }
            Meaning::App(app, row) if row < best_app => (best_app, found.app) = (row, Some(app)),
            Meaning::Browser(browser, row) if row < best_browser => {
                (best_browser, found.browser) = (row, Some(browser))
            }
            Meaning::App(..) | Meaning::Browser(..) | Meaning::Sign(_) => {}
        }
    }
    found
}

/// Whether no word goes on before or after: `CUBOT` is no `bot`, but `GPTBot2` is a `GPTBot`.
fn stands_alone(text: &[u8], start: usize, end: usize) -> bool {
    let letter = |at: Option<usize>| at.and_then(|at| text.get(at)).is_some_and(u8::is_ascii_alphabetic);
    !(letter(Some(start)) && letter(start.checked_sub(1)) || letter(end.checked_sub(1)) && letter(Some(end)))
}

fn vocabulary() -> (AhoCorasick, Vec<Word>) {
    let mut tokens = Vec::new();
    let mut words = Vec::new();
    let mut add = |token: &'static str, meaning| {
        let (first, token) = token.strip_prefix('^').map_or((false, token), |token| (true, token));
        let (last, token) = token.strip_suffix('$').map_or((false, token), |token| (true, token));
        tokens.push(token);
        words.push(Word { meaning, first, last });
    };
    for (token, row) in &*PROGRAMS {
        add(token, Meaning::Program(row));
    }
    for (row, (token, app)) in rows(include_str!("apps.tsv")).filter_map(|row| row.split_once('\t')).enumerate() {
        add(token, Meaning::App(app, row));
    }
    for (row, (token, browser)) in BROWSERS.iter().enumerate() {
        add(token, Meaning::Browser(Browser(browser), row));
    }
    for (token, sign) in SIGNS {
        add(token, Meaning::Sign(*sign));
    }
    #[expect(clippy::expect_used, reason = "the words are fixed and few: a test builds them")]
    let automaton = AhoCorasick::builder()
        .ascii_case_insensitive(true)
        .match_kind(MatchKind::Standard)
        .kind(Some(AhoCorasickKind::DFA))
        .build(tokens)
        .expect("an automaton of known words");
    (automaton, words)
}

/// The rows of a table: lines that are no comment.
pub fn rows(table: &'static str) -> impl Iterator<Item = &'static str> {
    table.lines().filter(|line| !line.starts_with('#') && !line.is_empty())
}

fn program_row(line: &'static str) -> Option<(&'static str, ProgramRow)> {
    let mut columns = line.split('\t');
    let (kind, token) = (columns.next()?, columns.next()?);
    let (yields, token) = token.strip_prefix('~').map_or((false, token), |token| (true, token));
    let (kind, card) = kind_of_row(kind)?;
    let name = columns.next().unwrap_or(token);
    Some((token, ProgramRow { name, kind, card, yields }))
}

fn kind_of_row(name: &str) -> Option<(ProgramKind, Option<CardPlace>)> {
    Some(match name {
        "assistant" => (ProgramKind::Assistant, None),
        "training" => (ProgramKind::Training, None),
        "ai-index" => (ProgramKind::AiIndex, None),
        "search" => (ProgramKind::Search, None),
        "chat" => (ProgramKind::Preview, Some(CardPlace::Chat)),
        "timeline" => (ProgramKind::Preview, Some(CardPlace::Timeline)),
        "preview" => (ProgramKind::Preview, None),
        "feed" => (ProgramKind::Feed, None),
        "monitor" => (ProgramKind::Monitor, None),
        "other" => (ProgramKind::Other, None),
        _ => return None,
    })
}
