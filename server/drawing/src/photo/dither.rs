//! Ordered dither: a picture in few shades of each channel, in whole pixels (cards, 3 "lofi").

use super::Photo;
use crate::Pixels;

/// Shades of a channel.
pub const LEVELS: u8 = 8;
/// The ordered pattern.
pub const BAYER: [[u8; 4]; 4] = [[0, 8, 2, 10], [12, 4, 14, 6], [3, 11, 1, 9], [15, 7, 13, 5]];

/// Leaves `levels` shades (at least two) of every channel. What lies between two is a pattern of both; `strength` 1 makes
/// the pattern as wide as the step between shades, 0 leaves plain steps.
pub fn ordered(photo: &mut Photo, levels: u8, strength: f32) {
    let steps = f32::from(levels.max(2) - 1);
    photo.map(|x, y, pixel| {
        let threshold = (f32::from(BAYER[y % 4][x % 4]) + 0.5) / 16.0 - 0.5;
        pixel.map(|channel| ((channel * steps + strength * threshold).round() / steps).clamp(0.0, 1.0))
    });
}

/// The means of squares of a photo: as many as fit.
#[expect(clippy::cast_precision_loss, reason = "a few pixels")]
pub fn cells(photo: &Photo, side: u32) -> Photo {
    let side = usize::try_from(side).unwrap_or(1).max(1);
    let (width, height) = (photo.width / side, photo.height / side);
    let mut pixels = Vec::with_capacity(width * height);
    for (y, x) in (0..height).flat_map(|y| (0..width).map(move |x| (y, x))) {
        let mut sum = [0.0_f32; 3];
        for row in y * side..(y + 1) * side {
            for pixel in photo.pixels.iter().skip(row * photo.width + x * side).take(side) {
                sum.iter_mut().zip(pixel).for_each(|(sum, channel)| *sum += channel);
            }
        }
        pixels.push(sum.map(|sum| sum / (side * side) as f32));
    }
    Photo { width, height, pixels }
}

/// A photo with every pixel drawn as a square of `side`, cut to a width and height; `None` if there is no room for it.
pub fn enlarged(photo: &Photo, side: u32, width: u32, height: u32) -> Option<Pixels> {
    let wide = photo.width;
    Pixels::from_fn(width, height, |x, y| {
        let at = |place: u32| usize::try_from(place / side.max(1)).unwrap_or(0);
        let pixel = photo.pixels.get(at(y) * wide + at(x).min(wide.saturating_sub(1))).copied().unwrap_or_default();
        let [r, g, b] = pixel.map(super::byte);
        [r, g, b, u8::MAX]
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_grey_between_two_shades_is_a_pattern_of_both() {
        let mut photo = Photo { width: 4, height: 4, pixels: vec![[0.5 / 7.0; 3]; 16] };
        ordered(&mut photo, LEVELS, 1.0);
        let lit = photo.pixels.iter().filter(|pixel| pixel[0] > 0.0).count();
        assert_eq!(lit, 8);
        assert!(photo.pixels.iter().all(|pixel| pixel[0] == 0.0 || (pixel[0] - 1.0 / 7.0).abs() < 1e-6));
    }

    #[test]
    fn a_cell_is_the_mean_of_its_pixels() {
        let photo =
            Photo { width: 4, height: 2, pixels: [0.0, 1.0, 0.5, 0.5, 1.0, 0.0, 0.5, 0.5].map(|it| [it; 3]).into() };
        assert_eq!(cells(&photo, 2).pixels, [[0.5; 3]; 2]);
    }

    #[test]
    fn every_pixel_becomes_a_square() {
        let photo = Photo { width: 2, height: 1, pixels: vec![[0.0; 3], [1.0; 3]] };
        let pixels = enlarged(&photo, 3, 5, 3).unwrap();
        assert_eq!(pixels.at(2, 2), [0, 0, 0, 255]);
        assert_eq!(pixels.at(3, 0), [255; 4]);
    }
}
