//! A picture of few pixels, and its rows of half blocks.

use super::super::colors::mix;
use super::super::line::{Line, Style};
use crate::color::HexColor;

/// A picture.
pub struct Canvas {
    wide: usize,
    pixels: Vec<HexColor>,
    ground: HexColor,
}

impl Canvas {
    /// A picture of one colour; its height is even.
    pub fn new(wide: usize, high: usize, color: HexColor) -> Self {
        Self { wide, pixels: vec![color; wide * high], ground: color }
    }

    fn at(&self, x: usize, y: usize) -> Option<usize> {
        (x < self.wide).then(|| y * self.wide + x).filter(|at| *at < self.pixels.len())
    }

    /// The colour of a pixel; the ground outside the picture.
    pub fn get(&self, x: usize, y: usize) -> HexColor {
        self.at(x, y).and_then(|at| self.pixels.get(at)).copied().unwrap_or(self.ground)
    }

    /// Sets a pixel; nothing outside the picture.
    pub fn set(&mut self, x: usize, y: usize, color: HexColor) {
        if let Some(pixel) = self.at(x, y).and_then(|at| self.pixels.get_mut(at)) {
            *pixel = color;
        }
    }

    /// Sets a pixel `up` above `y`.
    pub fn set_from(&mut self, x: usize, y: usize, up: usize, color: HexColor) {
        if let Some(y) = y.checked_sub(up) {
            self.set(x, y, color);
        }
    }

    /// Lays a share of a colour over a pixel.
    pub fn blend(&mut self, x: usize, y: usize, color: HexColor, share: f64) {
        if share > 0.0 {
            self.set(x, y, mix(self.get(x, y), color, share));
        }
    }

    /// Fills a rectangle.
    pub fn rect(&mut self, left: usize, top: usize, wide: usize, high: usize, color: HexColor) {
        for (x, y) in (top..top + high).flat_map(|y| (left..left + wide).map(move |x| (x, y))) {
            self.set(x, y, color);
        }
    }

    /// Sets every pixel by its place.
    pub fn fill(&mut self, color: impl Fn(usize, usize) -> HexColor) {
        for y in 0..self.high() {
            for x in 0..self.wide {
                self.set(x, y, color(x, y));
            }
        }
    }

    /// Lays a colour over every pixel by the share that `cover` gives for points of the plane: four by four of them to a
    /// pixel, so that edges are smooth.
    pub fn paint(&mut self, color: HexColor, cover: impl Fn(f64, f64) -> f64) {
        self.paint_with(|_, _| color, cover);
    }

    /// The same with a colour for each pixel.
    pub fn paint_with(&mut self, color: impl Fn(usize, usize) -> HexColor, cover: impl Fn(f64, f64) -> f64) {
        const STEPS: [f64; 4] = [0.125, 0.375, 0.625, 0.875];
        for y in 0..self.high() {
            for x in 0..self.wide {
                let points = STEPS.iter().flat_map(|dy| STEPS.iter().map(move |dx| (float(x) + dx, float(y) + dy)));
                let share = points.map(|(px, py)| cover(px, py)).sum::<f64>() / 16.0;
                self.blend(x, y, color(x, y), share);
            }
        }
    }

    /// Pixels down.
    pub fn high(&self) -> usize {
        self.pixels.len().checked_div(self.wide).unwrap_or(0)
    }

    /// The picture as lines of text: each row of characters is two rows of pixels, the upper in the colour of the half
    /// block, the lower behind it.
    pub fn rows(&self) -> String {
        let mut out = String::new();
        for y in (0..self.high()).step_by(2) {
            let mut line = Line::new(self.ground);
            let mut x = 0;
            while x < self.wide {
                let (upper, lower) = (self.get(x, y), self.get(x, y + 1));
                let same =
                    (x..self.wide).take_while(|at| (self.get(*at, y), self.get(*at, y + 1)) == (upper, lower)).count();
                let block = if upper == lower { " " } else { "▀" };
                line.add(Style::new(upper, lower), &block.repeat(same));
                x += same;
            }
            out.push_str(&line.end());
        }
        out
    }
}

/// A number of pixels as a coordinate.
#[expect(clippy::cast_precision_loss, reason = "a picture is small")]
pub const fn float(pixels: usize) -> f64 {
    pixels as f64
}

/// 1 inside a disc, 0 outside.
pub fn disc(x: f64, y: f64, (cx, cy): (f64, f64), radius: f64) -> f64 {
    let (dx, dy) = (x - cx, y - cy);
    if dx * dx + dy * dy <= radius * radius { 1.0 } else { 0.0 }
}

/// 0 before `from`, 1 after `to`, smooth between.
pub fn smooth(value: f64, from: f64, to: f64) -> f64 {
    let it = ((value - from) / (to - from)).clamp(0.0, 1.0);
    it * it * (3.0 - 2.0 * it)
}

/// The height of a curve through points, smooth between them.
pub fn along(points: &[(f64, f64)], x: f64) -> f64 {
    let after = points.iter().position(|point| point.0 > x);
    match after {
        Some(0) => points.first().map_or(0.0, |first| first.1),
        None => points.last().map_or(0.0, |last| last.1),
        Some(at) => match (points.get(at - 1), points.get(at)) {
            (Some(a), Some(b)) => a.1 + (b.1 - a.1) * smooth(x, a.0, b.0),
            _ => 0.0,
        },
    }
}

/// A number from 0 to 1 that looks random, the same for the same place.
pub fn grain(x: usize, y: usize) -> f64 {
    let mut it = (x as u32).wrapping_mul(0x9e37_79b1) ^ (y as u32).wrapping_mul(0x85eb_ca77);
    it = (it ^ (it >> 15)).wrapping_mul(0x2c1b_3c6d);
    it = (it ^ (it >> 12)).wrapping_mul(0x297a_2d39);
    f64::from((it ^ (it >> 15)) >> 8) / f64::from(1u32 << 24)
}

/// Smooth noise, 0 to 1, that changes once a unit; coordinates are not negative.
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "small and not negative")]
pub fn noise(x: f64, y: f64) -> f64 {
    let (x, y) = (x.max(0.0), y.max(0.0));
    let (left, top) = (x.floor() as usize, y.floor() as usize);
    let (dx, dy) = (smooth(x - x.floor(), 0.0, 1.0), smooth(y - y.floor(), 0.0, 1.0));
    let row = |y: usize| grain(left, y) + (grain(left + 1, y) - grain(left, y)) * dx;
    row(top) + (row(top + 1) - row(top)) * dy
}

/// Whether a pixel of an ordered dither of this density (0 to 1) is on.
pub fn dithered(x: usize, y: usize, density: f64) -> bool {
    const BAYER: [[u8; 4]; 4] = [[0, 8, 2, 10], [12, 4, 14, 6], [3, 11, 1, 9], [15, 7, 13, 5]];
    let level = BAYER.get(y % 4).and_then(|row| row.get(x % 4)).copied().unwrap_or_default();
    (f64::from(level) + 0.5) / 16.0 < density
}
