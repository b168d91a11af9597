//! Lists: what a person or an agent hands over as one text, read the same over every interface.
//!
//! A list is lines, in any of the forms that people and models write: plain lines, Markdown, tables, YAML and TOML,
//! HTML, bookmarks, OPML. Everything is brought into lines first (`html`, `table`), and each line is read by one
//! grammar (`line`, over the addresses that `find` finds in it); `structure` then says what the lines mean to each other.
//!
//! The rules of a line:
//!
//! 1. Marks in front (quote marks, bullets, numbers, task boxes) are no content.
//! 2. `#` marks a heading.
//! 3. An address with nothing beside it is that address. Words on one side are its title; of words on both sides, those
//!    before are the title and those after the description. The separators between them are left out, as are the
//!    emphasis, quotes and brackets around each.
//! 4. The line is a sentence, and thus a note, if words on both sides join the address without a separator; or if four
//!    words or more lead into it without a separator and end in a preposition or the sentence ends with a full stop; or if
//!    four words or more follow it without a separator and end with a full stop.
//! 5. A bare domain counts only where separators or nothing is beside it, so that `Node.js` in a sentence is a word; and
//!    not beside a whole address, so that it may be in a title.
//! 6. Several addresses in a line are several items. The words before each are its title (or those after each, if the
//!    line begins with an address). A label before addresses without words of their own is their heading.
//! 7. A title that says no more than the tile does anyway is left out: `Instagram: https://instagram.com/ines`,
//!    `Email: ines@harrow.example`, `Link: …`.
//! 8. `Instagram: @ines`, `Phone: 0151 234` and `Code: owner/repo` are the profile, number and repository.
//!
//! The rules of lines among each other:
//!
//! 1. A line of words is a heading where links follow it and it is underlined, emphasised or decorated as a whole, ends
//!    with a colon, is in the brackets of TOML, or stands right above titled, indented, bulleted or several links.
//! 2. Words right above one bare address are its title. Words indented under a link are its description.
//! 3. `title: …`, `url: …` and their like (in many languages) are fields of one item; `name: …`, `bio: …` before all
//!    links are fields of the page.
//! 4. If one fenced block holds the links and nothing outside does, the list is that block.
//! 5. What a chat says around a list is no item; nor is a sentence without bullet before or after a list of bullets.
//! 6. A text without any link is a list only if its lines have bullets or headings; else it is one note.
//!
//! Whatever is left out or guessed is a warning with its line.

mod find;
pub mod html;
mod line;
mod structure;
mod table;
mod vocabulary;

use std::borrow::Cow;

use line::Entry;

use super::json::{Json, Node, TextPosition};
use super::types::{Brief, Item};
use super::warning::{Warning, Warnings};
use super::{import, read};
use crate::limits;
use crate::text::Text;

/// The items in a text.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Items {
    /// What it holds, in order: at most as many as a page.
    pub items: Vec<Item>,
    /// Everything that was left out, repaired or guessed; paths are those of the items (`/3/url`), lines those of the
    /// text.
    pub warnings: Vec<Warning>,
}

/// Reads one pasted text, a single line or a whole list, as items: links with their titles, headings, notes. Any text is
/// read; one without a letter holds no item. A brief or page file gives its tiles.
pub fn items(text: &str) -> Items {
    if let Some(found) = import::tiles(text) {
        return found;
    }
    let mut warnings = Warnings::new();
    let list = read_list(text, &mut warnings);
    for (name, field) in list.page {
        let words = format!("“{}” describes a page, not a tile, and was left out.", line::shown(&name));
        warnings.add("", Some(&field), words);
    }
    let mut brief = Brief::default();
    let nodes: Vec<Node> = list.entries.into_iter().map(Entry::node).collect();
    read::links(&nodes, "", &mut brief, &mut warnings);
    let keys: Vec<u32> = brief.links.iter().map(|item| item.key).collect();
    Items { items: brief.links, warnings: warnings.finish(keys) }
}

