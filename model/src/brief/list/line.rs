//! One line of a list: its marks, and what its addresses and the words around them are.

use super::super::detect;
use super::super::json::{Json, Node, TextPosition};
use super::super::read::folded;
use super::find::{self, FoundAddress};
use super::{html, vocabulary};
use crate::text::{Text, markup, trim};
use crate::tile::{Kind, Platform};

/// An item of the list, as fields of an item of a brief.
#[derive(Clone, Debug)]
pub(super) struct Entry {
    /// Where it stands.
    pub place: TextPosition,
    /// 1 to 6 for a heading of Markdown, 7 for one that only looks like it, 0 for anything else.
    pub rank: u8,
    /// Fields of a brief's item.
    pub fields: Vec<(String, Node)>,
}

impl Entry {
    /// An item with one field, at a position of the text.
    pub fn new(place: TextPosition, field: &str, words: &str) -> Self {
        let mut entry = Self { place, rank: 0, fields: Vec::new() };
        entry.set(field, words);
        entry
    }

    /// A heading of rank 1 to 6.
    pub fn heading(place: TextPosition, rank: u8, words: &str) -> Self {
        Self { rank, ..Self::new(place, "heading", words) }
    }

    /// Adds a field, if there are words for it.
    pub fn set(&mut self, field: &str, words: &str) {
        if !words.is_empty() {
            self.fields.push((field.to_owned(), Node { value: Json::Text(words.to_owned()), place: self.place }));
        }
    }

    /// Whether it has the field.
    pub fn has(&self, field: &str) -> bool {
        self.fields.iter().any(|(name, _)| name == field)
    }

    /// Whether it leads somewhere: no heading and no note, and its address, if it has one, is that of a link.
    pub fn is_link(&self) -> bool {
        let links = |url: &str| url.contains("://") || detect::is_link(url);
        self.rank == 0 && !self.has("text") && self.text("url").is_none_or(links)
    }

    /// Gives the item a title, unless that says nothing.
    pub fn title(&mut self, title: &str) {
        let url = self.text("url").unwrap_or_default();
        if !says_nothing(title, url) {
            self.set("title", title);
        }
    }

    fn text(&self, field: &str) -> Option<&str> {
        match &self.fields.iter().find(|(name, _)| name == field)?.1.value {
            Json::Text(text) => Some(text),
            _ => None,
        }
    }

    /// As an item of a brief: an address alone, or with a title that says only what it is, is a string.
    pub fn node(self) -> Node {
        let (place, titled) = (self.place, self.has("title"));
        let url = self.text("url").unwrap_or_default().to_owned();
        if url.is_empty() || self.fields.len() > 2 || self.fields.len() == 2 && !titled {
            return self.whole(&url);
        }
        let title = self.text("title").unwrap_or_default();
        if title.is_empty() {
            return Node { value: Json::Text(url), place };
        }
        let platform = find::profile(&url);
        let alone = match platform {
            Some(Platform::Email) => vocabulary::is_mail(title),
            Some(Platform::Phone) => vocabulary::is_phone(title),
            Some(platform) => is_called(platform, title),
            None => false,
        };
        if alone {
            return Node { value: Json::Text(url), place };
        }
        // `WhatsApp: +351 …`
        let called = |other: &Platform| platform == Some(Platform::Phone) && is_called(*other, title);
        match [Platform::Whatsapp, Platform::Signal, Platform::Viber].into_iter().find(called) {
            Some(platform) => {
                let mut entry = Self::new(place, "platform", platform.as_str());
                entry.set("handle", url.trim_start_matches("tel:"));
                entry.whole("")
            }
            None => self.whole(&url),
        }
    }

    /// As fields, with a whole address.
    fn whole(mut self, url: &str) -> Node {
        let address = (!url.contains("://")).then(|| detect::detect(url).address()).flatten();
        if let (Some(address), Some((_, node))) = (address, self.fields.iter_mut().find(|(name, _)| name == "url")) {
            node.value = Json::Text(address.to_string());
        }
        Node { value: Json::Fields(self.fields), place: self.place }
    }
}

