//! The hills of the wallpaper in whole pixels: four ridges with firs and two houses, the same as on the page
//! (public/draw/lofi.py draws them for the stylesheet).

use std::f64::consts::TAU;

/// Columns of the range, which closes onto itself.
pub const WIDE: usize = 240;
/// Rows of the range.
pub const TALL: usize = 56;

/// A pixel of the range: one of the four ridges from back to front, or a lit window.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pixel {
    /// Above the hills.
    Sky,
    /// On a ridge, 0 the farthest.
    Ridge(usize),
    /// A window of a house.
    Lamp,
}

/// The height of a ridge, and its waves: turns over the range, size, phase.
type Ridge = (f64, [(f64, f64, f64); 3]);

const RIDGES: [Ridge; 4] = [
    (39.0, [(3.0, 8.0, 0.4), (5.0, 4.0, 2.1), (8.0, 2.0, 0.7)]),
    (28.0, [(4.0, 6.0, 3.4), (7.0, 4.0, 0.2), (11.0, 2.0, 1.3)]),
    (19.0, [(5.0, 5.0, 1.0), (8.0, 3.0, 2.6), (13.0, 1.5, 0.1)]),
    (9.0, [(4.0, 3.5, 5.0), (9.0, 3.0, 1.9), (14.0, 1.2, 3.0)]),
];
/// Firs on the third ridge: column, height.
const FAR_FIRS: [(usize, usize); 23] = [
    (82, 3),
    (101, 5),
    (12, 3),
    (210, 5),
    (24, 4),
    (149, 3),
    (232, 5),
    (54, 3),
    (22, 4),
    (107, 3),
    (141, 4),
    (15, 5),
    (31, 3),
    (161, 5),
    (149, 3),
    (147, 5),
    (101, 3),
    (56, 3),
    (142, 3),
    (36, 5),
    (30, 5),
    (208, 5),
    (46, 3),
];
/// Firs on the nearest ridge.
const NEAR_FIRS: [(usize, usize); 24] = [
    (139, 3),
    (94, 5),
    (121, 5),
    (148, 3),
    (155, 3),
    (232, 4),
    (138, 5),
    (121, 4),
    (163, 3),
    (38, 5),
    (99, 5),
    (3, 5),
    (40, 5),
    (10, 4),
    (210, 4),
    (121, 5),
    (101, 5),
    (205, 5),
    (113, 3),
    (224, 4),
    (24, 3),
    (34, 4),
    (55, 4),
    (172, 4),
];
/// The left columns of the two houses.
const HOUSES: [usize; 2] = [66, 187];
/// The rows of a house from its roof down: where each begins and ends.
const HOUSE: [(usize, usize); 11] =
    [(4, 5), (3, 6), (2, 7), (1, 8), (0, 9), (1, 8), (1, 8), (1, 8), (1, 8), (1, 8), (1, 8)];

/// The range, row by row from the top.
pub struct Hills {
    pixels: Vec<Pixel>,
}

impl Hills {
    /// The whole range.
    pub fn new() -> Self {
        let mut hills = Self { pixels: vec![Pixel::Sky; WIDE * TALL] };
        for (number, ridge) in RIDGES.iter().enumerate() {
            let tops: Vec<usize> = (0..WIDE).map(|column| height(ridge, column)).collect();
            for (column, top) in tops.iter().enumerate() {
                for row in TALL.saturating_sub(*top)..TALL {
                    hills.put(column, row, Pixel::Ridge(number));
                }
            }
            let firs: &[(usize, usize)] = match number {
                2 => &FAR_FIRS,
                3 => &NEAR_FIRS,
                _ => &[],
            };
            for fir in firs {
                hills.plant(*fir, &tops, number);
            }
            if number == 3 {
                for left in HOUSES {
                    hills.build(left, &tops);
                }
            }
        }
        hills
    }

