//! Outlines of letters as SVG path data.

use std::fmt::Write as _;

use harfrust::font::glyph::outline::PathSink;

/// A line of words as an outline: origin on the baseline at its left end, pixels.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Line {
    /// Path data for `d`, empty for a line of spaces.
    pub path: String,
    /// How far the pen went, with letter spacing, pixels.
    pub width: f64,
    /// What the ink covers: left, top, right, bottom; top is negative above the baseline.
    pub ink: [f64; 4],
    /// How many glyphs were drawn.
    pub glyphs: usize,
    /// Its letters, as far as they were covered.
    pub text: String,
}

/// Writes path data, scaled and moved.
#[derive(Debug)]
pub struct Pen {
    path: String,
    at: (f64, f64),
    scale: f64,
    ink: [f64; 4],
}

impl Default for Pen {
    fn default() -> Self {
        Self {
            path: String::new(),
            at: (0.0, 0.0),
            scale: 1.0,
            ink: [f64::INFINITY, f64::INFINITY, f64::NEG_INFINITY, f64::NEG_INFINITY],
        }
    }
}

impl Pen {
    /// Sets the place and scale of the next glyph; y points down.
    pub const fn place(&mut self, x: f64, y: f64, scale: f64) {
        self.at = (x, y);
        self.scale = scale;
    }

    /// The path data, and what its ink covers.
    pub fn done(self) -> (String, [f64; 4]) {
        let ink = if self.path.is_empty() { [0.0; 4] } else { self.ink };
        (self.path, ink)
    }

    fn point(&mut self, x: f32, y: f32) {
        let x = self.at.0 + f64::from(x) * self.scale;
        let y = self.at.1 - f64::from(y) * self.scale;
        self.ink = [self.ink[0].min(x), self.ink[1].min(y), self.ink[2].max(x), self.ink[3].max(y)];
        // Hundredths of a pixel; writing to a string never fails.
        let _ = write!(self.path, "{:.2} {:.2} ", x, y);
    }
}

impl PathSink for Pen {
    fn move_to(&mut self, x: f32, y: f32) {
        self.path.push('M');
        self.point(x, y);
    }

    fn line_to(&mut self, x: f32, y: f32) {
        self.path.push('L');
        self.point(x, y);
    }

    fn quad_to(&mut self, cx0: f32, cy0: f32, x: f32, y: f32) {
        self.path.push('Q');
        self.point(cx0, cy0);
        self.point(x, y);
    }

    fn curve_to(&mut self, cx0: f32, cy0: f32, cx1: f32, cy1: f32, x: f32, y: f32) {
        self.path.push('C');
        self.point(cx0, cy0);
        self.point(cx1, cy1);
        self.point(x, y);
    }

    fn close(&mut self) {
        self.path.push('Z');
    }
}