/// Whether a title says nothing: "Link", or the address again.
fn says_nothing(title: &str, url: &str) -> bool {
    let bare = |text: &str| {
        let text = text.trim_start_matches("https://").trim_start_matches("http://").trim_start_matches("mailto:");
        text.trim_start_matches("www.").trim_end_matches('/').to_lowercase()
    };
    let named = vocabulary::names_nothing(title) || vocabulary::field(title) == Some("url");
    title.is_empty() || !url.is_empty() && (named || bare(title) == bare(url))
}

/// Whether a name, folded, is that of a platform.
fn is_folded(platform: Platform, name: &str) -> bool {
    let label = platform.label().chars().filter(|character| character.is_alphanumeric()).flat_map(char::to_lowercase);
    name == platform.as_str()
        || label.eq(name.chars())
        || platform == Platform::X && matches!(name, "twitter" | "xtwitter" | "twitterx")
}

fn is_called(platform: Platform, name: &str) -> bool {
    is_folded(platform, &folded(name))
}

/// The platform of a name.
fn platform(name: &str) -> Option<Platform> {
    let name = folded(name);
    Platform::ALL.iter().copied().find(|platform| is_folded(*platform, &name))
}

/// What stands in front of a line: quote marks, indentation, a bullet.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct LineMarks<'a> {
    /// Columns of white space before it.
    pub indent: usize,
    /// The bullet, empty for none; `1` for every number.
    pub bullet: &'a str,
    /// The words after it.
    pub words: &'a str,
}

/// LineMarks that stand in front of items, if a space follows.
const BULLETS: &str = "-*+•·‣⁃◦▪▫●○■□◆◇►▸▹➤➢➔→–—―⦁☐☑☒✓✔✗✘»›※";
/// Those after which no space is needed.
const TIGHT: &str = "•‣⁃◦▪▫●○■□◆◇►▸▹➤➢⦁☐☑☒・※";
const TASKS: [&str; 7] = ["[ ]", "[x]", "[X]", "[-]", "[✓]", "[✔]", "[]"];

pub(super) fn marks(line: &str) -> LineMarks<'_> {
    let mut rest = line;
    let mut indent = 0;
    loop {
        let inner = rest.trim_start_matches([' ', '\t']);
        let space = rest.get(..rest.len() - inner.len()).unwrap_or_default();
        indent += space.chars().map(|character| if character == '\t' { 4 } else { 1 }).sum::<usize>();
        match inner.strip_prefix('>') {
            // A quote, but not the arrow of `>> address`.
            Some(quoted) if !quoted.starts_with('=') => rest = quoted,
            _ => {
                rest = inner;
                break;
            }
        }
    }
    let mut bullet = "";
    // At most three: `- 1. [ ] words`.
    for _ in 0..3 {
        let Some((mark, after)) = marked(rest) else { break };
        if bullet.is_empty() {
            bullet = mark;
        }
        rest = after.trim_start();
    }
    LineMarks { indent, bullet, words: trim(rest) }
}

/// A bullet or number and what follows it.
fn marked(text: &str) -> Option<(&str, &str)> {
    for task in TASKS {
        if let Some(after) = text.strip_prefix(task) {
            return (after.starts_with(char::is_whitespace) || after.is_empty()).then_some((task, after));
        }
    }
    let first = text.chars().next()?;
    let after = text.get(first.len_utf8()..)?;
    let spaced = after.is_empty() || after.starts_with(char::is_whitespace);
    if BULLETS.contains(first) && spaced || TIGHT.contains(first) {
        return Some((text.get(..first.len_utf8())?, after));
    }
    if matches!(first, '-' | '*' | '+' | '–' | '→') && leads_to_address(after) {
        return Some((text.get(..first.len_utf8())?, after));
    }
    if ('①'..='⑳').contains(&first) {
        return Some(("1", after));
    }
    // `1.`, `1)`, `(1)`, `[1]`, `1、`, `1️⃣`, `a)`.
    let inner = text.strip_prefix(['(', '[', '#']).unwrap_or(text);
    let open = inner.len() < text.len();
    let digits = inner.len() - inner.trim_start_matches(|character: char| character.is_ascii_digit()).len();
    let letter = usize::from(digits == 0 && inner.starts_with(|character: char| character.is_ascii_lowercase()));
    let after = inner.get(digits + letter..)?;
    if !(1..=3).contains(&(digits + letter)) {
        return None;
    }
    if let Some(after) = after.strip_prefix("\u{fe0f}\u{20e3}").or_else(|| after.strip_prefix('\u{20e3}')) {
        return Some(("1", after));
    }
    let mark = after.chars().next()?;
    let rest = after.get(mark.len_utf8()..)?;
    let rest = if mark == '.' { rest.strip_prefix(')').unwrap_or(rest) } else { rest };
    let closed = match mark {
        ')' | '）' => true,
        ']' => open && digits > 0 && !rest.starts_with(['(', '[', ':']),
        '.' | '．' | '、' => !open && letter == 0,
        ' ' => return (text.starts_with('#') && digits > 0).then_some(("1", after)),
        _ => false,
    };
    let spaced = rest.is_empty() || rest.starts_with(char::is_whitespace) || matches!(mark, '、' | '．' | '）');
    (closed && (spaced || leads_to_address(rest))).then_some(("1", rest))
}

