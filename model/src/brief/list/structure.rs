//! What the lines of a list mean to each other: headings above links, titles and descriptions on lines of their own,
//! records of fields, and words that belong to no item.

use super::super::json::{self, Json, Node, TextPosition};
use super::super::warning::Warnings;
use super::find::{self, Budget, References};
use super::line::{self, Entry, What};
use super::{ADDRESSES, Line, List, at, table, vocabulary};
use crate::safe_url::without_credentials;

/// A line that is not empty.
struct ParsedLine<'a> {
    place: TextPosition,
    indent: usize,
    bullet: &'a str,
    /// Without its marks.
    words: &'a str,
    /// With its bullet.
    whole: &'a str,
    /// Whether an empty line is before it.
    blank: bool,
    /// 1 to 6 for a heading of Markdown.
    rank: u8,
    what: What,
    /// `label: value`, with the field that the label means.
    label: Option<Label>,
    /// Whether it is one address and nothing else.
    bare: bool,
    /// Whether it came from a table or a flow mapping, whose items are whole.
    whole_items: bool,
    /// The label that it defines for the links of other lines.
    defines: Option<&'a str>,
}

struct Label {
    name: String,
    field: Option<&'static str>,
    value: String,
}

impl ParsedLine<'_> {
    const fn is_items(&self) -> bool {
        matches!(self.what, What::Items(_))
    }

    const fn is_words(&self) -> bool {
        matches!(self.what, What::Words) && self.rank == 0
    }

    /// Whether it says no more than the label: `links:`, `links = [`.
    fn only_labels(&self) -> bool {
        self.label.as_ref().is_none_or(|label| label.value.trim_matches(['[', '{', '(', ' ']).is_empty())
    }

    /// `AC/DC`, `harrow/glaze-calc`: a thing of its own, not what the lines below it are called.
    fn may_be_repository(&self) -> bool {
        self.words.contains('/') && !self.words.contains(char::is_whitespace)
    }

    fn field(&self) -> Option<&'static str> {
        self.label.as_ref().and_then(|label| label.field)
    }

    fn ends_with_colon(&self) -> bool {
        let words = self.words.trim_end_matches(['*', '_']);
        words.ends_with([':', '：']) || line::points(words)
    }
}

