//! A photograph as if painted: detail pooled into strokes, edges pushed about, colours of a paint box (looks, 5 "image").

use super::{Photo, contrasted, saturated};
use crate::look::rough::fractal;

/// How coarse the brush is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Brush {
    /// How far dark spreads, pixels.
    pub erode: f32,
    /// How far light spreads after it, pixels.
    pub dilate: f32,
    /// How far edges are pushed, pixels.
    pub displace: f32,
    /// Waves a pixel of what pushes them.
    pub frequency: f32,
}

/// Pictures. The page's filter of these radii works in whole pixels; a card is looked at smaller, so strokes stay finer.
pub const BROAD: Brush = Brush { erode: 0.8, dilate: 1.3, displace: 6.0, frequency: 0.045 };
/// Faces, smaller than 200 pixels.
pub const FINE: Brush = Brush { erode: 0.5, dilate: 0.8, displace: 4.0, frequency: 0.06 };

/// Paints a photograph over.
pub fn paint(photo: &mut Photo, brush: Brush) {
    spread(photo, brush.erode, f32::min);
    spread(photo, brush.dilate, f32::max);
    push(photo, brush);
    photo.map(|_, _, pixel| contrasted(saturated(pixel, 1.15), 0.92).map(|channel| (channel * 1.08).min(1.0)));
}

/// Every channel becomes the most extreme within a distance, across and then down. A part of a pixel mixes the two whole
/// distances beside it.
fn spread(photo: &mut Photo, distance: f32, extreme: impl Fn(f32, f32) -> f32) {
    let whole = distance.max(0.0).floor();
    let part = distance.max(0.0) - whole;
    for _ in 0..whole as usize {
        step(photo, 1.0, &extreme);
    }
    if part > 0.0 {
        step(photo, part, &extreme);
    }
}

/// Spreads by one pixel, as far as `share` (0 to 1).
fn step(photo: &mut Photo, share: f32, extreme: &impl Fn(f32, f32) -> f32) {
    for (ahead, limit, stride) in [(1, photo.width, 1), (photo.width, photo.height, photo.width)] {
        let before = photo.pixels.clone();
        for (at, pixel) in photo.pixels.iter_mut().enumerate() {
            let place = if stride == 1 { at % limit.max(1) } else { at / stride.max(1) };
            let back = if place > 0 { at.checked_sub(ahead) } else { None };
            let on = if place + 1 < limit { Some(at + ahead) } else { None };
            let beside = back.into_iter().chain(on).filter_map(|at| before.get(at));
            let most = beside
                .fold(*pixel, |most, other| std::array::from_fn(|channel| extreme(most[channel], other[channel])));
            *pixel = super::between(*pixel, most, share);
        }
    }
}

/// Takes every pixel from a place near by.
fn push(photo: &mut Photo, brush: Brush) {
    let (width, height) = (photo.width, photo.height);
    let before = photo.pixels.clone();
    photo.map(|x, y, pixel| {
        let (across, down) = (x as f64 * f64::from(brush.frequency), y as f64 * f64::from(brush.frequency));
        let from = |at: usize, seed: u32, most: usize| {
            let to = at as f32 + brush.displace * fractal(across, down, 3, seed) as f32;
            to.round().clamp(0.0, most.saturating_sub(1) as f32) as usize
        };
        before.get(from(y, 104, height) * width + from(x, 3, width)).copied().unwrap_or(pixel)
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    fn photo(width: usize, height: usize, at: impl Fn(usize, usize) -> f32) -> Photo {
        let pixels = (0..width * height).map(|place| [at(place % width, place / width); 3]).collect();
        Photo { width, height, pixels }
    }

    #[test]
    fn one_colour_stays_one_colour() {
        let mut flat = photo(30, 20, |_, _| 0.4);
        paint(&mut flat, BROAD);
        // Greys are not saturated: contrast .92 about the middle, then brightness 1.08.
        let expected = ((0.4 - 0.5) * 0.92 + 0.5) * 1.08;
        assert!(flat.pixels.iter().all(|pixel| pixel.iter().all(|channel| (channel - expected).abs() < 1e-5)));
    }

    #[test]
    fn light_spreads_by_the_distance_and_no_further() {
        let mut dot = photo(11, 11, |x, y| if (x, y) == (5, 5) { 1.0 } else { 0.0 });
        spread(&mut dot, 1.5, f32::max);
        let at = |x: usize, y: usize| dot.pixels[y * 11 + x][0];
        assert!((at(5, 5) - 1.0).abs() < 1e-6 && (at(6, 6) - 1.0).abs() < 1e-6, "a whole pixel away");
        assert!((at(7, 5) - 0.5).abs() < 1e-6, "half as far as the second pixel");
        assert!(at(8, 5).abs() < 1e-6, "no further");
    }

    #[test]
    fn dark_specks_outlast_bright_ones() {
        let speck = |ground: f32, speck: f32| {
            let mut it = photo(21, 21, |x, y| if (x, y) == (10, 10) { speck } else { ground });
            spread(&mut it, 1.0, f32::min);
            spread(&mut it, 1.0, f32::max);
            (it.pixels[10 * 21 + 10][0] - ground).abs()
        };
        assert!(speck(0.0, 1.0) < 1e-6, "a bright speck goes");
        assert!(speck(1.0, 0.0) > 0.9, "a dark one stays");
    }

    #[test]
    fn the_smallest_pictures_are_painted() {
        for (width, height) in [(1, 1), (1, 7), (5, 1)] {
            let mut small = photo(width, height, |x, y| (x + y) as f32 / 12.0);
            paint(&mut small, BROAD);
            assert_eq!(small.pixels.len(), width * height);
        }
    }
}
