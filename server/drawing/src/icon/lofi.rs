//! lofi: a window with the initial or the portrait, in whole pixels (docs/design/cards.md, 7).

use mantel_model::HexColor;

use super::{Frame, IconSize};
use crate::Pixels;
use crate::art::Art;
use crate::drawer::DrawError;
use crate::look::{self, lofi::Tones};
use crate::photo::{Photo, byte, dither};
use crate::svg::words_with;
use crate::text::faces;
use crate::tints::{mix, readable};

/// Shades of a portrait, and the strength of its dither.
const SHADES: (u8, f32) = (9, 0.35);
/// Rows of the title bar, with the border above it and the line below.
const BAR: u32 = 7;
/// Where on the plate the sky is taken from: left, and rows of three pixels above the hills.
const SKY: (u32, u32) = (480, 140);
/// Pixels of the font in an em.
const EM: f64 = 14.0;
/// The page's pictures in pixels, among them the globe.
const PICTURES: &str = include_str!("../../../../public/draw/lofi.py");

/// A window on a grid: left, top, width, height, with its borders.
type Window = [u32; 4];

/// A picture of few pixels.
struct Grid {
    wide: u32,
    cells: Vec<[u8; 4]>,
}

impl Grid {
    fn fill(&mut self, [x, y, width, height]: Window, color: HexColor) {
        for (column, row) in (y..y + height).flat_map(|row| (x..x + width).map(move |column| (column, row))) {
            self.put(column, row, color);
        }
    }

    fn put(&mut self, x: u32, y: u32, color: HexColor) {
        let [r, g, b] = color.bytes();
        if x < self.wide
            && let Some(cell) = self.cells.get_mut(place(x, y, self.wide))
        {
            *cell = [r, g, b, u8::MAX];
        }
    }
}

fn place(x: u32, y: u32, wide: u32) -> usize {
    usize::try_from(u64::from(y) * u64::from(wide) + u64::from(x)).unwrap_or(usize::MAX)
}

/// Pixels of a cell, how many cells a side has, and the window on them.
const fn layout(size: IconSize) -> (u32, u32, Window) {
    match size {
        IconSize::Small => (1, 32, [0, 2, 31, 28]),
        IconSize::Tab => (2, 32, [0, 2, 31, 28]),
        IconSize::Touch => (5, 36, [4, 4, 27, 28]),
        // The middle circle of 80% holds the window.
        IconSize::App192 => (4, 48, [10, 10, 27, 28]),
        IconSize::App512 => (10, 52, [12, 12, 27, 28]),
    }
}

pub(super) fn draw(frame: &Frame<'_>) -> Result<Pixels, DrawError> {
    let tones = Tones::of(frame.sheet.tints);
    let (cell, wide, window) = layout(frame.size);
    let mut grid = Grid { wide, cells: vec![[0; 4]; place(0, wide, wide)] };
    if frame.size.opaque() {
        sky(&mut grid, frame)?;
    }
    frame_of(&mut grid, frame, &tones, window);
    let inside = [window[0] + 1, window[1] + BAR, window[2] - 2, window[3] - BAR - 1];
    if !portrait(&mut grid, frame, &tones, inside) && !letter(&mut grid, frame, &tones, inside)? {
        globe(&mut grid, &tones, inside);
    }
    let side = frame.size.side();
    // Cells that the side cuts off lie in the sky.
    let off = (cell * wide - side) / 2;
    let pixels = Pixels::from_fn(side, side, |x, y| {
        grid.cells.get(place((x + off) / cell, (y + off) / cell, wide)).copied().unwrap_or_default()
    });
    pixels.ok_or_else(|| DrawError::Svg("no room".to_owned()))
}

/// The dithered sky of the page, fewer rows of it, each in the pattern of its own row.
fn sky(grid: &mut Grid, frame: &Frame<'_>) -> Result<(), DrawError> {
    let mut plate = Pixels::clear(SKY.0 + 3 * grid.wide, 3 * SKY.1)?;
    plate.draw(&look::plate(frame.sheet.tints))?;
    for y in 0..grid.wide {
        let row = y * (SKY.1 - 4) / grid.wide / 4 * 4 + y % 4;
        for x in 0..grid.wide {
            let [r, g, b, _] = plate.at(SKY.0 + 3 * x + 1, 3 * row + 1);
            grid.put(x, y, HexColor::rgb(r, g, b));
        }
    }
    Ok(())
}

