//! One line of the colour form: runs of text in colour, hyperlinks, and the ground to the last column.

use std::fmt::Write as _;

use super::columns::{cut, link_target, width};
use super::{COLUMNS, LEFT};
use crate::color::HexColor;

/// How text is set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Style {
    /// Colour of the letters.
    pub ink: HexColor,
    /// Colour behind them.
    pub ground: HexColor,
    /// Whether they are bold.
    pub bold: bool,
}

impl Style {
    /// Regular text.
    pub const fn new(ink: HexColor, ground: HexColor) -> Self {
        Self { ink, ground, bold: false }
    }

    /// The same in bold.
    pub const fn bold(self) -> Self {
        Self { bold: true, ..self }
    }
}

/// A line being written. Codes are written only where something changes.
pub struct Line {
    text: String,
    used: usize,
    page: HexColor,
    ink: Option<HexColor>,
    ground: Option<HexColor>,
    bold: bool,
}

impl Line {
    /// An empty line on the page's ground.
    pub const fn new(page: HexColor) -> Self {
        Self { text: String::new(), used: 0, page, ink: None, ground: None, bold: false }
    }

    /// A line whose text begins in the first column of text.
    pub fn indented(page: HexColor) -> Self {
        let mut line = Self::new(page);
        line.ground_to(LEFT);
        line
    }

    /// Columns written so far.
    pub const fn used(&self) -> usize {
        self.used
    }

    /// Adds text; what exceeds the line is cut.
    pub fn add(&mut self, style: Style, text: &str) {
        let text = cut(text, COLUMNS.saturating_sub(self.used), "…");
        if text.is_empty() {
            return;
        }
        // Spaces have no ink.
        let only_spaces = text.bytes().all(|byte| byte == b' ');
        let mut codes = Vec::new();
        if style.bold != self.bold && !only_spaces {
            codes.push(if style.bold { "1".to_owned() } else { "22".to_owned() });
            self.bold = style.bold;
        }
        if self.ink != Some(style.ink) && !only_spaces {
            let [r, g, b] = style.ink.bytes();
            codes.push(format!("38;2;{r};{g};{b}"));
            self.ink = Some(style.ink);
        }
        if self.ground != Some(style.ground) {
            let [r, g, b] = style.ground.bytes();
            codes.push(format!("48;2;{r};{g};{b}"));
            self.ground = Some(style.ground);
        }
        if !codes.is_empty() {
            // Writing to a string can't fail.
            let _ = write!(self.text, "\u{1b}[{}m", codes.join(";"));
        }
        self.used += width(&text);
        self.text.push_str(&text);
    }

    /// Adds text that leads to an address (OSC 8).
    pub fn add_link(&mut self, style: Style, text: &str, url: Option<&str>) {
        let target = url.and_then(link_target);
        if let Some(target) = &target {
            let _ = write!(self.text, "\u{1b}]8;;{target}\u{1b}\\");
        }
        self.add(style, text);
        if target.is_some() {
            self.text.push_str("\u{1b}]8;;\u{1b}\\");
        }
    }

    /// The page's ground up to a column.
    pub fn ground_to(&mut self, column: usize) {
        let gap = column.min(COLUMNS).saturating_sub(self.used);
        self.add(Style::new(self.page, self.page), &" ".repeat(gap));
    }

    /// The line with the ground to its last column, all styles ended, and its break.
    pub fn end(mut self) -> String {
        self.ground_to(COLUMNS);
        self.text.push_str("\u{1b}[0m\n");
        self.text
    }
}