pub(super) fn read(lines: &[Line<'_>], text: &str, warnings: &mut Warnings) -> List {
    let mut references = References::default();
    for line in lines {
        references.define(line::marks(&line.text).words);
    }
    let budget = &mut Budget(ADDRESSES);
    if let Some(table) = table::separated(lines, budget) {
        let entries = table.entries(&references, budget, &mut |line, words| tell(warnings, line, words));
        return List { entries, ..List::default() };
    }
    let rows = rows(lines, &references, budget, warnings);
    if budget.0 == 0 {
        warnings.add("", None, "There are more addresses in this text than are read; the last ones stayed words.");
    }
    if rows.iter().any(ParsedLine::is_items) {
        let mut composer = Composer::new(&rows, warnings);
        composer.compose(&references);
        return composer.list;
    }
    List { entries: without_links(&rows, text, warnings), ..List::default() }
}

fn tell(warnings: &mut Warnings, line: u32, words: String) {
    warnings.add("", Some(&at(TextPosition { line, column: 1 })), words);
}

const SENTENCE: &str = "This reads as a sentence, so it became a note; an address on a line of its own becomes a link.";

/// A text without links: items only where bullets or headings say so, else one note.
fn without_links(rows: &[ParsedLine<'_>], text: &str, warnings: &mut Warnings) -> Vec<Entry> {
    let listed = rows.iter().any(|row| row.rank > 0)
        || rows.len() > 1 && rows.iter().all(|row| !row.bullet.is_empty())
        || rows.len() == 1 && rows.iter().any(|row| !row.bullet.is_empty() && row.bullet != "1");
    for row in rows.iter().filter(|row| matches!(row.what, What::Sentence)) {
        tell(warnings, row.place.line, SENTENCE.to_owned());
    }
    if listed {
        let entry = |row: &ParsedLine<'_>| match row.rank {
            0 => note(row.words, row.place, warnings),
            rank => Entry::heading(row.place, rank, &heading(row.words)),
        };
        return rows.iter().map(entry).collect();
    }
    rows.first().map(|first| note(text.trim(), first.place, warnings)).into_iter().collect()
}

/// Words as a note; alone they may also be an address or repository.
fn note(words: &str, place: TextPosition, warnings: &mut Warnings) -> Entry {
    let alone = !words.contains(char::is_whitespace);
    // What is alone is checked where its address is read.
    let cut = if alone { None } else { without_credentials(words) };
    if cut.is_some() {
        tell(warnings, place.line, "A user name or password in an address was left out.".to_owned());
    }
    Entry::new(place, if alone { "url" } else { "text" }, cut.as_deref().unwrap_or(words))
}

fn heading(words: &str) -> String {
    let clean = line::cleaned(words.trim_end_matches('#'));
    if line::has_words(&clean) { clean } else { words.trim().to_owned() }
}

fn rows<'a>(
    lines: &'a [Line<'a>],
    references: &References<'a>,
    budget: &mut Budget,
    warnings: &mut Warnings,
) -> Vec<ParsedLine<'a>> {
    let mut rows: Vec<ParsedLine<'a>> = Vec::new();
    let (mut next, mut blank, mut begins) = (0, true, true);
    let mut allowance = lines.iter().map(|line| line.text.len() + 1).sum::<usize>().saturating_mul(3);
    while let Some(line) = lines.get(next) {
        let here = next;
        next += 1;
        let text = line.text.trim();
        if text.is_empty() {
            (blank, begins) = (true, true);
            continue;
        }
        let rest = lines.get(here..).unwrap_or_default();
        if let Some((entries, length)) = whole_table(rest, begins, references, budget, &mut allowance, warnings) {
            next = here + length;
            let place = TextPosition { line: line.number, column: 1 };
            let what = What::Items(entries);
            rows.push(ParsedLine {
                what,
                whole_items: true,
                ..ParsedLine::of(place, line::LineMarks::default(), "", blank)
            });
            (blank, begins) = (false, true);
            continue;
        }
        let marks = line::marks(&line.text);
        let offset = marks.words.as_ptr().addr().saturating_sub(line.text.as_ptr().addr());
        let column = line.text.get(..offset).unwrap_or_default().chars().count() + 1;
        let place = TextPosition { line: line.number, column: u32::try_from(column).unwrap_or(u32::MAX) };
        if is_placeholder(marks.words) {
            tell(warnings, line.number, format!("“{}” stands for more and was left out.", line::shown(marks.words)));
            continue;
        }
        if says_nothing(marks.words) {
            blank = true;
            continue;
        }
        let mut row = ParsedLine::of(place, marks, text, blank);
        (blank, begins) = (false, false);
        let hashes = row.words.trim_start_matches('#');
        let mut rank = row.words.len() - hashes.len();
        if !(1..=6).contains(&rank) || !hashes.starts_with(char::is_whitespace) || hashes.trim().is_empty() {
            rank = 0;
        } else {
            row.words = hashes.trim();
        }
        let under = lines.get(next).map(|line| line.text.trim()).filter(|_| rank == 0 && row.bullet.is_empty());
        let label = line::label(row.words);
        let underlined = match under {
            Some(under) if under.len() > 1 && under.bytes().all(|byte| byte == b'=') => 1,
            Some(under) if under.len() > 2 && under.bytes().all(|byte| byte == b'-') && label.is_none() => 2,
            _ => 0,
        };
        row.label = label.map(|(name, value)| Label { field: vocabulary::field(&name), name, value });
        row.defines = find::definition(row.words).map(|(label, _, _)| label);
        read_row(&mut row, references, budget, warnings);
        if underlined > 0 && row.is_words() {
            (rank, next) = (underlined, next + 1);
        }
        if !row.is_items() {
            row.rank = u8::try_from(rank).unwrap_or_default();
            begins = rank > 0 || row.ends_with_colon();
        }
        rows.push(row);
    }
    rows
}