/// Reads a list as a page; `None` when there is no link in it. The first heading names the page, unless others of its
/// rank show that it is one section of several.
pub(super) fn brief(text: &str, warnings: &mut Warnings) -> Option<Brief> {
    let mut list = read_list(text, warnings);
    if !list.entries.iter().any(Entry::is_link) {
        return None;
    }
    let first = list.entries.first().map_or(0, |entry| entry.rank);
    let second = list.entries.get(1).map_or(0, |entry| entry.rank);
    let alone = list.entries.iter().filter(|entry| entry.rank == first).count() == 1;
    let named = list.page.iter().any(|(name, _)| matches!(vocabulary::field(name), Some("title")));
    let mut brief = Brief::default();
    if !list.page.is_empty() {
        let node = Node { value: Json::Fields(list.page), place: TextPosition::default() };
        let mut page = read::page(&[(String::new(), &node)], false, warnings);
        brief = read::brief(&mut page, warnings).0;
    }
    if !named && first > 0 && (alone || second > 0 && first < second) && !list.label {
        let entry = list.entries.remove(0);
        if let Some((_, Node { value: Json::Text(name), .. })) = entry.fields.first() {
            brief.name = read::spaced(&Text::<{ limits::NAME }>::cut(name).0);
        }
    }
    let nodes: Vec<Node> = list.entries.into_iter().map(Entry::node).collect();
    read::links(&nodes, "/links", &mut brief, warnings);
    Some(brief)
}

/// Whether a text with brackets is a list all the same, and no JSON: each bracket belongs to a link, a box or a table of
/// TOML, or the text is markup.
pub(super) fn is_certain(text: &str) -> bool {
    let text = text.trim_start_matches('\u{feff}');
    let opens = text.find(['[', '{']);
    if html::is_markup(text) && text.find('<') < Some(opens.unwrap_or(usize::MAX)) {
        return true;
    }
    let filled = || text.lines().map(str::trim).filter(|line| !line.is_empty());
    let object = |line: &str| {
        let whole = line.starts_with('{') && line.trim_end_matches(',').ends_with('}');
        whole && !line.contains("\"links\"") && !line.contains("\"tiles\"") && !line.contains("\"mantel\"")
    };
    opens.is_some() && (text.lines().all(has_no_json) || filled().nth(1).is_some() && filled().all(object))
}

fn has_no_json(line: &str) -> bool {
    let marks = line::marks(line);
    let mut rest = marks.words;
    if !marks.bullet.is_empty() && rest.starts_with('{') && rest.ends_with('}') {
        return true;
    }
    // `[work]`, `[[links]]`
    let inner = rest.trim_start_matches('[').trim_end_matches(']');
    if rest.starts_with('[') && rest.ends_with(']') && !inner.contains(['[', ']', '"', '\'', ',', ':', '{']) {
        return true;
    }
    while let Some(at) = rest.find(['[', '{', ']']) {
        let after = rest.get(at + 1..).unwrap_or_default();
        match rest.as_bytes().get(at) {
            Some(b'{') => return false,
            Some(b'[') if after.trim_start().starts_with(['{', '"', '“', '\'']) || after.trim().is_empty() => {
                return false;
            }
            _ => {}
        }
        rest = after;
    }
    true
}

/// A line of the text.
#[derive(Clone, Debug)]
struct Line<'a> {
    /// From 1.
    number: u32,
    text: Cow<'a, str>,
}

/// A list as read.
#[derive(Debug, Default)]
struct List {
    entries: Vec<Entry>,
    /// Fields of the page.
    page: Vec<(String, Node)>,
    /// Whether the first entry is a heading that ends with a colon.
    label: bool,
}

/// How many words of a text are tried as addresses; a page holds far fewer.
const ADDRESSES: usize = 6000;
/// Longest line, bytes: more than a page full of addresses.
const LINE: usize = 64 * 1024;

fn at(place: TextPosition) -> Node {
    Node { value: Json::Null, place }
}

fn read_list(text: &str, warnings: &mut Warnings) -> List {
    let (text, removed) = readable(text);
    if let Some(number) = removed {
        let place = TextPosition { line: number, column: 1 };
        warnings.add("", Some(&at(place)), "Invisible characters were removed.");
    }
    let (mut lines, more) = if html::is_markup(&text) {
        html::lines(&text, limits::LIST_ITEMS)
    } else {
        let mut all = text.lines().zip(1..);
        let lines = all.by_ref().take(limits::LIST_ITEMS);
        let lines = lines.map(|(text, number)| Line { number, text: text.into() }).collect();
        let lines = fenced(lines, warnings);
        (if text.contains("BEGIN:VCARD") { card(&lines, warnings) } else { lines }, all.next().is_some())
    };
    for line in &mut lines {
        if line.text.len() > LINE {
            let end = (0..=LINE).rev().find(|end| line.text.is_char_boundary(*end)).unwrap_or_default();
            line.text = line.text.get(..end).unwrap_or_default().to_owned().into();
            let place = TextPosition { line: line.number, column: 1 };
            warnings.add("", Some(&at(place)), format!("Only the first {} KB of this line were read.", LINE / 1024));
        }
    }
    let list = structure::read(&lines, &text, warnings);
    if more {
        let words = format!("Only the first {} lines were read.", limits::LIST_ITEMS);
        warnings.add("/links", None, words);
    }
    list
}