fn leads_to_address(text: &str) -> bool {
    ["http", "www.", "[", "<http", "**"].iter().any(|start| text.starts_with(start))
        && (text.contains("://") || text.contains("www.") || text.contains("]("))
}

/// What is between a title and its address, and after an address before what is said about it.
const SEPARATORS: &str = ":：-–—―−|｜│→⇒⟶➜➔➡➝⟹»›>=~～·•,，;；、/";
/// Emoji that only point at what follows.
const POINTERS: [&str; 6] = ["👉", "➡️", "⬇️", "👇", "🔗", "▶️"];

/// Quotes and brackets that may touch an address.
const AROUND: [char; 16] = ['"', '\'', '“', '”', '„', '‘', '’', '«', '»', '`', '(', ')', '[', ']', '<', '>'];

/// Whether words end in an emoji that points at what follows.
pub(super) fn points(words: &str) -> bool {
    POINTERS.iter().any(|pointer| words.ends_with(pointer))
}

fn is_separator(character: char) -> bool {
    character.is_whitespace() || SEPARATORS.contains(character) || character == '\u{fe0f}'
}

/// Without separators at its ends.
fn without_separators(text: &str) -> &str {
    let quotes = text.contains('«') || text.contains('‹');
    let mut text =
        text.trim_matches(|character| is_separator(character) && !(quotes && matches!(character, '»' | '›')));
    while let Some(inner) = POINTERS.iter().find_map(|pointer| text.strip_suffix(pointer)) {
        text = inner.trim_end_matches(is_separator);
    }
    text
}

const PAIRS: &[(&str, &str)] = &[
    ("[b]", "[/b]"),
    ("**", "**"),
    ("__", "__"),
    ("~~", "~~"),
    ("*", "*"),
    ("_", "_"),
    ("`", "`"),
    ("\"", "\""),
    ("'", "'"),
    ("“", "”"),
    ("„", "“"),
    ("„", "”"),
    ("”", "”"),
    ("«", "»"),
    ("»", "«"),
    ("‹", "›"),
    ("‘", "’"),
    ("(", ")"),
    ("[", "]"),
    ("（", "）"),
    ("「", "」"),
    ("『", "』"),
    ("【", "】"),
    ("《", "》"),
];

/// What is inside a pair of quotes, brackets or marks of emphasis that spans the text.
fn unwrapped(text: &str) -> Option<&str> {
    PAIRS.iter().find_map(|(open, close)| {
        let inner = text.strip_prefix(open)?.strip_suffix(close)?;
        (!inner.contains(open) && !inner.contains(close)).then_some(inner)
    })
}

/// Words as a title: without separators, emphasis, quotes and brackets around them, and without escapes.
pub(super) fn cleaned(text: &str) -> String {
    let mut text = without_separators(text);
    // A few layers: `**[“Shop”]**:`.
    for _ in 0..6 {
        let before = text.len();
        let marked = |character: char| !character.is_alphanumeric();
        if !(text.starts_with(marked) || text.ends_with(marked)) {
            break;
        }
        text = without_separators(unwrapped(text).unwrap_or(text));
        // A mark without its partner: that is around the address.
        for (open, close) in PAIRS.iter().filter(|(open, _)| !matches!(*open, "*" | "_" | "'" | "‘" | "»")) {
            if open == close && text.matches(open).take(2).count() > 1 {
                continue;
            }
            text = text.strip_suffix(open).or_else(|| text.strip_prefix(close)).unwrap_or(text);
            let (opens, closes) = (text.contains(open), text.contains(close));
            text = text.strip_prefix(open).filter(|_| !closes).unwrap_or(text);
            text = text.strip_suffix(close).filter(|_| !opens).unwrap_or(text);
        }
        text = without_separators(text);
        if text.len() == before {
            break;
        }
    }
    let text = html::decoded(&find::unescaped(text)).replace('`', "");
    let text = if text.contains('*') { markup::plain(&markup::parse(&text)) } else { text };
    trim(&text).to_owned()
}

