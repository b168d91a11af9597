//! One pass over a `User-Agent` for every word that says something: programs, apps, browsers, devices.

use std::borrow::Cow;
use std::sync::LazyLock;

use aho_corasick::automaton::Automaton;
use aho_corasick::nfa::contiguous::NFA;
use aho_corasick::{Anchored, MatchKind};

use super::signs::{BROWSERS, ENGINE, SIGNS};
use super::{Browser, CardPlace, Program, ProgramKind};

/// What of a word is looked at for signs of an address, bytes.
const LONGEST_WORD: usize = 64;

/// A row of `programs.tsv`. Its token is found in any case, where it is a word and no part of an address; with `^` before it only
/// at the beginning, with `$` behind it only at the end, with `~` before it only where no other program is named: others
/// imitate it or are built with it; with `!` before it not in the `User-Agent` of a browser, where apps name themselves.
#[derive(Debug)]
pub struct ProgramRow {
    name: &'static str,
    kind: ProgramKind,
    card: Option<CardPlace>,
    yields: bool,
    app_too: bool,
}

impl ProgramRow {
    /// The program.
    pub const fn program(&self) -> Program {
        Program { name: Cow::Borrowed(self.name), kind: self.kind, card: self.card }
    }

    /// Whether any other name counts more.
    pub const fn yields(&self) -> bool {
        self.yields
    }

    /// Whether an app with a browser of its own is called the same.
    pub const fn is_an_app_too(&self) -> bool {
        self.app_too
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

/// The programs that are known, each with its token.
pub static PROGRAMS: LazyLock<Vec<(&str, ProgramRow)>> =
    LazyLock::new(|| rows(include_str!("programs.tsv")).filter_map(program_row).collect());
static VOCABULARY: LazyLock<(NFA, Vec<Word>)> = LazyLock::new(vocabulary);

/// Finds everything that is known in a text.
pub fn scan(text: &[u8]) -> Found {
    let (automaton, words) = &*VOCABULARY;
    let mut found = Found::default();
    let (mut any_program, mut no_app) = (BestProgram::default(), BestProgram::default());
    let (mut best_app, mut best_browser) = (usize::MAX, usize::MAX);
    let Ok(mut state) = automaton.start_state(Anchored::No) else { return found };
    for (at, byte) in text.iter().enumerate() {
        state = automaton.next_state(Anchored::No, state, *byte);
        if !automaton.is_match(state) {
            continue;
        }
        for index in 0..automaton.match_len(state) {
            let pattern = automaton.match_pattern(state, index);
            let Some(word) = words.get(pattern.as_usize()) else { continue };
            if let Meaning::Sign(sign) = word.meaning {
                found.signs |= sign;
                continue;
            }
            let end = at + 1;
            let start = end.saturating_sub(automaton.pattern_len(pattern));
            if !stands_alone(text, start, end) || (word.first && start > 0) || (word.last && end < text.len()) {
                continue;
            }
            match word.meaning {
                Meaning::Program(_) if is_in_address(text, start) => {}
                Meaning::Program(row) => {
                    any_program.consider(row, start, end);
                    if !row.is_an_app_too() {
                        no_app.consider(row, start, end);
                    }
                }
                Meaning::App(app, row) if row < best_app => (best_app, found.app) = (row, Some(app)),
                Meaning::Browser(browser, row) if row < best_browser => {
                    (best_browser, found.browser) = (row, Some(browser))
                }
                Meaning::App(..) | Meaning::Browser(..) | Meaning::Sign(_) => {}
            }
        }
    }
    found.program = if found.has(ENGINE) && is_mozilla(text) { no_app.row } else { any_program.row };
    found
}

/// The program that is named best so far.
#[derive(Default)]
struct BestProgram {
    row: Option<&'static ProgramRow>,
    place: (bool, usize, usize),
}

impl BestProgram {
    /// Before another program: one that does not yield, then one that stands earlier, then one with a longer name.
    fn consider(&mut self, row: &'static ProgramRow, start: usize, end: usize) {
        let place = (row.yields, start, usize::MAX - end);
        if self.row.is_none() || place < self.place {
            (self.place, self.row) = (place, Some(row));
        }
    }
}

/// Whether a text begins as those of browsers do.
pub fn is_mozilla(text: &[u8]) -> bool {
    text.get(..8).is_some_and(|start| start.eq_ignore_ascii_case(b"mozilla/"))
}

/// Whether no word goes on before or after: `CUBOT` is no `bot` and `Fake-Googlebot` no `Googlebot`, but `GPTBot2` is a `GPTBot`.
fn stands_alone(text: &[u8], start: usize, end: usize) -> bool {
    let (before, first) = (byte(text, start.checked_sub(1)), byte(text, Some(start)));
    let (last, after) = (byte(text, end.checked_sub(1)), byte(text, Some(end)));
    let goes_on = first.is_ascii_alphabetic() && (before.is_ascii_alphabetic() || before == b'-')
        || last.is_ascii_alphabetic() && after.is_ascii_alphabetic();
    !goes_on
}

/// Whether what begins here is a part of an address: `https://semrush.com` names nobody who asks, `Agent/AmazonBuyForMe` does.
fn is_in_address(text: &[u8], start: usize) -> bool {
    match byte(text, start.checked_sub(1)) {
        b'.' | b'@' => true,
        b'/' => {
            let before = text.get(start.saturating_sub(LONGEST_WORD)..start).unwrap_or_default();
            let ends = |byte: &u8| matches!(byte, b' ' | b'(' | b')' | b';' | b',' | b'[' | b'"');
            let word = before.rsplit(ends).next().unwrap_or_default();
            word.len() == LONGEST_WORD || word.iter().any(|byte| matches!(byte, b'.' | b':'))
        }
        _ => false,
    }
}

fn byte(text: &[u8], at: Option<usize>) -> u8 {
    at.and_then(|at| text.get(at)).copied().unwrap_or_default()
}

fn vocabulary() -> (NFA, Vec<Word>) {
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
    let automaton = NFA::builder()
        .ascii_case_insensitive(true)
        .match_kind(MatchKind::Standard)
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
    let (app_too, token) = token.strip_prefix('!').map_or((false, token), |token| (true, token));
    let (kind, card) = kind_of_row(kind)?;
    let name = columns.next().unwrap_or(token);
    Some((token, ProgramRow { name, kind, card, yields, app_too }))
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
