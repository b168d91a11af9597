//! The colour form: the scene with the name, then everything else on the page's ground.

use super::blocks::{Block, Blocks, Handle, Row};
use super::colors::{Colors, Fill};
use super::columns::{cut, sanitized, shown_address, width, wrapped};
use super::line::{Line, Style};
use super::{Addresses, COLUMNS, LEFT, WIDE, scene};
use crate::color::HexColor;
use crate::page::Draft;
use crate::tile::TileColor;

/// Columns of a note's block.
const NOTE: usize = 50;
/// Columns of a stamp's block, which stands at the right edge of the text.
const STAMP: usize = 16;
/// Columns of a host at most, so that a title has room beside it.
const ADDRESS: usize = 36;

/// The page.
pub fn drawn(page: &Draft, addresses: Addresses<'_>, content: &Blocks) -> String {
    let colors = Colors::of(&page.theme);
    let name = sanitized(page.profile.name_or(&shown_address(addresses.page)));
    let scene = scene::drawn(page, &colors, &name);
    let mut form = ColorPage { colors, text: scene.text };
    form.blank();
    if !scene.has_name {
        for line in wrapped(&name, WIDE) {
            form.set(Style::new(colors.ink, colors.ground).bold(), &line);
        }
        form.blank();
    }
    form.head(content);
    form.blocks(&content.blocks);
    if content.more > 0 {
        form.more(content.more, addresses.page);
    }
    form.foot(addresses);
    form.text
}

struct ColorPage {
    colors: Colors,
    text: String,
}

impl ColorPage {
    fn line(&self) -> Line {
        Line::indented(self.colors.ground)
    }

    fn push(&mut self, line: Line) {
        self.text.push_str(&line.end());
    }

    fn blank(&mut self) {
        self.push(Line::new(self.colors.ground));
    }

    const fn on_ground(&self, ink: HexColor) -> Style {
        Style::new(ink, self.colors.ground)
    }

    fn set(&mut self, style: Style, text: &str) {
        let mut line = self.line();
        line.add(style, text);
        self.push(line);
    }

    /// Bio, place and handles.
    fn head(&mut self, content: &Blocks) {
        let (ink, soft) = (self.on_ground(self.colors.ink), self.on_ground(self.colors.soft));
        for line in content.bio.iter().flat_map(|words| wrapped(words, WIDE)) {
            self.set(ink, &line);
        }
        for line in content.place.iter().flat_map(|words| wrapped(words, WIDE)) {
            self.set(soft, &line);
        }
        if !content.bio.is_empty() || content.place.is_some() {
            self.blank();
        }
        if !content.socials.is_empty() {
            self.chips(&content.socials);
            self.blank();
        }
    }

    /// Handles as chips, alternately in the two inks; a row that is full goes on below.
    fn chips(&mut self, handles: &[Handle]) {
        let mut line = self.line();
        for (at, handle) in handles.iter().enumerate() {
            let words = format!(" {} ", cut(&handle.words, WIDE - 2, "…"));
            if line.used() > LEFT && line.used() + 1 + width(&words) > LEFT + WIDE {
                self.push(std::mem::replace(&mut line, Line::indented(self.colors.ground)));
                self.blank();
            }
            if line.used() > LEFT {
                line.ground_to(line.used() + 1);
            }
            let (fill, ink) = if at.is_multiple_of(2) { self.colors.accent } else { self.colors.second };
            line.add_link(Style::new(ink, fill), &words, handle.url.as_deref());
        }
        self.push(line);
    }

    fn blocks(&mut self, blocks: &[Block]) {
        let mut at = 0;
        while let Some(block) = blocks.get(at) {
            let next = blocks.get(at + 1);
            at += 1;
            match (block, next) {
                (Block::Heading(words), _) => self.heading(words),
                // A note and a stamp beside each other share a row.
                (Block::Note(note, color), Some(Block::Stamp(stamp, other)))
                | (Block::Stamp(stamp, other), Some(Block::Note(note, color))) => {
                    self.cards(Some((note, *color)), Some((stamp, *other)));
                    at += 1;
                }
                (Block::Note(words, color), _) => self.cards(Some((words, *color)), None),
                (Block::Stamp(words, color), _) => self.cards(None, Some((words, *color))),
                (Block::LongNote(words), _) => self.long_note(words),
                (Block::Row(row), next) => {
                    self.row(row);
                    // Rows stand close.
                    if matches!(next, Some(Block::Row(_))) {
                        continue;
                    }
                }
            }
            self.blank();
        }
    }

    /// A section's name on a plate, and a rule.
    fn heading(&mut self, words: &str) {
        let (fill, ink) = self.colors.plate;
        let mut line = self.line();
        line.add(Style::new(ink, fill).bold(), &format!(" {} ", cut(words, WIDE - 8, "…")));
        line.ground_to(line.used() + 1);
        let rule = (LEFT + WIDE).saturating_sub(line.used());
        line.add(self.on_ground(self.colors.line), &"─".repeat(rule));
        self.push(line);
    }