/// Whether there is a letter or digit in it.
pub(super) fn has_words(text: &str) -> bool {
    text.chars().any(char::is_alphanumeric)
}

/// What a line is.
#[derive(Debug)]
pub(super) enum What {
    /// One or more items.
    Items(Vec<Entry>),
    /// Words with an address inside: a note.
    Sentence,
    /// Words without an address.
    Words,
}

/// What was left out of a line or guessed.
pub(super) type Notes = Vec<String>;

/// How words next to an address relate to it.
struct Side<'a> {
    /// As written.
    raw: &'a str,
    /// Cleaned; empty if there is no word.
    words: String,
    /// Whether nothing, a separator or a bracket is between them and the address.
    apart: bool,
}

impl<'a> Side<'a> {
    fn before(raw: &'a str) -> Self {
        let end =
            raw.trim_end().trim_end_matches(['*', '_', '"', '“', '„', '«', '`', '\'', '‘', '(', '（', '<', '[', '「']);
        let end = end.trim_end();
        // `Shop ........ https://…`
        let dotted = end.ends_with("..");
        let raw = if dotted { end.trim_end_matches('.') } else { raw };
        let pointed = POINTERS.iter().any(|pointer| end.ends_with(pointer));
        // "- " within words is a separator only with a space before it.
        let marked =
            end.ends_with(|character: char| SEPARATORS.contains(character) && !matches!(character, ',' | '，' | '、'));
        let apart = pointed || marked || raw.trim_end().ends_with(['(', '（', '「', '"', '“', '«', '„', '[']);
        Self::of(raw.strip_suffix(AROUND).unwrap_or(raw), apart || dotted)
    }

    fn after(raw: &'a str) -> Self {
        let start = raw.trim_start().trim_start_matches(['*', '_', '"', '”', '»', '`', '\'', '’', '>', ']', '」']);
        let start = start.trim_start();
        let marked = start.starts_with(|character: char| {
            SEPARATORS.contains(character) && !matches!(character, ',' | '，' | '、' | ';')
        });
        let whole = start.trim_end();
        let bracket = whole.starts_with(['(', '（', '[', '【', '「']) && whole.ends_with([')', '）', ']', '】', '」']);
        let inner = raw.strip_prefix(AROUND).filter(|_| !bracket).unwrap_or(raw);
        let inner = inner.trim_start().strip_prefix("# ").unwrap_or(inner);
        Self::of(inner, marked || bracket || inner.len() < raw.len())
    }

    fn of(raw: &'a str, apart: bool) -> Self {
        let words = if has_words(raw) { cleaned(raw) } else { String::new() };
        Self { raw, apart: apart || words.is_empty(), words }
    }

    /// Emoji without words.
    fn signs(&self) -> String {
        let sign =
            |character: &char| !character.is_ascii() && !is_separator(*character) && !find::is_delimiter(*character);
        let signs: String =
            self.raw.chars().filter(|character| sign(character) || *character == '\u{fe0f}').take(20).collect();
        let none = !self.words.is_empty() || POINTERS.iter().any(|pointer| pointer.starts_with(&signs));
        if none || !signs.contains(|character| sign(&character)) { String::new() } else { signs }
    }

    fn count(&self) -> usize {
        self.words.split_whitespace().count()
    }
}

/// Words that lead from a sentence into an address, as its last word.
const LEADS: &str = " at on in to from via by under see visit an auf bei unter über zu chez sur à dans via en por a no na \
                      em su da op bij naar w na do в на по у is are \
                     ist sind est sont es son é são è jest это ";

fn leads_in(text: &str) -> bool {
    let last = text.split_whitespace().next_back().unwrap_or_default().to_lowercase();
    !last.is_empty() && LEADS.split(' ').any(|word| word == last)
}