/// A table at the beginning of lines, as items, and how many lines it takes. Lines that look like a table and are none
/// count against the `allowance`, in bytes, so that no text is tried again and again.
fn whole_table<'a>(
    lines: &'a [Line<'a>],
    begins: bool,
    references: &References<'a>,
    budget: &mut Budget,
    allowance: &mut usize,
    warnings: &mut Warnings,
) -> Option<(Vec<Entry>, usize)> {
    let first = lines.first()?;
    if *allowance == 0 || !table::may_begin(first) {
        return None;
    }
    let mut tried = 0;
    let found = table::markdown(lines).or_else(|| {
        let block = lines.iter().take_while(|line| begins && !line.text.trim().is_empty()).count();
        tried = block;
        Some((table::separated(lines.get(..block)?, budget)?, block))
    });
    let length = found.as_ref().map_or(tried, |(_, length)| *length);
    *allowance = allowance.saturating_sub(lines.iter().take(length).map(|line| line.text.len() + 1).sum());
    let (table, length) = found?;
    let mut told = Vec::new();
    let entries = table.entries(references, budget, &mut |line, words| told.push((line, words)));
    if !entries.iter().any(Entry::is_link) {
        return None;
    }
    told.into_iter().for_each(|(line, words)| tell(warnings, line, words));
    Some((entries, length))
}

impl<'a> ParsedLine<'a> {
    fn of(place: TextPosition, marks: line::LineMarks<'a>, whole: &'a str, blank: bool) -> Self {
        Self {
            place,
            indent: marks.indent,
            bullet: marks.bullet,
            words: marks.words,
            whole,
            blank,
            rank: 0,
            what: What::Words,
            label: None,
            bare: false,
            whole_items: false,
            defines: None,
        }
    }
}

fn read_row<'a>(row: &mut ParsedLine<'a>, references: &References<'a>, budget: &mut Budget, warnings: &mut Warnings) {
    let object = row.words.trim_end_matches(',');
    if object.starts_with('{') && object.ends_with('}') {
        let found = json::read(object, |value| matches!(value, Json::Fields(_)));
        if let Some(Json::Fields(fields)) = found.filter(|found| found.stop.is_none()).map(|found| found.node.value)
            && fields.iter().any(|(name, _)| vocabulary::field(name) == Some("url"))
        {
            let fields = fields.into_iter().map(|(name, node)| (name, Node { place: row.place, ..node })).collect();
            row.what = What::Items(vec![Entry { place: row.place, rank: 0, fields }]);
            row.whole_items = true;
            return;
        }
    }
    let defined = row.defines.and_then(|_| row.words.split_once("]:")).map_or(row.words, |(_, rest)| rest.trim());
    let found = find::addresses(defined, references, budget);
    let mut notes = Vec::new();
    row.what = line::read(defined, row.place, &found, &mut notes);
    if let (What::Items(items), Some(label)) = (&mut row.what, row.defines.filter(|label| !label.starts_with('^')))
        && label.contains(char::is_alphabetic)
    {
        items.iter_mut().for_each(|item| item.title(label));
    }
    notes.into_iter().for_each(|words| tell(warnings, row.place.line, words));
    row.bare = match (&row.what, found.as_slice()) {
        (What::Items(items), [one]) => {
            items.len() == 1 && !items.iter().any(|item| item.has("title") || item.has("description")) && !one.picture
        }
        _ => false,
    };
}

/// `...`, `[…]`, `etc.`
fn is_placeholder(text: &str) -> bool {
    let dots = text.contains("...") || text.contains('…');
    let rest: String =
        text.chars().filter(|character| character.is_alphanumeric()).take(12).flat_map(char::to_lowercase).collect();
    dots && rest.is_empty()
        || matches!(rest.as_str(), "etc" | "usw" | "andsoon" | "andmore" | "und mehr") && text.len() < 20
}

