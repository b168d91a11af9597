//! The wallpaper of the desktop: a dithered dusk with stars, a cloud and a striped sun behind hills, all in whole
//! pixels (looks, 4 "Background"; docs/design/cards.md, 3 "lofi").

use mantel_model::color::HexColor;

use super::hills::{Hills, Pixel};
use crate::photo::dither::BAYER;

/// How large a wallpaper is, and where things are on it, pixels.
pub struct Place {
    /// Width and height.
    pub size: (usize, usize),
    /// Rows of the sky over which its colours change.
    pub bands: usize,
    /// Where the hills begin.
    pub hills: usize,
    /// The upper left corner of the sun.
    pub sun: (usize, usize),
    /// The upper left corner of the cloud.
    pub cloud: (usize, usize),
}

/// The wallpaper of a card.
pub const CARD: Place = Place { size: (1200, 630), bands: 180, hills: 430, sun: (236, 408), cloud: (934, 118) };

/// The side of a pixel of the sky, and of the hills, sun and cloud.
const FINE: usize = 3;
const COARSE: usize = 6;
/// The cloud: `#` is lit, `o` its underside.
const CLOUD_ROWS: [&str; 5] = [
    "......######............",
    "...################.....",
    "#########################################",
    "....ooooooooooooooooooooooo....",
    ".........oooooooooo...........",
];
/// Rows of the sun that are left out, so that its lower half is striped.
const GAPS: [usize; 8] = [21, 25, 26, 29, 30, 32, 33, 34];
/// Pixels of the sun's side.
const DISC: usize = 36;
/// Stars repeat after this many pixels; column, row, and whether a star is bright.
const STARS_WIDE: usize = 214;
const STARS: [(usize, usize, bool); 45] = [
    (14, 3, true),
    (213, 8, false),
    (78, 16, true),
    (155, 0, false),
    (40, 149, false),
    (100, 105, false),
    (95, 56, true),
    (128, 18, true),
    (7, 29, true),
    (97, 37, false),
    (42, 59, true),
    (59, 0, true),
    (44, 6, false),
    (92, 149, false),
    (143, 9, true),
    (118, 68, true),
    (35, 10, false),
    (1, 26, true),
    (154, 2, false),
    (157, 84, false),
    (97, 8, true),
    (185, 37, true),
    (60, 1, true),
    (129, 120, false),
    (16, 99, true),
    (202, 93, true),
    (74, 11, true),
    (185, 103, true),
    (197, 18, true),
    (101, 19, true),
    (133, 36, true),
    (93, 20, false),
    (180, 55, true),
    (28, 130, true),
    (98, 108, true),
    (64, 117, true),
    (163, 114, false),
    (102, 6, false),
    (15, 6, true),
    (38, 122, false),
    (143, 105, false),
    (53, 25, true),
    (183, 73, true),
    (104, 2, true),
    (163, 149, true),
];
/// The colour of a star.
const STAR: [u8; 3] = [0xff, 0xf8, 0xec];
/// How much of its light every third row loses.
const SCAN: f64 = 0.06;

/// The colours of the wallpaper in one palette.
pub struct Colors {
    /// The sky from top to bottom.
    pub sky: [HexColor; 6],
    /// Ridges from back to front.
    pub hills: [HexColor; 4],
    /// The sun, and the lit windows.
    pub sun: HexColor,
    /// A cloud and its underside.
    pub cloud: [HexColor; 2],
    /// How much of a star shows, 0 to 1.
    pub stars: f64,
}

/// Draws the wallpaper: red, green, blue and full alpha of every pixel, row by row. With `scan`, every
/// third row is a little darker, as on a screen.
pub fn draw(colors: &Colors, scan: bool, place: &Place) -> Vec<u8> {
    let (width, height) = place.size;
    let mut picture = Picture { size: place.size, pixels: vec![[0; 3]; width * height] };
    sky(&mut picture, colors, place.bands);
    stars(&mut picture, colors.stars);
    cloud(&mut picture, colors, place.cloud);
    sun(&mut picture, colors.sun, place.sun);
    hills(&mut picture, colors, place.hills);
    let mut out = Vec::with_capacity(width * height * 4);
    for (row, line) in picture.pixels.chunks_exact(width.max(1)).enumerate() {
        let light = if scan && row % 3 == 2 { 1.0 - SCAN } else { 1.0 };
        for pixel in line {
            out.extend(pixel.map(|channel| mixed(0, channel, light)));
            out.push(u8::MAX);
        }
    }
    out
}

