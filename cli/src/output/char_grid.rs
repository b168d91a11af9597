//! A grid of characters to draw boxes on, each character with its style.

use unicode_width::{UnicodeWidthChar as _, UnicodeWidthStr as _};

use super::style::{Styler, TextStyle};

#[derive(Clone, Debug, Default)]
struct Cell {
    /// A character with its combining characters; empty after a wide character.
    text: String,
    style: TextStyle,
}

/// A rectangle, in characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rect {
    /// Columns from the left.
    pub x: usize,
    /// Lines from the top.
    pub y: usize,
    /// Columns.
    pub w: usize,
    /// Lines.
    pub h: usize,
}

/// A grid of characters.
#[derive(Debug)]
pub struct CharGrid {
    width: usize,
    lines: Vec<Vec<Cell>>,
}

impl CharGrid {
    /// An empty grid.
    pub fn new(width: usize, height: usize) -> Self {
        let line = vec![Cell { text: " ".to_owned(), style: TextStyle::Plain }; width];
        Self { width, lines: vec![line; height] }
    }

    /// Writes text; what exceeds the edge is cut off.
    pub fn write(&mut self, x: usize, y: usize, text: &str, style: TextStyle) {
        let mut at = x;
        for letter in text.chars() {
            let wide = letter.width().unwrap_or(0);
            if wide == 0 {
                if let Some(cell) = at.checked_sub(1).and_then(|index| self.cell(index, y)) {
                    cell.text.push(letter);
                }
                continue;
            }
            if at + wide > self.width {
                return;
            }
            for step in 0..wide {
                let text = if step == 0 { letter.to_string() } else { String::new() };
                if let Some(cell) = self.cell(at + step, y) {
                    *cell = Cell { text, style };
                }
            }
            at += wide;
        }
    }

    /// Draws an empty box with round corners, overwriting what was there.
    pub fn frame(&mut self, rect: Rect, style: TextStyle) {
        let (w, h) = (rect.w.max(2), rect.h.max(2));
        let line = "─".repeat(w - 2);
        self.write(rect.x, rect.y, &format!("╭{line}╮"), style);
        for y in 1..h - 1 {
            self.write(rect.x, rect.y + y, "│", style);
            self.write(rect.x + 1, rect.y + y, &" ".repeat(w - 2), TextStyle::Plain);
            self.write(rect.x + w - 1, rect.y + y, "│", style);
        }
        self.write(rect.x, rect.y + h - 1, &format!("╰{line}╯"), style);
    }

    fn cell(&mut self, x: usize, y: usize) -> Option<&mut Cell> {
        self.lines.get_mut(y).and_then(|line| line.get_mut(x))
    }

    /// The lines as text.
    pub fn print(&self, styler: &Styler) -> String {
        let mut out = String::new();
        for line in &self.lines {
            let mut text = String::new();
            let mut run = String::new();
            let mut style = TextStyle::Plain;
            for cell in line {
                if cell.style != style {
                    text.push_str(&styler.apply(style, &run));
                    run.clear();
                    style = cell.style;
                }
                run.push_str(&cell.text);
            }
            text.push_str(&styler.apply(style, &run));
            out.push_str(text.trim_end());
            out.push('\n');
        }
        out
    }
}

/// Text cut to a width, ending in … if anything was cut.
pub fn cut(text: &str, width: usize) -> String {
    if text.width() <= width {
        return text.to_owned();
    }
    let mut out = String::new();
    let mut used = 0;
    for letter in text.chars() {
        used += letter.width().unwrap_or(0);
        if used + 1 > width {
            break;
        }
        out.push(letter);
    }
    format!("{}…", out.trim_end())
}

/// Text padded to a width.
pub fn pad(text: &str, width: usize) -> String {
    let text = cut(text, width);
    let room = width.saturating_sub(text.width());
    format!("{text}{}", " ".repeat(room))
}

/// Text wrapped to a width, at most `most` lines; the last one is cut if more would follow.
pub fn wrap(text: &str, width: usize, most: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
        match lines.last_mut() {
            Some(line) if line.width() + 1 + word.width() <= width => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    if lines.len() > most {
        let rest = lines.split_off(most.saturating_sub(1)).join(" ");
        lines.push(rest);
    }
    lines.iter().map(|line| cut(line, width)).collect()
}