/// A rule, or a line of nothing but punctuation.
fn says_nothing(text: &str) -> bool {
    text.chars().all(|character| {
        character.is_ascii_punctuation() || character.is_whitespace() || "─━═—–―•·│┃…".contains(character)
    })
}

struct Composer<'r, 'a, 'w> {
    rows: &'r [ParsedLine<'a>],
    warnings: &'w mut Warnings,
    list: List,
    /// A title for the address on the next line.
    title: Option<String>,
    /// The last row that gave its title to the next.
    paired: Option<usize>,
    /// The row of the last link, or of words that were added to it.
    linked: Option<usize>,
    first: usize,
    last: usize,
    /// Whether all links have bullets.
    bulleted: bool,
    /// Whether several lines have numbers: one alone may begin with a date.
    numbered: bool,
    /// Whether titles and addresses alternate, all with bullets.
    alternate: bool,
    /// Whether each title is on the line after its address.
    after: bool,
    /// Whether a line with a colon or emphasis stands above one address each time.
    titled: bool,
}

impl<'r, 'a, 'w> Composer<'r, 'a, 'w> {
    fn new(rows: &'r [ParsedLine<'a>], warnings: &'w mut Warnings) -> Self {
        let linked = |row: &ParsedLine<'_>| row.is_items();
        let items = || rows.iter().filter(|row| row.is_items());
        let bulleted = items().all(|row| !row.bullet.is_empty() || row.whole_items)
            && (items().count() > 1 || items().any(|row| row.whole_items));
        let alternate = rows.len() > 3
            && rows.len().is_multiple_of(2)
            && rows.chunks(2).all(|pair| matches!(pair, [words, address] if words.is_words() && address.bare));
        let after = rows.len() > 3
            && rows.len().is_multiple_of(2)
            && rows.chunks(2).all(|pair| {
                matches!(pair, [address, words] if address.bare && address.blank && words.is_words() && !words.blank
                    && words.bullet.is_empty() && words.words.chars().count() <= 80)
            });
        let mut composer = Self {
            rows,
            warnings,
            list: List::default(),
            title: None,
            paired: None,
            linked: None,
            first: rows.iter().position(linked).unwrap_or_default(),
            last: rows.iter().rposition(linked).unwrap_or_default(),
            bulleted,
            numbered: rows.iter().filter(|row| row.bullet == "1").nth(1).is_some(),
            alternate,
            after,
            titled: false,
        };
        let marked = |row: &ParsedLine<'_>| row.is_words() && (row.ends_with_colon() || decorated(row.words).is_some());
        let heads = rows.iter().enumerate().filter(|(at, row)| marked(row) && composer.leads(*at));
        composer.titled = heads.map(|(at, _)| at).all(|at| composer.above_one(at));
        composer
    }

    fn row(&self, at: usize) -> Option<&'r ParsedLine<'a>> {
        self.rows.get(at)
    }

    /// Whether links follow a line.
    fn leads(&self, at: usize) -> bool {
        let (Some(row), Some(next)) = (self.row(at), self.row(at + 1)) else { return false };
        let record = next.is_words() && matches!(next.field(), Some("title" | "url"));
        let inner = next.is_words()
            && (next.indent > row.indent || !next.bullet.is_empty() && row.bullet.is_empty())
            && self.row(at + 2).is_some_and(|after| after.bare && !after.blank);
        next.is_items() || record || inner
    }

    /// How many rows of links follow a line without a gap, in one manner.
    fn run(&self, at: usize) -> usize {
        let Some(first) = self.row(at + 1) else { return 0 };
        let same = |(number, row): &(usize, &ParsedLine<'_>)| {
            row.is_items() && row.indent == first.indent && row.bullet == first.bullet && (*number == 0 || !row.blank)
        };
        // Two are enough to know.
        self.rows.iter().skip(at + 1).take(2).enumerate().take_while(same).count()
    }

    /// Whether one bare address stands right under a line, which is then its title.
    fn above_one(&self, at: usize) -> bool {
        let (Some(row), Some(next)) = (self.row(at), self.row(at + 1)) else { return false };
        let under = next.bullet.is_empty() || !row.bullet.is_empty() && next.indent > row.indent;
        next.bare && !next.blank && under && !row.may_be_repository() && self.run(at) == 1
    }

    fn left_out(&mut self, at: usize, why: &str) {
        if let Some(row) = self.row(at) {
            let words = format!("“{}” {why}", line::shown(row.whole));
            tell(self.warnings, row.place.line, words);
        }
    }

    fn compose(&mut self, references: &References<'_>) {
        let mut at = self.page();
        while let Some(row) = self.row(at) {
            match &row.what {
                What::Items(_) if row.defines.is_some_and(|label| references.is_used(label)) => {}
                What::Items(entries) => self.links(at, row, entries.clone()),
                What::Sentence => {
                    self.linked = None;
                    tell(self.warnings, row.place.line, SENTENCE.to_owned());
                    let entry = note(row.words, row.place, self.warnings);
                    self.list.entries.push(entry);
                }
                What::Words if row.rank > 0 => {
                    self.linked = None;
                    self.list.entries.push(Entry::heading(row.place, row.rank, &heading(row.words)));
                }
                What::Words => self.words(at, row),
            }
            at += 1;
        }
    }

    /// The fields of the page before all items; returns the first row after them.
    fn page(&mut self) -> usize {
        let field = |row: &&ParsedLine<'_>| {
            let plain = row.bullet.is_empty() && row.indent == 0 && row.rank == 0;
            let picture = |label: &Label| matches!(label.name.to_lowercase().as_str(), "avatar" | "backdrop");
            plain
                && row.label.as_ref().is_some_and(|label| {
                    let link = row.is_items() && !picture(label);
                    !label.value.is_empty() && vocabulary::is_page_field(&label.name) && !link
                })
        };
        let chat = self
            .rows
            .iter()
            .take_while(|row| row.is_words() && row.label.is_none() && vocabulary::is_chat(row.words))
            .count();
        let count = self.rows.iter().skip(chat).take_while(field).count();
        let run = self.rows.get(chat..chat + count).unwrap_or_default();
        let names = |row: &ParsedLine<'_>| {
            row.label.as_ref().is_some_and(|label| {
                matches!(
                    label.name.to_lowercase().as_str(),
                    "name" | "display name" | "displayname" | "mantel" | "title"
                )
            })
        };
        let after = self.row(chat + count);
        let record = after.is_some_and(|row| {
            row.field().is_some() && !row.blank && row.bullet.is_empty()
                || row.bare && !row.blank && row.bullet.is_empty()
        });
        if record && !run.iter().any(|row| row.field().is_none()) || !(count > 1 || run.iter().any(names)) {
            return 0;
        }
        for at in 0..chat {
            self.left_out(at, "was read as words around the list and left out.");
        }
        for row in run {
            if let Some(label) = &row.label {
                let value = match label.value.parse::<f64>() {
                    Ok(number) if label.name == "mantel" => Json::Number(number),
                    _ => Json::Text(label.value.clone()),
                };
                self.list.page.push((label.name.clone(), Node { value, place: row.place }));
            }
        }
        chat + count
    }

    fn links(&mut self, at: usize, row: &ParsedLine<'_>, mut entries: Vec<Entry>) {
        if let (Some(title), Some(entry)) = (self.title.take(), entries.first_mut()) {
            if row.field() == Some("website") {
                entry.fields.retain(|(name, _)| name != "title");
            }
            if entry.has("title") || row.rank > 0 {
                self.list.entries.push(Entry::heading(row.place, 7, &title));
            } else {
                entry.title(&title);
            }
        }
        self.linked = (entries.len() == 1).then_some(at);
        self.list.entries.append(&mut entries);
    }

    fn words(&mut self, at: usize, row: &ParsedLine<'_>) {
        let outside = at < self.first || at > self.last;
        let plain = row.bullet.is_empty();
        let leads = self.leads(at);
        if plain && vocabulary::is_chat(row.words) && (outside || leads && row.ends_with_colon()) {
            return self.left_out(at, "was read as words around the list and left out.");
        }
        if let Some(label) = &row.label
            && self.record(at, row, label, leads)
        {
            return;
        }
        let name = row.words.trim_matches(['[', ']', '{', '=', ':', '*', '"', ' ']);
        let whole = row.only_labels();
        let container = whole
            && vocabulary::is_container(name)
            && (row.words.starts_with('[') || !name.contains(char::is_uppercase));
        if container && (leads || !self.list.page.is_empty())
            || !self.list.page.is_empty()
                && self.list.entries.is_empty()
                && whole
                && leads
                && vocabulary::is_container(name)
        {
            self.linked = None;
            return;
        }
        let count = row.words.split_whitespace().count();
        let long = row.words.chars().count() > 80;
        let prose = self.bulleted && plain && outside;
        if prose && (line::ends_sentence(row.words) || long || row.ends_with_colon() && count > 6) {
            return self.left_out(at, "stands outside the list and was left out.");
        }
        let inside = decorated(row.words);
        if self.after
            && let Some(entry) = self.list.entries.last_mut()
        {
            return entry.title(&line::cleaned(row.words));
        }
        let above_one = self.above_one(at) || self.alternate;
        let labelled = row.label.as_ref().is_some_and(|label| !label.value.is_empty());
        let short = !long && !row.words.ends_with('.') && !labelled && !row.may_be_repository();
        if leads && whole && !(above_one && self.titled) && (inside.is_some() || row.ends_with_colon()) {
            let words = heading(inside.unwrap_or(row.words));
            self.list.label |= self.list.entries.is_empty() && row.ends_with_colon();
            return self.head(row, &words);
        }
        if above_one && short && self.row(at + 1).is_some_and(|next| next.is_items()) {
            self.title = Some(line::cleaned(row.words));
            self.paired = Some(at + 1);
            return;
        }
        let next = self.row(at + 1);
        if next.is_none_or(|next| next.indent <= row.indent) && self.describes(at, row) {
            return;
        }
        let under = next.is_some_and(|next| next.is_items() && !next.blank);
        let heads = next.is_some_and(|next| {
            let deeper = next.indent > row.indent;
            let other = plain || next.bullet != row.bullet;
            (deeper || other) && (deeper || !next.bullet.is_empty() || !next.bare || self.run(at) > 1)
        });
        if leads
            && short
            && (under || next.is_some_and(|next| !next.is_items()))
            && heads
            && (plain || next.is_some_and(|next| next.indent > row.indent || next.bullet != row.bullet))
        {
            return self.head(row, &heading(row.words));
        }
        if self.describes(at, row) {
            return;
        }
        self.linked = None;
        let words = if row.bullet == "1" && !self.numbered { row.whole } else { row.words };
        let entry = note(words, row.place, self.warnings);
        self.list.entries.push(entry);
    }

    fn head(&mut self, row: &ParsedLine<'_>, words: &str) {
        self.linked = None;
        self.list.entries.push(Entry::heading(row.place, 7, words));
    }

    /// Adds words to the link above, if they are indented under it or close its group of lines.
    fn describes(&mut self, at: usize, row: &ParsedLine<'_>) -> bool {
        let Some(before) = self.linked.filter(|before| before + 1 == at).and_then(|before| self.row(before)) else {
            return false;
        };
        let closes =
            self.paired == Some(at - 1) && row.bullet.is_empty() && self.row(at + 1).is_none_or(|next| next.blank);
        // Both are under the title.
        let beside = self.paired == Some(at - 1)
            && row.indent == before.indent
            && self.row(at.saturating_sub(2)).is_some_and(|title| title.indent < row.indent);
        if row.blank || !(row.indent > before.indent + 1 || closes || beside) {
            return false;
        }
        let Some(entry) = self.list.entries.last_mut() else { return false };
        let words = line::cleaned(row.words);
        match entry.fields.iter_mut().find(|(name, _)| name == "description") {
            Some((_, Node { value: Json::Text(text), .. })) => {
                text.push('\n');
                text.push_str(&words);
            }
            _ => entry.set("description", &words),
        }
        // The next line may go on.
        self.linked = Some(at);
        true
    }

    /// A line of a record (`title: Shop`); `false` if it is none.
    fn record(&mut self, at: usize, row: &ParsedLine<'_>, label: &Label, leads: bool) -> bool {
        let before = self.linked.filter(|before| before + 1 == at).and_then(|before| self.row(before));
        // A bullet begins another record, unless every field has one.
        let goes_on = |before: &ParsedLine<'_>| {
            let field = before.field().is_some() && row.field() != Some("title") && row.indent == before.indent;
            !row.blank && (row.bullet.is_empty() || row.indent > before.indent || field)
        };
        let joined = before.is_some_and(goes_on);
        let open = self.list.entries.last().is_some_and(|entry| !entry.has("title"));
        match label.field {
            Some("title") if joined && open => {
                if let Some(entry) = self.list.entries.last_mut() {
                    entry.title(&label.value);
                }
            }
            Some("title") if leads && !label.value.is_empty() => {
                self.title = Some(line::cleaned(&label.value));
                return true;
            }
            Some(field @ ("description" | "size" | "color" | "alt")) if joined => {
                if let Some(entry) = self.list.entries.last_mut() {
                    entry.set(field, label.value.trim_start_matches(['>', '|', '-']));
                }
            }
            // Before the address: `title`, `description`, `url`.
            Some("description") if self.title.is_some() && leads => {
                self.left_out(at, "stands before its address and was left out.");
                return true;
            }
            Some("heading") if leads && !label.value.is_empty() => {
                let words = heading(&label.value);
                self.head(row, &words);
                return true;
            }
            None if joined
                && !label.value.is_empty()
                && self.linked.and_then(|before| self.row(before)).is_some_and(|before| before.field().is_some()) =>
            {
                let words = format!("“{}” is no field of a link and was left out.", line::shown(&label.name));
                tell(self.warnings, row.place.line, words);
            }
            _ => return false,
        }
        self.linked = Some(at);
        true
    }
}

