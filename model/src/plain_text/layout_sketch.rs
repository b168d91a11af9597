//! A page's layout drawn in text, for agents that cannot see it (`get_page`).
//!
//! The grid as packed by its renderer, the canvas as coordinates, the list as lines. Numbers are indexes in `tiles`.

use crate::edit::display_name;
use crate::layout::bento::{self, Section};
use crate::layout::canvas::{self, Placed};
use crate::layout::{in_social_group, list_order};
use crate::page::Draft;
use crate::theme::Layout;
use crate::tile::{Kind, Tile};

/// Columns of the wide grid.
const COLUMNS: u32 = 4;
/// Characters across a cell, its left edge included.
const WIDE: usize = 17;
/// Lines down a cell, its top edge included.
const HIGH: usize = 3;

/// The drawing. An empty page is one line that says so.
pub fn sketch(page: &Draft) -> String {
    let layout = page.theme.layout;
    let on_canvas = layout == Layout::Canvas;
    let mut out = String::new();
    let socials: Vec<String> =
        numbered(page).filter(|(_, tile)| in_social_group(tile, on_canvas)).map(|(at, tile)| name(at, tile)).collect();
    if !socials.is_empty() {
        out.push_str(&format!("Under the name: {}\n", socials.join(", ")));
    }
    match layout {
        Layout::Bento => out.extend(bento::sections(&page.tiles, COLUMNS).iter().map(|part| section(page, part))),
        Layout::List => out.extend(list_order(&page.tiles).into_iter().map(|at| row(page, at))),
        Layout::Canvas => out.extend(canvas::places(&page.tiles).iter().map(|place| placed(page, place))),
    }
    if out.is_empty() { "Nothing on the page yet.\n".to_owned() } else { out }
}

fn numbered(page: &Draft) -> impl Iterator<Item = (usize, &Tile)> {
    page.tiles.iter().enumerate()
}

/// "3 link Print shop".
fn name(at: usize, tile: &Tile) -> String {
    format!("{at} {} {}", tile.kind.name(), display_name(tile))
}

fn row(page: &Draft, at: usize) -> String {
    let Some(tile) = page.tiles.get(at) else { return String::new() };
    if matches!(tile.kind, Kind::Heading(_)) {
        format!("\n== {} ==\n", name(at, tile))
    } else {
        format!("{}\n", name(at, tile))
    }
}

fn placed(page: &Draft, it: &Placed) -> String {
    let Some(tile) = page.tiles.get(it.index) else { return String::new() };
    let how = if tile.pos.is_some() { "placed" } else { "automatic" };
    let turn = it.r.filter(|r| *r != 0.0).map(|degrees| format!(", turned {degrees}°")).unwrap_or_default();
    format!("{}: x {} y {}, {} x {}{turn}, {how}\n", name(it.index, tile), it.x, it.y, it.w, it.h)
}

fn section(page: &Draft, section: &Section) -> String {
    let mut out = section.heading.map(|at| row(page, at)).unwrap_or_default();
    if section.tiles.is_empty() {
        return out;
    }
    let mut paper = Paper::new(COLUMNS as usize * WIDE + 1, section.rows as usize * HIGH + 1);
    for (at, cells) in &section.tiles {
        let Some(tile) = page.tiles.get(*at) else { continue };
        let (left, top) = (cells.column as usize * WIDE, cells.row as usize * HIGH);
        let (right, bottom) = (left + cells.columns as usize * WIDE, top + cells.rows as usize * HIGH);
        paper.frame(left, top, right, bottom);
        paper.write(left + 2, top + 1, right - 1, &format!("{at} {}", tile.kind.name()));
        paper.write(left + 2, top + 2, right - 1, &display_name(tile));
    }
    out.push_str(&paper.text());
    out
}

/// A grid of characters.
struct Paper {
    lines: Vec<Vec<char>>,
}

impl Paper {
    fn new(wide: usize, high: usize) -> Self {
        Self { lines: vec![vec![' '; wide]; high] }
    }

    fn set(&mut self, x: usize, y: usize, letter: char) {
        if let Some(spot) = self.lines.get_mut(y).and_then(|line| line.get_mut(x)) {
            *spot = letter;
        }
    }

    fn frame(&mut self, left: usize, top: usize, right: usize, bottom: usize) {
        for x in left..=right {
            self.set(x, top, '-');
            self.set(x, bottom, '-');
        }
        for y in top..=bottom {
            self.set(left, y, '|');
            self.set(right, y, '|');
        }
        for (x, y) in [(left, top), (right, top), (left, bottom), (right, bottom)] {
            self.set(x, y, '+');
        }
    }

    /// Writes text from `x` up to before `end`, cut with an ellipsis.
    fn write(&mut self, x: usize, y: usize, end: usize, words: &str) {
        let room = end.saturating_sub(x);
        let long = words.chars().count() > room;
        for (at, letter) in words.chars().take(if long { room.saturating_sub(1) } else { room }).enumerate() {
            self.set(x + at, y, letter);
        }
        if long {
            self.set(end.saturating_sub(1), y, '…');
        }
    }

    fn text(&self) -> String {
        let line = |letters: &Vec<char>| format!("{}\n", letters.iter().collect::<String>().trim_end());
        self.lines.iter().map(line).collect()
    }
}