    /// The pixel of a column, which counts on round the range, and a row from the top of it.
    pub fn at(&self, column: usize, row: usize) -> Pixel {
        if row >= TALL {
            return Pixel::Ridge(3);
        }
        self.pixels.get(row * WIDE + column % WIDE).copied().unwrap_or(Pixel::Sky)
    }

    fn put(&mut self, column: usize, row: usize, pixel: Pixel) {
        if let Some(place) = self.pixels.get_mut(row * WIDE + column % WIDE) {
            *place = pixel;
        }
    }

    /// A fir: three pixels wide, its upper two rows one.
    fn plant(&mut self, (column, tall): (usize, usize), tops: &[usize], ridge: usize) {
        let foot = TALL - tops.get(column).copied().unwrap_or_default().min(TALL);
        for up in 0..=tall.min(foot) {
            let half = usize::from(up + 1 < tall);
            for side in 0..=2 * half {
                self.put(column + WIDE + side - half, foot - up, Pixel::Ridge(ridge));
            }
        }
    }

    /// A house with a chimney and one lit window.
    fn build(&mut self, left: usize, tops: &[usize]) {
        let highest = tops.iter().skip(left).take(9).max().copied().unwrap_or_default();
        let foot = TALL + 1 - highest.min(TALL);
        for (row, (start, end)) in HOUSE.iter().enumerate() {
            for side in *start..*end {
                self.put(left + side, foot + row - 9, Pixel::Ridge(3));
            }
        }
        for rise in 7..10 {
            self.put(left + 6, foot - rise, Pixel::Ridge(3));
        }
        for (side, rise) in [(3, 3), (4, 3), (3, 4), (4, 4)] {
            self.put(left + side, foot - rise, Pixel::Lamp);
        }
    }
}

/// The height of a ridge at a column, pixels.
fn height((base, waves): &Ridge, column: usize) -> usize {
    let at = TAU * f64::from(u32::try_from(column).unwrap_or_default()) / 240.0;
    let height = base + waves.iter().map(|(turns, size, phase)| size * (turns * at + phase).sin()).sum::<f64>();
    (0..TALL).rev().find(|rows| f64::from(u32::try_from(*rows).unwrap_or_default()) <= height.round()).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    const STYLE: &str = include_str!("../../../../../style/looks/lofi/pixels.css");
    const DIGITS: &[u8] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

    fn decoded(base64: &str) -> Vec<u8> {
        let (mut out, mut bits, mut count) = (Vec::new(), 0_u32, 0);
        for byte in base64.bytes().take_while(|byte| *byte != b'=') {
            bits = bits << 6 | u32::try_from(DIGITS.iter().position(|digit| *digit == byte).unwrap()).unwrap();
            count += 6;
            if count >= 8 {
                count -= 8;
                out.push(u8::try_from(bits >> count & 0xff).unwrap());
            }
        }
        out
    }

    #[test]
    fn the_hills_are_those_of_the_page() {
        let (_, dusk) = STYLE.split_once("[data-palette=dusk]{").unwrap();
        let (_, hills) = dusk.split_once("--hills:url(\"data:image/webp;base64,").unwrap();
        let picture = image::load_from_memory(&decoded(hills.split_once('"').unwrap().0)).unwrap().to_rgba8();
        let shades = [[0x8d, 0x5f, 0x8c], [0x64, 0x4a, 0x7b], [0x45, 0x37, 0x63], [0x2e, 0x28, 0x4b]];
        let ours = Hills::new();
        for row in 0..TALL {
            for column in 0..WIDE {
                let [r, g, b, a] = picture.get_pixel(column as u32, row as u32).0;
                let wanted = match ours.at(column, row) {
                    Pixel::Sky => None,
                    Pixel::Ridge(number) => Some(shades[number]),
                    Pixel::Lamp => Some([0xfd, 0xf0, 0xcc]),
                };
                assert_eq!((a > 0).then_some([r, g, b]), wanted, "at {column}, {row}");
            }
        }
    }
}