/// The words of a line that is emphasised or decorated as a whole.
fn decorated(text: &str) -> Option<&str> {
    let text = text.trim();
    let inner = |open: &str, close: &str| {
        let inner = text.strip_prefix(open)?.strip_suffix(close)?.trim();
        (line::has_words(inner) && !inner.contains(open) && !inner.contains(close)).then_some(inner)
    };
    const AROUND: [(&str, &str); 13] = [
        ("[b]", "[/b]"),
        ("***", "***"),
        ("**", "**"),
        ("__", "__"),
        ("*", "*"),
        ("_", "_"),
        ("[[", "]]"),
        ("[", "]"),
        ("【", "】"),
        ("《", "》"),
        ("「", "」"),
        ("『", "』"),
        ("<", ">"),
    ];
    if let Some(found) = AROUND.iter().find_map(|(open, close)| inner(open, close)) {
        return Some(found);
    }
    // `**Work:**`, `=== Work ===`, `--- Work ---`
    let colon = text.trim_end_matches([':', '：']);
    if colon.len() < text.len() {
        return decorated(colon).filter(|_| colon.ends_with(['*', '_']));
    }
    let first = text.chars().next().filter(|first| "=-~–—─━═*#•·✦★☆✨".contains(*first))?;
    let found = text.trim_matches(first).trim();
    let most = text.len() >= found.len() + 2 * first.len_utf8() + 2 && text.ends_with(first);
    (most && line::has_words(found)).then_some(found)
}
