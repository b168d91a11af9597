//! How the looks draw modules and eyes (`docs/design/cards.md`, 6, the first table).

use std::fmt::Write as _;

use super::Code;
use super::outline::polygons;
use crate::look::rough::Outline;

/// The shape of modules.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Modules {
    /// Horizontal runs as brush strokes.
    Strokes,
    /// Separate squares.
    Separate,
    /// Joined squares, cut by hand if pushed (pixels).
    Joined(f64),
    /// Dots.
    Dots,
}

/// The corners of eyes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Eyes {
    /// Rounded by so many modules.
    Round(f64),
    /// Cut by so many modules.
    Cut(f64),
}

/// Where a code lies: its upper left module and the side of a module, pixels.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Position {
    pub x: f64,
    pub y: f64,
    pub module: f64,
}

impl Position {
    /// A code that with its quiet zone is as wide as the design's, of 29 modules in `side` pixels at `x` and `y`, is.
    pub(super) fn of(code: &Code, x: f64, y: f64, side: f64) -> Self {
        let whole = side * 37.0 / 29.0;
        let modules = f64::from(u32::try_from(code.width() + 2 * super::QUIET).unwrap_or(u32::MAX));
        let module = whole / modules;
        let quiet = 4.0 * (module - side / 29.0);
        Self { x: x + quiet, y: y + quiet, module }
    }

    /// The same on whole pixels.
    pub(super) fn whole(self, code: &Code) -> Self {
        let module = self.module.floor().max(1.0);
        let left = (self.module - module) * width(code) / 2.0;
        Self { x: (self.x + left).round(), y: (self.y + left).round(), module }
    }
}

/// Modules on a side.
fn width(code: &Code) -> f64 {
    f64::from(u32::try_from(code.width()).unwrap_or(u32::MAX))
}

fn float(at: usize) -> f64 {
    f64::from(u32::try_from(at).unwrap_or(u32::MAX))
}

/// All dark modules but the middles of the eyes, as path data.
pub(super) fn modules(code: &Code, place: Position, shape: Modules, eyes: Eyes) -> String {
    let Position { x, y, module } = place;
    let count = code.width();
    let dark = |column: usize, row: usize| code.dark(column, row) && !code.eye(column, row);
    let at = |column: usize, row: usize| (x + float(column) * module, y + float(row) * module);
    let mut out = String::new();
    match shape {
        Modules::Joined(push) => {
            for corners in polygons(count, dark) {
                let points: Vec<_> = corners.iter().map(|(column, row)| at(*column, *row)).collect();
                if push > 0.0 {
                    out += &Outline::polygon(&points).pushed(push, (0.05, 0.05), 2, 6).path();
                } else {
                    out += &polygon(&points);
                }
            }
        }
        Modules::Strokes => {
            for row in 0..count {
                let mut column = 0;
                while column < count {
                    let start = column;
                    while column < count && dark(column, row) {
                        column += 1;
                    }
                    if column > start {
                        let (left, top) = at(start, row);
                        let gap = module * 0.04;
                        let long = float(column - start) * module - 2.0 * gap;
                        let tall = module - 2.0 * gap;
                        let points = capsule(left + gap, top + gap, long, tall);
                        out += &Outline::polygon(&points).pushed(3.2, (0.05, 0.05), 2, 6).path();
                    }
                    column += 1;
                }
            }
        }
        Modules::Separate | Modules::Dots => {
            for (row, column) in (0..count).flat_map(|row| (0..count).map(move |column| (row, column))) {
                if dark(column, row) {
                    let (left, top) = at(column, row);
                    let gap = module * if shape == Modules::Dots { 0.03 } else { 0.06 };
                    let side = module - 2.0 * gap;
                    let radius = if shape == Modules::Dots { side / 2.0 } else { 0.0 };
                    out += &round(left + gap, top + gap, side, radius, false);
                }
            }
        }
    }
    for (column, row) in code.eyes() {
        let (left, top) = at(column, row);
        out += &eye(left, top, 7.0 * module, module, eyes, false);
        out += &eye(left + module, top + module, 5.0 * module, module, less(eyes), true);
    }
    out
}