    /// A note, a stamp, or both beside each other, with a row of their own colour above and below.
    fn cards(&mut self, note: Option<(&[String], TileColor)>, stamp: Option<(&[String], TileColor)>) {
        let set =
            |words: &[String], room: usize| words.iter().flat_map(|words| wrapped(words, room)).collect::<Vec<_>>();
        let note = note.map(|(words, color)| (set(words, NOTE - 4), self.colors.note(color)));
        let stamp = stamp.map(|(words, color)| (set(words, STAMP - 2), self.colors.stamp(color)));
        let rows = note.iter().chain(&stamp).map(|(lines, _)| lines.len()).max().unwrap_or(0) + 2;
        for row in 0..rows {
            let mut line = self.line();
            if let Some((lines, fill)) = &note {
                card_row(&mut line, row, rows, lines, *fill, NOTE);
            }
            if let Some((lines, fill)) = &stamp {
                // Alone, it stands at the left edge like everything else.
                if note.is_some() {
                    line.ground_to(LEFT + WIDE - STAMP);
                }
                stamp_row(&mut line, row, rows, lines, *fill);
            }
            self.push(line);
        }
    }

    /// A tile: number, title, dots, and where it leads or what is known about it.
    fn row(&mut self, row: &Row) {
        let colors = self.colors;
        let (words, soft) = (self.on_ground(colors.words), self.on_ground(colors.soft));
        let (right, style) = match (row.facts.is_empty(), row.address.is_empty()) {
            (false, _) => (row.facts.as_str(), soft),
            (true, false) => (row.address.as_str(), words),
            (true, true) => ("picture", soft),
        };
        let mut line = self.line();
        line.add(words.bold(), &row.number.to_string());
        line.ground_to(LEFT + 3);
        let end = LEFT + WIDE;
        // Dots and the spaces round them take five columns at least.
        let long = width(&row.title) + width(right) + 5 > end - line.used();
        let right = cut(right, if long { ADDRESS.min(width(right)) } else { WIDE }, "…");
        let title = cut(&row.title, end - line.used() - width(&right) - 5, "…");
        line.add_link(self.on_ground(colors.ink).bold(), &title, row.url.as_deref());
        line.ground_to(line.used() + 1);
        let dots = end.saturating_sub(line.used() + 1 + width(&right));
        line.add(self.on_ground(colors.line), &".".repeat(dots));
        line.ground_to(line.used() + 1);
        line.add(style, &right);
        self.push(line);
    }

    fn long_note(&mut self, words: &[String]) {
        let (bar, ink) = (self.on_ground(self.colors.words), self.on_ground(self.colors.ink));
        for text in words.iter().flat_map(|words| wrapped(words, WIDE - 3)) {
            let mut line = self.line();
            line.add(bar, "│");
            line.ground_to(LEFT + 3);
            line.add(ink, &text);
            self.push(line);
        }
    }

    fn more(&mut self, more: usize, page: &str) {
        let mut line = self.line();
        line.add(self.on_ground(self.colors.soft), &format!("and {more} more: "));
        let words = self.on_ground(self.colors.words);
        line.add_link(words, &cut(&shown_address(page), COLUMNS - LEFT - line.used(), "…"), Some(page));
        self.push(line);
        self.blank();
    }

    /// The address, and where the plain form is.
    fn foot(&mut self, addresses: Addresses<'_>) {
        let plain = format!("plain: {}", sanitized(addresses.plain));
        let address = shown_address(addresses.page);
        let words = self.on_ground(self.colors.words).bold();
        let mut line = self.line();
        line.add_link(words, &cut(&address, WIDE, "…"), Some(addresses.page));
        if line.used() + 2 + width(&plain) > LEFT + WIDE {
            self.push(std::mem::replace(&mut line, Line::indented(self.colors.ground)));
        }
        let plain = cut(&plain, WIDE, "…");
        line.ground_to(LEFT + WIDE - width(&plain));
        line.add(self.on_ground(self.colors.soft), &plain);
        self.push(line);
        self.blank();
    }
}

/// One row of a note's block: its words from the second row on, two columns in.
fn card_row(line: &mut Line, row: usize, rows: usize, words: &[String], (fill, ink): Fill, wide: usize) {
    let text = row.checked_sub(1).and_then(|at| words.get(at)).filter(|_| row + 1 < rows);
    let text = text.map(String::as_str).unwrap_or_default();
    let rest = wide.saturating_sub(2 + width(text));
    line.add(Style::new(ink, fill), &format!("  {text}{}", " ".repeat(rest)));
}

/// One row of a stamp's block: its words in the middle, both ways.
fn stamp_row(line: &mut Line, row: usize, rows: usize, words: &[String], (fill, ink): Fill) {
    let first = (rows - words.len().min(rows)) / 2;
    let text = row.checked_sub(first).and_then(|at| words.get(at)).map(String::as_str).unwrap_or_default();
    let free = STAMP.saturating_sub(width(text));
    let (before, after) = (free / 2, free - free / 2);
    line.add(Style::new(ink, fill).bold(), &format!("{}{text}{}", " ".repeat(before), " ".repeat(after)));
}