/// Shadow, border, title bar with close box and pinstripes.
fn frame_of(grid: &mut Grid, frame: &Frame<'_>, tones: &Tones, [x, y, width, height]: Window) {
    if frame.bold() {
        grid.fill([x + 1, y + 1, width, height], mix(tones.edge, tones.lo, 0.55));
    } else {
        grid.fill([x + 2, y + 2, width, height], mix(tones.edge, frame.sheet.tints.bg, 0.78));
    }
    grid.fill([x, y, width, height], tones.edge);
    grid.fill([x + 1, y + 1, width - 2, 5], tones.bar);
    grid.fill([x + 1, y + BAR, width - 2, height - BAR - 1], tones.surface);
    grid.fill([x + 2, y + 2, 3, 3], tones.edge);
    grid.fill([x + 3, y + 3, 1, 1], tones.close);
    for stripe in [2, 4] {
        grid.fill([x + 7, y + stripe, width - 9, 1], tones.lo);
    }
}

/// The avatar, a pixel a cell.
fn portrait(grid: &mut Grid, frame: &Frame<'_>, tones: &Tones, [x, y, width, height]: Window) -> bool {
    let Some((picture, crop)) = frame.sheet.avatar() else { return false };
    let mut photo = Photo::covering(picture, crop, width, height, tones.bar.bytes());
    dither::ordered(&mut photo, SHADES.0, SHADES.1);
    let cells = (0..height).flat_map(|row| (0..width).map(move |column| (column, row)));
    for ((column, row), pixel) in cells.zip(&photo.pixels) {
        let [r, g, b] = pixel.map(byte);
        grid.put(x + column, y + row, HexColor::rgb(r, g, b));
    }
    true
}

/// The monogram without smoothing: a pixel of the font takes two by two cells, or one if it is too wide for that.
fn letter(grid: &mut Grid, frame: &Frame<'_>, tones: &Tones, [x, y, width, height]: Window) -> Result<bool, DrawError> {
    let (wide, tall) = (f64::from(width), f64::from(height));
    let fits = |each: f64| {
        let size = EM * each;
        let line = frame.monogram(&faces::PIXELIFY_600, size, wide, tall)?;
        // Smaller, its pixels would not lie on the grid; letters of another face have none.
        let [left, top, right, bottom] = line.ink;
        let whole = frame.monogram(&faces::PIXELIFY_600, size, f64::INFINITY, f64::INFINITY)?.ink;
        (whole == [left, top, right, bottom]).then_some(line)
    };
    let line = fits(2.0).or_else(|| fits(1.0)).or_else(|| frame.monogram(&faces::PIXELIFY_600, tall, wide, tall));
    let Some(line) = line else { return Ok(false) };
    let [left, top, right, bottom] = line.ink;
    let dx = ((wide - (right - left)) / 2.0).round() - left;
    let dy = ((tall - (bottom - top)) / 2.0).round() - top;
    let mut art = Art::new();
    art.add(words_with(&line, dx, dy, "fill=\"#000\" shape-rendering=\"crispEdges\""));
    let mut drawn = Pixels::clear(width, height)?;
    drawn.draw(&art)?;
    let ink = readable(tones.surface, &[tones.accent, frame.sheet.tints.accent_text]);
    let mut found = false;
    for (column, row) in (0..height).flat_map(|row| (0..width).map(move |column| (column, row))) {
        let [.., opacity] = drawn.at(column, row);
        if opacity >= 128 {
            grid.put(x + column, y + row, ink);
            found = true;
        }
    }
    Ok(found)
}

/// The look's own mark: the globe of its dialogs.
fn globe(grid: &mut Grid, tones: &Tones, [x, y, width, height]: Window) {
    let Some((_, rest)) = PICTURES.split_once("\"globe\": \"\"\"\n") else { return };
    let rows: Vec<&str> = rest.split("\"\"\"").next().unwrap_or_default().lines().collect();
    let (wide, tall) = (18, u32::try_from(rows.len()).unwrap_or(0));
    let (left, top) = (x + width.saturating_sub(wide) / 2, y + height.saturating_sub(tall) / 2);
    let land = mix(tones.accent, tones.surface, 0.72);
    for (row, marks) in (0..height).zip(rows) {
        for (column, mark) in (0..wide).zip(marks.bytes()) {
            let color = match mark {
                b'#' => tones.ink,
                b'b' => mix(tones.accent, tones.surface, 0.24),
                b'B' => mix(tones.accent, tones.surface, 0.4),
                b'g' => land,
                b'G' => tones.accent,
                _ => continue,
            };
            grid.put(left + column, top + row, color);
        }
    }
}
