//! Draws tiles as boxes in the layout of the page: a grid, a list, or a canvas to scale.

use std::collections::HashMap;

use mantel_model::facts::Facts;
use mantel_model::layout::{bento, canvas, list_order};
use mantel_model::theme::Layout;
use mantel_model::tile::Kind;
use mantel_model::{Draft, Tile, TileId};
use unicode_width::UnicodeWidthStr as _;

use super::char_grid::{CharGrid, Rect, cut, wrap};
use super::style::{Styler, TextStyle};
use super::tile::{detail, frame_style, line, title};

/// Lines per grid cell.
const CELL: usize = 5;
/// Columns needed by four boxes that each show an id.
const FOUR: usize = 76;

type AllFacts = HashMap<TileId, Facts>;

/// The tiles of a page.
pub fn tiles(draft: &Draft, facts: &AllFacts, width: usize, styler: &Styler) -> String {
    match draft.theme.layout {
        Layout::Bento => grid(draft, facts, width, styler),
        Layout::List => list(draft, facts, width, styler),
        Layout::Canvas => on_canvas(draft, facts, width, styler),
    }
}

fn grid(draft: &Draft, facts: &AllFacts, width: usize, styler: &Styler) -> String {
    let columns: usize = if width >= FOUR { 4 } else { 2 };
    let side = width / columns;
    let mut out = String::new();
    for section in bento::sections(&draft.tiles, if columns == 4 { 4 } else { 2 }) {
        if let Some(heading) = section.heading.and_then(|at| draft.tiles.get(at)) {
            if !out.is_empty() {
                out.push('\n');
            }
            out.push_str(&self::heading(heading, side * columns, styler));
        }
        let mut chars = CharGrid::new(side * columns, section.rows as usize * CELL);
        for (at, cells) in &section.tiles {
            let Some(tile) = draft.tiles.get(*at) else { continue };
            let rect = Rect {
                x: cells.column as usize * side,
                y: cells.row as usize * CELL,
                w: cells.columns as usize * side,
                h: cells.rows as usize * CELL,
            };
            boxed(&mut chars, rect, tile, facts.get(&tile.id));
        }
        out.push_str(&chars.print(styler));
    }
    out
}

/// `── Elsewhere ──────────── t_k3v7q2mzab4c ──`
fn heading(tile: &Tile, width: usize, styler: &Styler) -> String {
    let id = tile.id.as_str();
    let words = cut(&title(tile, None), width.saturating_sub(id.len() + 10));
    let line = width.saturating_sub(words.width() + id.len() + 8);
    let (start, rest) = (styler.dim("──"), styler.dim(&format!("{} {id} ──", "─".repeat(line))));
    format!("{start} {} {rest}\n", styler.bold(&words))
}

/// Draws a tile as a box: its type at the top, its id at the bottom, its text inside.
fn boxed(chars: &mut CharGrid, rect: Rect, tile: &Tile, facts: Option<&Facts>) {
    let style = frame_style(tile);
    chars.frame(rect, style);
    let inner = rect.w.saturating_sub(4);
    let fits = |text: &str| rect.w >= text.width() + 5;
    let name = tile.kind.name().as_str();
    if fits(name) {
        chars.write(rect.x + 2, rect.y, &format!(" {name} "), TextStyle::Dim);
    }
    if fits(tile.id.as_str()) {
        chars.write(rect.x + 2, rect.y + rect.h - 1, &format!(" {} ", tile.id), TextStyle::Dim);
    }
    let room = rect.h.saturating_sub(2);
    let title = title(tile, facts);
    let detail = detail(tile, &title);
    let most = if detail.is_empty() || room < 2 { room } else { room - 1 };
    let mut at = rect.y + 1;
    for words in wrap(&title, inner, most) {
        chars.write(rect.x + 2, at, &words, TextStyle::Bold);
        at += 1;
    }
    if at < rect.y + 1 + room {
        chars.write(rect.x + 2, at, &cut(&detail, inner), TextStyle::Dim);
    }
}

fn list(draft: &Draft, facts: &AllFacts, width: usize, styler: &Styler) -> String {
    let rows = list_order(&draft.tiles).into_iter().filter_map(|at| draft.tiles.get(at));
    rows.map(|tile| match tile.kind {
        Kind::Heading(_) => format!("\n{}", heading(tile, width, styler)),
        _ => format!("{}\n", line(tile, facts.get(&tile.id), width, styler)),
    })
    .collect::<String>()
    .trim_start_matches('\n')
    .to_owned()
}

/// Maximum lines of a canvas drawing, so that a tile far down does not add a thousand empty ones.
const TALLEST: f64 = 400.0;

fn on_canvas(draft: &Draft, facts: &AllFacts, width: usize, styler: &Styler) -> String {
    let mut places = canvas::places(&draft.tiles);
    let left = places.iter().map(|place| place.x).fold(0.0, f64::min);
    let right = places.iter().map(|place| place.x + place.w).fold(1200.0, f64::max);
    let across = cast(width) / (right - left);
    // A character is about twice as tall as it is wide.
    let down = across / 2.0;
    let height = canvas::height(&places) * down;
    if height > TALLEST {
        return list(draft, facts, width, styler);
    }
    let mut chars = CharGrid::new(width, rounded(height) + 2);
    places.sort_by(|a, b| a.z.total_cmp(&b.z).then(a.index.cmp(&b.index)));
    for place in places {
        let Some(tile) = draft.tiles.get(place.index) else { continue };
        let (x, y) = (rounded((place.x - left) * across), rounded(place.y * down));
        let (w, h) = (rounded(place.w * across).max(4), rounded(place.h * down).max(3));
        boxed(&mut chars, Rect { x, y, w, h }, tile, facts.get(&tile.id));
    }
    chars.print(styler).trim_end().to_owned() + "\n"
}

#[expect(clippy::cast_precision_loss, reason = "a width of a terminal")]
const fn cast(columns: usize) -> f64 {
    columns as f64
}

#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "rounded, not negative, and small")]
fn rounded(value: f64) -> usize {
    value.max(0.0).round() as usize
}
