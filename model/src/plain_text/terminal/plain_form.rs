//! The plain form: no escape sequences, a line drawing above, addresses written out.

use super::blocks::{Block, Blocks, Handle, Row};
use super::columns::{cut, sanitized, shown_address, width, wrapped};
use super::{Addresses, COLUMNS, LEFT, WIDE, drawings};
use crate::page::Draft;

/// Columns of the words in a note's box.
const NOTE: usize = 46;
/// Columns of the words in a stamp's box.
const STAMP: usize = 12;

/// The page.
pub fn drawn(page: &Draft, addresses: Addresses<'_>, content: &Blocks) -> String {
    let mut form = PlainPage { text: drawings::of(page.theme.look()).trim_start_matches('\n').to_owned() };
    form.line("");
    let name = sanitized(page.profile.name_or(&shown_address(addresses.page))).to_uppercase();
    let name = wrapped(&name, WIDE);
    name.iter().for_each(|line| form.line(line));
    form.line(&"=".repeat(name.iter().map(|line| width(line)).max().unwrap_or(0)));
    form.line("");
    let about = content.bio.iter().chain(&content.place).flat_map(|words| wrapped(words, WIDE)).collect::<Vec<_>>();
    form.paragraph(&about);
    for handle in &content.socials {
        form.handle(handle);
    }
    if !content.socials.is_empty() {
        form.line("");
    }
    form.blocks(&content.blocks);
    if content.more > 0 {
        form.line(&cut(&format!("and {} more: {}", content.more, shown_address(addresses.page)), WIDE, "..."));
        form.line("");
    }
    form.foot(addresses);
    form.text
}

struct PlainPage {
    text: String,
}

impl PlainPage {
    /// A line of text from the first column of text; never longer than the page is wide.
    fn line(&mut self, text: &str) {
        if !text.is_empty() {
            self.text.push_str(&" ".repeat(LEFT));
            self.text.push_str(cut(text, COLUMNS - LEFT, "...").trim_end());
        }
        self.text.push('\n');
    }

    fn paragraph(&mut self, lines: &[String]) {
        if !lines.is_empty() {
            lines.iter().for_each(|line| self.line(line));
            self.line("");
        }
    }

    fn handle(&mut self, handle: &Handle) {
        match &handle.url {
            // An email address and a number are their own.
            Some(url) if shown_address(url) != handle.words => self.dotted("", &handle.words, &shown_address(url)),
            _ => self.line(&handle.words),
        }
    }

    fn blocks(&mut self, blocks: &[Block]) {
        let mut at = 0;
        while let Some(block) = blocks.get(at) {
            let next = blocks.get(at + 1);
            at += 1;
            match (block, next) {
                (Block::Heading(words), _) => {
                    let words = cut(words, WIDE - 8, "...");
                    let rule = WIDE.saturating_sub(width(&words) + 1);
                    self.line(&format!("{words} {}", "-".repeat(rule)));
                }
                (Block::Note(note, _), Some(Block::Stamp(stamp, _)))
                | (Block::Stamp(stamp, _), Some(Block::Note(note, _))) => {
                    self.boxes(Some(note), Some(stamp));
                    at += 1;
                }
                (Block::Note(words, _), _) => self.boxes(Some(words), None),
                (Block::Stamp(words, _), _) => self.boxes(None, Some(words)),
                (Block::LongNote(words), _) => {
                    for text in words.iter().flat_map(|words| wrapped(words, WIDE - 2)) {
                        self.line(&format!("| {text}"));
                    }
                }
                (Block::Row(row), next) => {
                    self.row(row);
                    if matches!(next, Some(Block::Row(_))) {
                        continue;
                    }
                }
            }
            self.line("");
        }
    }

    fn row(&mut self, row: &Row) {
        let title = if row.facts.is_empty() { row.title.clone() } else { format!("{} ({})", row.title, row.facts) };
        let number = format!("{:<3}", row.number);
        if row.address.is_empty() {
            self.dotted(&number, &title, "picture");
        } else {
            self.dotted(&number, &title, &row.address);
        }
    }

    /// Words, dots and an address; the address below where both have no room on a line.
    fn dotted(&mut self, number: &str, words: &str, address: &str) {
        let room = WIDE - number.len();
        let taken = width(words) + width(address) + 5;
        if taken <= room {
            let dots = room - width(words) - width(address) - 2;
            self.line(&format!("{number}{words} {} {address}", ".".repeat(dots)));
            return;
        }
        let indent = " ".repeat(number.len());
        for (at, line) in wrapped(words, room).iter().enumerate() {
            self.line(&format!("{}{line}", if at == 0 { number } else { &indent }));
        }
        if width(address) + 4 <= room {
            self.line(&format!("{indent}{} {address}", ".".repeat(room - width(address) - 1)));
            return;
        }
        for line in wrapped(address, room) {
            self.line(&format!("{indent}{line}"));
        }
    }

    /// A note and a stamp in boxes, beside each other.
    fn boxes(&mut self, note: Option<&[String]>, stamp: Option<&[String]>) {
        let set =
            |words: &[String], room: usize| words.iter().flat_map(|words| wrapped(words, room)).collect::<Vec<_>>();
        let note = note.map(|words| set(words, NOTE));
        let stamp = stamp.map(|words| set(words, STAMP));
        let rows = note.iter().chain(&stamp).map(Vec::len).max().unwrap_or(0);
        let border = |end: &str, edge: &str, wide: usize| format!("{end}{}{end}", edge.repeat(wide));
        for row in 0..rows + 2 {
            let mut line = String::new();
            let end = if row == 0 { "." } else { "'" };
            let inside = row.checked_sub(1).filter(|row| *row < rows);
            if let Some(words) = &note {
                line.push_str(&match inside {
                    None => border(end, "-", NOTE + 2),
                    Some(row) => format!("| {} |", padded(words.get(row), NOTE, false)),
                });
                line.push_str("    ");
            }
            if let Some(words) = &stamp {
                // In the middle, upwards and downwards too.
                let first = (rows - words.len().min(rows)) / 2;
                line.push_str(&match inside {
                    None => format!("{end}{end}{}{end}{end}", "-".repeat(STAMP)),
                    Some(row) => {
                        let words = row.checked_sub(first).and_then(|row| words.get(row));
                        format!("| {} |", padded(words, STAMP, true))
                    }
                });
            }
            self.line(line.trim_end());
        }
    }

    fn foot(&mut self, addresses: Addresses<'_>) {
        let (page, plain) = (sanitized(addresses.page), format!("plain: {}", sanitized(addresses.plain)));
        let taken = width(&page) + width(&plain);
        if taken + 2 <= WIDE {
            self.line(&format!("{page}{}{plain}", " ".repeat(WIDE - taken)));
        } else {
            wrapped(&page, WIDE).iter().for_each(|line| self.line(line));
            self.line(&cut(&plain, WIDE, "..."));
        }
    }
}

/// Text padded to a width, from the left or to both sides.
fn padded(text: Option<&String>, room: usize, centred: bool) -> String {
    let text = text.map(String::as_str).unwrap_or_default();
    let free = room.saturating_sub(width(text));
    let before = if centred { free / 2 } else { 0 };
    format!("{}{text}{}", " ".repeat(before), " ".repeat(free - before))
}