pub(super) fn ends_sentence(text: &str) -> bool {
    let text = text.trim_end().trim_end_matches([')', '"', '”', '*', '_']);
    text.ends_with(['.', '!', '?', '。', '！', '？', '؟', '।']) && !text.ends_with("...")
}

/// Reads a line without its marks. What is left out of it or guessed goes to `notes`.
pub(super) fn read(line: &str, place: TextPosition, found: &[FoundAddress<'_>], notes: &mut Notes) -> What {
    match found {
        [] => alone(line, place).map_or(What::Words, |entry| What::Items(vec![entry])),
        [one] => {
            let before = Side::before(line.get(..one.from).unwrap_or_default());
            let after = Side::after(line.get(one.to..).unwrap_or_default());
            single(line, place, one, &before, &after, notes)
        }
        _ => several(line, place, found, notes),
    }
}

/// An item with the address found, and its own words.
fn linked(found: &FoundAddress<'_>, place: TextPosition) -> Entry {
    let url = found.url.trim();
    let mut entry = Entry::new(place, if found.picture { "image" } else { "url" }, url);
    if found.picture {
        entry.set("caption", &cleaned(found.title.unwrap_or_default()));
    } else {
        entry.title(&cleaned(found.title.unwrap_or_default()));
    }
    entry
}

fn single(
    line: &str,
    place: TextPosition,
    found: &FoundAddress<'_>,
    before: &Side<'_>,
    after: &Side<'_>,
    notes: &mut Notes,
) -> What {
    let both = !before.words.is_empty() && !after.words.is_empty();
    if found.bare && !(before.apart && after.apart) {
        return What::Words;
    }
    let own = found.title.is_some();
    let sentence = (both && !before.apart && !after.apart)
        || (!before.apart
            && before.count() >= 4
            && (own || leads_in(&before.words) || ends_sentence(after.raw) || ends_sentence(line)))
        || (!after.apart && after.count() >= 4 && ends_sentence(after.raw));
    if sentence && !found.picture {
        return What::Sentence;
    }
    let mut entry = linked(found, place);
    let (title, about) = match (own && entry.has("title"), before.words.is_empty(), after.words.is_empty()) {
        // `1. Shop – [Harrow](https://…)`
        (true, false, _) => {
            let whole = format!("{}{}", before.raw, found.title.unwrap_or_default());
            entry.fields.retain(|(name, _)| name != "title");
            (cleaned(&whole), after.words.clone())
        }
        (true, true, _) => (String::new(), after.words.clone()),
        (false, false, _) => (before.words.clone(), after.words.clone()),
        (false, true, false) if own => (String::new(), after.words.clone()),
        (false, true, _) => (after.words.clone(), String::new()),
    };
    let (signs, more) = (before.signs(), after.signs());
    let bare_title = if own && title.is_empty() { found.title.map(cleaned).unwrap_or_default() } else { title.clone() };
    let title = match (bare_title.as_str(), signs.as_str(), more.as_str()) {
        (_, "", "") => title,
        ("", _, _) => {
            notes.push(format!("“{signs}{more}” beside the address was left out."));
            title
        }
        (words, ..) => {
            entry.fields.retain(|(name, _)| name != "title");
            format!("{signs} {words} {more}").trim().to_owned()
        }
    };
    let leads = !before.apart && before.count() == 1 && leads_in(&before.words) && title == before.words;
    let label = before.raw.trim_end().ends_with([':', '：']);
    if leads {
        notes.push(format!("“{title}” before the address was left out."));
    } else if label && vocabulary::is_chat(&title) {
        notes.push(format!("“{}” was read as words around the list and left out.", shown(&title)));
    } else {
        entry.title(&title);
    }
    let about = if about.is_empty() { cleaned(found.about.unwrap_or_default()) } else { about };
    entry.set(if found.picture { "alt" } else { "description" }, &about);
    What::Items(vec![entry])
}

/// Several addresses in one line.
fn several(line: &str, place: TextPosition, found: &[FoundAddress<'_>], notes: &mut Notes) -> What {
    let piece = |from: usize, to: usize| line.get(from..to).unwrap_or_default();
    let ends: Vec<usize> = std::iter::once(0).chain(found.iter().map(|one| one.to)).collect();
    let starts = found.iter().map(|one| one.from).chain(std::iter::once(line.len()));
    let pieces: Vec<&str> = ends.iter().zip(starts).map(|(from, to)| piece(*from, to)).collect();
    // Bare domains among whole addresses are words of their titles, unless there is nothing else.
    let joins =
        |piece: &&str| is_conjunction(piece) && !piece.contains([':', '–', '—', '=', '→']) && !piece.contains(" - ");
    if found.iter().any(|one| one.bare) && !pieces.iter().all(joins) {
        let whole: Vec<FoundAddress<'_>> = found.iter().filter(|one| !one.bare).cloned().collect();
        if !whole.is_empty() {
            return read(line, place, &whole, notes);
        }
    }
    let without = |words: String| {
        let (first, rest) = words.split_once(' ').unwrap_or((&words, ""));
        if matches!(first, "and" | "or" | "und" | "oder" | "et" | "ou" | "y" | "и") { rest.to_owned() } else { words }
    };
    let sides: Vec<String> = pieces
        .iter()
        .map(|piece| if is_conjunction(piece) { String::new() } else { without(cleaned(piece)) })
        .collect();
    let sides: Vec<&str> = sides.iter().map(|side| if has_words(side) { side.as_str() } else { "" }).collect();
    let first = sides.first().copied().unwrap_or_default();
    let last = sides.last().copied().unwrap_or_default();
    let inner = sides.get(1..found.len()).unwrap_or_default();
    let apart = Side::before(pieces.first().copied().unwrap_or_default()).apart;
    let untitled = found.iter().all(|one| one.title.is_none() || cleaned(one.title.unwrap_or_default()).is_empty());
    let count = |words: &str| words.split_whitespace().count();
    let owned = found.iter().all(|one| one.title.is_some());
    let loose = owned && (count(first) > 3 && !apart || inner.iter().any(|words| count(words) > 2))
        || !first.is_empty() && !apart && (inner.iter().any(|words| leads_in(words)) || leads_in(first))
        || !first.is_empty() && !apart && count(first) >= 4 && ends_sentence(line)
        || first.is_empty() && count(last) >= 4 && ends_sentence(line);
    let bare = found.iter().any(|one| one.bare) && !(first.is_empty() || apart);
    if loose || bare {
        return if bare && found.iter().all(|one| one.bare) { What::Words } else { What::Sentence };
    }
    let mut entries: Vec<Entry> = found.iter().map(|one| linked(one, place)).collect();
    let none_inside = inner.iter().all(|words| words.is_empty());
    let label = pieces.first().is_some_and(|first| first.trim_end().ends_with([':', '：', '-', '–', '—', '|', '→']));
    if !first.is_empty() && none_inside && (label || owned || !untitled) {
        // `Elsewhere: https://…, https://…`
        if vocabulary::is_chat(first) {
            notes.push(format!("“{}” was read as words around the list and left out.", shown(first)));
        } else {
            entries.insert(0, Entry::heading(place, 7, first));
        }
        if let Some(entry) = entries.last_mut() {
            entry.set("description", last);
        }
        return What::Items(entries);
    }
    // The words of each stand before it, or after it if the line begins with an address.
    let behind = first.is_empty() && (!last.is_empty() || inner.iter().any(|words| !words.is_empty()));
    let titles = if behind { sides.get(1..) } else { sides.get(..found.len()) }.unwrap_or_default();
    for (entry, title) in entries.iter_mut().zip(titles) {
        if entry.has("title") {
            entry.set("description", title);
        } else {
            entry.title(title);
        }
    }
    if let (false, Some(entry)) = (behind, entries.last_mut()) {
        entry.set("description", last);
    }
    What::Items(entries)
}

/// Whether words only join two addresses.
fn is_conjunction(piece: &str) -> bool {
    const AND: &str = " and or und oder et ou y o e ed en of i oraz ve и или и/или و や と 와 과 和 और & plus ";
    let word = piece.trim_matches(|character: char| is_separator(character) || character == '.').to_lowercase();
    word.is_empty() || word.len() < 12 && AND.contains(&format!(" {word} "))
}

/// Splits `label: value`, `label = value`.
pub(super) fn label(line: &str) -> Option<(String, String)> {
    let at = line.char_indices().take(48).find(|(_, character)| matches!(character, ':' | '：' | '='))?.0;
    let (label, rest) = (line.get(..at)?, line.get(at..)?);
    let mark = rest.chars().next()?;
    let value = rest.get(mark.len_utf8()..)?;
    let label = cleaned(label);
    let value = value.trim().trim_start_matches(['*', '_']).trim();
    let value = unwrapped(value).filter(|_| value.starts_with(['"', '\'', '“', '`', '«'])).unwrap_or(value);
    let simple = has_words(&label) && label.split_whitespace().count() <= 4 && !value.starts_with("//");
    simple.then(|| (label, value.trim().to_owned()))
}

/// A line without an address that is an item all the same: `Instagram: @ines`, `Code: owner/repo`, `Phone: 0123 456`.
fn alone(line: &str, place: TextPosition) -> Option<Entry> {
    let word = if line.contains(char::is_whitespace) { "" } else { unwrapped(line).unwrap_or(line) };
    if detect::is_link(word) {
        return Some(Entry::new(place, "url", word));
    }
    let (label, value) = label(line).or_else(|| {
        let marked = || [" - ", " – ", " — ", " | "].iter().find_map(|mark| line.split_once(mark));
        let (label, value) = marked().or_else(|| line.rsplit_once(' ').filter(|(_, value)| value.starts_with('@')))?;
        Some((cleaned(label), value.trim().to_owned()))
    })?;
    if value.is_empty() {
        return None;
    }
    let handle = |platform: &str, handle: &str| {
        let mut entry = Entry::new(place, "platform", platform);
        entry.set("handle", handle);
        Some(entry)
    };
    let digits = value.bytes().filter(u8::is_ascii_digit).count();
    let number = value.chars().all(|character| character.is_ascii_digit() || " +()-./".contains(character))
        && (5..=15).contains(&digits);
    let platform = platform(&label);
    match platform {
        _ if number && (vocabulary::is_phone(&label) || platform == Some(Platform::Phone)) => {
            return handle("phone", &value);
        }
        Some(platform) if number && platform.template().is_some_and(|address| address.contains("wa.me")) => {
            return handle(platform.as_str(), &value);
        }
        Some(platform) if value.starts_with('@') && is_handle(&value) => return handle(platform.as_str(), &value),
        Some(platform) if is_handle(&value) && !is_word_too(platform) => return handle(platform.as_str(), &value),
        _ => {}
    }
    let repo = |text: &str| matches!(detect::detect(text), Kind::Github(_));
    if repo(&label) && label.contains(['-', '_']) {
        let mut entry = Entry::new(place, "url", &label);
        entry.title(&cleaned(&value));
        return Some(entry);
    }
    let repo = repo(&value);
    let named = vocabulary::is_code(&label)
        || value.contains(['-', '_'])
        || value.contains(|character: char| character.is_ascii_digit());
    (repo && named).then(|| {
        let mut entry = Entry::new(place, "url", &value);
        if !vocabulary::is_code(&label) && platform != Some(Platform::Github) {
            entry.title(&label);
        }
        entry
    })
}

fn is_handle(text: &str) -> bool {
    let text = text.strip_prefix('@').unwrap_or(text);
    (2..=40).contains(&text.len())
        && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'_' | b'-' | b'#'))
}

/// Platforms whose name is also the label of something else ("Medium: gouache").
const fn is_word_too(platform: Platform) -> bool {
    use Platform::{
        Behance, CalCom, Cara, ChessCom, Dev, Discogs, Email, Etsy, Figma, Ghost, Kick, Line, Matrix, Medium, Meetup,
        Messenger, Phone, Session, Signal, Steam, X,
    };
    matches!(
        platform,
        Behance
            | CalCom
            | Cara
            | ChessCom
            | Dev
            | Discogs
            | Email
            | Etsy
            | Figma
            | Ghost
            | Kick
            | Line
            | Matrix
            | Medium
            | Messenger
            | Meetup
            | Phone
            | Session
            | Signal
            | Steam
            | X
    )
}

/// The handle that a table has in one column, of the platform in another.
pub(super) fn handle(platform: &str, handle: &str, place: TextPosition) -> Option<Entry> {
    alone(&format!("{platform}: {handle}"), place)
}

pub(super) fn shown(text: &str) -> String {
    crate::safe_url::shortened(&Text::<200>::cut(text).0)
}