/// The lines of a contact (vCard) as those of a list.
fn card<'a>(lines: &[Line<'a>], warnings: &mut Warnings) -> Vec<Line<'a>> {
    let mut all = Vec::new();
    for line in lines {
        let Some((key, value)) = line.text.split_once(':') else { continue };
        let key = key.split(';').next().unwrap_or_default();
        let name = key.rsplit('.').next().unwrap_or_default().to_ascii_uppercase();
        let text = match name.as_str() {
            "FN" => format!("# {value}"),
            "URL" | "X-SOCIALPROFILE" | "IMPP" | "SOURCE" => value.to_owned(),
            "EMAIL" | "NOTE" => value.replace("\\n", " ").replace('\\', ""),
            "TEL" => format!("Phone: {}", value.trim_start_matches("tel:")),
            "BEGIN" | "END" | "VERSION" | "N" | "PRODID" | "REV" | "UID" => continue,
            _ => {
                let place = TextPosition { line: line.number, column: 1 };
                let words = format!("“{}” has no place in a list of links and was left out.", line::shown(&name));
                warnings.add("", Some(&at(place)), words);
                continue;
            }
        };
        all.push(Line { number: line.number, text: text.into() });
    }
    all
}

/// The text with one kind of line break and of space, without invisible characters; and the line of the first of those.
fn readable(text: &str) -> (String, Option<u32>) {
    let mut out = String::with_capacity(text.len());
    let (mut removed, mut line) = (None, 1_u32);
    let mut chars = text.trim_start_matches('\u{feff}').chars().peekable();
    while let Some(character) = chars.next() {
        match character {
            '\r' if chars.peek() == Some(&'\n') => {}
            '\n' | '\r' | '\u{85}' | '\u{2028}' | '\u{2029}' | '\u{b}' | '\u{c}' => {
                line = line.saturating_add(1);
                out.push('\n');
            }
            '\t' => out.push('\t'),
            _ if character.is_whitespace() => out.push(' '),
            '\u{ad}' => {
                removed = removed.or(Some(line));
            }
            _ if crate::text::is_visible(character) => out.push(character),
            _ => removed = removed.or(Some(line)),
        }
    }
    (out, removed)
}

/// The lines inside the first fenced block, if it holds links and nothing outside of the blocks does; else all lines but
/// the fences.
fn fenced<'a>(lines: Vec<Line<'a>>, warnings: &mut Warnings) -> Vec<Line<'a>> {
    let fence = |line: &Line<'_>| {
        let text = line.text.trim_start_matches(['>', ' ', '\t']);
        text.starts_with("```") || text.starts_with("~~~") && !text.trim_matches('~').contains('~')
    };
    if !lines.iter().any(fence) {
        return lines;
    }
    // Each line with its block: 0 outside, else the number of the block.
    let (mut open, mut blocks) = (false, 0);
    let mut placed = Vec::new();
    for line in lines {
        if fence(&line) {
            open = !open;
            blocks += usize::from(open);
            continue;
        }
        placed.push((if open { blocks } else { 0 }, line));
    }
    let linked = |line: &Line<'_>| line.text.contains("://") || line.text.contains("www.") || line.text.contains('@');
    let outside = placed.iter().any(|(block, line)| *block == 0 && linked(line));
    let chosen = placed.iter().filter(|(block, _)| *block > 0).find(|(_, line)| linked(line)).map(|(block, _)| *block);
    let Some(chosen) = chosen.filter(|_| !outside) else {
        return placed.into_iter().map(|(_, line)| line).collect();
    };
    let (kept, left): (Vec<_>, Vec<_>) = placed.into_iter().partition(|(block, _)| *block == chosen);
    let mut told = None;
    for (block, line) in left {
        if line.text.trim().is_empty() {
            continue;
        }
        let place = TextPosition { line: line.number, column: 1 };
        let last = kept.first().is_some_and(|(_, first)| line.number > first.number);
        if told != Some((block, last)) {
            let what = line::shown(line.text.trim());
            let words = if block == 0 {
                format!("The words around the list were left out: “{what}”")
            } else {
                format!("Another code block was left out; it begins with “{what}”.")
            };
            warnings.add("", Some(&at(place)), words);
        }
        told = Some((block, last));
    }
    kept.into_iter().map(|(_, line)| line).collect()
}