struct Picture {
    size: (usize, usize),
    pixels: Vec<[u8; 3]>,
}

impl Picture {
    /// Mixes a colour into a square; what lies outside is left out.
    fn square(&mut self, (left, top): (usize, usize), side: usize, color: [u8; 3], part: f64) {
        for y in top..(top + side).min(self.size.1) {
            for x in left..(left + side).min(self.size.0) {
                if let Some(pixel) = self.pixels.get_mut(y * self.size.0 + x) {
                    for (channel, new) in pixel.iter_mut().zip(color) {
                        *channel = mixed(*channel, new, part);
                    }
                }
            }
        }
    }
}

/// A channel moved towards another by a part, 0 to 1.
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "between two bytes")]
pub fn mixed(old: u8, new: u8, part: f64) -> u8 {
    (f64::from(old) + (f64::from(new) - f64::from(old)) * part).round() as u8
}

/// Every interval between two stops in eight bands, each denser in the next colour. The last begins where hills hide it.
fn sky(picture: &mut Picture, colors: &Colors, bands: usize) {
    let rows = picture.size.1.div_ceil(FINE);
    for row in 0..rows {
        let band = (row * 40 / bands.max(1)).min(39);
        let (stop, dense) = (band / 8, band % 8 * 2);
        let colors = [stop, stop + 1].map(|stop| colors.sky.get(stop).copied().unwrap_or(colors.sky[5]).bytes());
        for column in 0..picture.size.0.div_ceil(FINE) {
            let on = usize::from(BAYER[row % 4][column % 4]) < dense;
            picture.square((column * FINE, row * FINE), FINE, colors[usize::from(on)], 1.0);
        }
    }
}

/// Three groups of stars, repeated side by side as on the page, from the middle outwards.
fn stars(picture: &mut Picture, shown: f64) {
    // The page puts the middle of a repetition in its own middle.
    let columns = picture.size.0 / FINE;
    let shift = columns.saturating_sub(STARS_WIDE) / 2 % STARS_WIDE;
    for (x, y, bright) in STARS {
        let part = if bright { shown } else { shown * 2.0 / 3.0 };
        let first = (x + shift) % STARS_WIDE;
        for column in (first..columns).step_by(STARS_WIDE) {
            picture.square((column * FINE, y * FINE), FINE, STAR, part);
        }
    }
}

fn cloud(picture: &mut Picture, colors: &Colors, at: (usize, usize)) {
    for (y, row) in CLOUD_ROWS.iter().enumerate() {
        for (x, mark) in row.bytes().enumerate() {
            let color = match mark {
                b'#' => colors.cloud[0],
                b'o' => colors.cloud[1],
                _ => continue,
            };
            picture.square((at.0 + x * COARSE, at.1 + y * COARSE), COARSE, color.bytes(), 1.0);
        }
    }
}

fn sun(picture: &mut Picture, color: HexColor, at: (usize, usize)) {
    let from_middle = |at: usize| (f64::from(u32::try_from(at).unwrap_or_default()) + 0.5 - 18.0).abs();
    for y in (0..DISC).filter(|y| !GAPS.contains(y)) {
        let half = (18.0 * 18.0 - from_middle(y).powi(2)).max(0.0).sqrt();
        for x in (0..DISC).filter(|x| from_middle(*x) <= half - 0.3) {
            picture.square((at.0 + x * COARSE, at.1 + y * COARSE), COARSE, color.bytes(), 1.0);
        }
    }
}

fn hills(picture: &mut Picture, colors: &Colors, top: usize) {
    let range = Hills::new();
    for row in 0..picture.size.1.saturating_sub(top).div_ceil(COARSE) {
        for column in 0..picture.size.0.div_ceil(COARSE) {
            let color = match range.at(column, row) {
                Pixel::Sky => continue,
                Pixel::Ridge(number) => colors.hills.get(number).copied().unwrap_or(colors.hills[3]),
                Pixel::Lamp => colors.sun,
            };
            picture.square((column * COARSE, top + row * COARSE), COARSE, color.bytes(), 1.0);
        }
    }
}