/// The middles of the eyes, as path data.
pub(super) fn middles(code: &Code, place: Position, eyes: Eyes) -> String {
    let inner = match eyes {
        Eyes::Round(by) => Eyes::Round((by * 0.55).min(1.3)),
        Eyes::Cut(by) => Eyes::Cut(by * 0.45),
    };
    let middle = |(column, row): (usize, usize)| {
        let (left, top) = (place.x + float(column + 2) * place.module, place.y + float(row + 2) * place.module);
        eye(left, top, 3.0 * place.module, place.module, inner, false)
    };
    code.eyes().map(middle).concat()
}

const fn less(eyes: Eyes) -> Eyes {
    match eyes {
        Eyes::Round(by) => Eyes::Round((by - 0.9).max(0.0)),
        Eyes::Cut(by) => Eyes::Cut((by - 0.6).max(0.0)),
    }
}

fn eye(x: f64, y: f64, side: f64, module: f64, eyes: Eyes, hole: bool) -> String {
    match eyes {
        Eyes::Round(by) => round(x, y, side, by * module, hole),
        Eyes::Cut(by) => {
            let (cut, far) = (by * module, side);
            let mut points = vec![
                (x + cut, y),
                (x + far, y),
                (x + far, y + far - cut),
                (x + far - cut, y + far),
                (x, y + far),
                (x, y + cut),
            ];
            if hole {
                points.reverse();
            }
            polygon(&points)
        }
    }
}

/// A polygon of corners.
pub(super) fn polygon(points: &[(f64, f64)]) -> String {
    let mut out = String::new();
    for (at, (x, y)) in points.iter().enumerate() {
        let _ = write!(out, "{}{x:.2} {y:.2}", if at == 0 { 'M' } else { 'L' });
    }
    out + "Z"
}

/// A square with round corners; a hole winds the other way.
fn round(x: f64, y: f64, side: f64, radius: f64, hole: bool) -> String {
    boxed([x, y, side, side], radius, hole)
}

/// A rectangle (left, top, width, height) with round corners.
pub(super) fn boxed([x, y, width, height]: [f64; 4], radius: f64, hole: bool) -> String {
    // The handles of a quarter of a circle.
    const HANDLE: f64 = 0.552_285;
    let r = radius.min(width / 2.0).min(height / 2.0);
    let (right, foot) = (x + width, y + height);
    if r <= 0.0 {
        let mut points = vec![(x, y), (right, y), (right, foot), (x, foot)];
        if hole {
            points.reverse();
        }
        return polygon(&points);
    }
    let h = r * (1.0 - HANDLE);
    // Each corner: where its curve begins, its handles, where it ends.
    let mut corners = [
        [(x, y + r), (x, y + h), (x + h, y), (x + r, y)],
        [(right - r, y), (right - h, y), (right, y + h), (right, y + r)],
        [(right, foot - r), (right, foot - h), (right - h, foot), (right - r, foot)],
        [(x + r, foot), (x + h, foot), (x, foot - h), (x, foot - r)],
    ];
    if hole {
        corners.reverse();
        for corner in &mut corners {
            corner.reverse();
        }
    }
    let mut out = String::new();
    for (at, [a, b, c, d]) in corners.iter().enumerate() {
        let _ = write!(
            out,
            "{}{:.2} {:.2}C{:.2} {:.2} {:.2} {:.2} {:.2} {:.2}",
            if at == 0 { 'M' } else { 'L' },
            a.0,
            a.1,
            b.0,
            b.1,
            c.0,
            c.1,
            d.0,
            d.1
        );
    }
    out + "Z"
}

/// A bar with half-round ends, as corners.
fn capsule(x: f64, y: f64, long: f64, tall: f64) -> Vec<(f64, f64)> {
    let r = tall / 2.0;
    let end = |middle: f64, from: f64| {
        (0..=8).map(move |step: i32| {
            let (sin, cos) = (from + f64::from(step) * 22.5).to_radians().sin_cos();
            (middle + r * cos, y + r + r * sin)
        })
    };
    end(x + long - r, -90.0).chain(end(x + r, 90.0)).collect()
}
