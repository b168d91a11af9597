//! Pixels of an icon as PNG, within a number of bytes.

use crate::drawer::DrawError;
use crate::{Pixels, encode};

/// The fewest bits of a channel that are kept.
const COARSE: u32 = 2;

/// Pixels as PNG, each the mean of a square of `fine` by `fine`; without opacity if `opaque`. A picture that would take more
/// than `most` bytes, which only one as good as noise does, loses shades until it fits.
pub(super) fn png(pixels: &Pixels, fine: u32, opaque: bool, most: usize) -> Result<Vec<u8>, DrawError> {
    let (width, height) = (pixels.width() / fine.max(1), pixels.height() / fine.max(1));
    let straight: Vec<u8> = (0..height)
        .flat_map(|y| (0..width).map(move |x| (x, y)))
        .flat_map(|(x, y)| mean(pixels, x * fine, y * fine, fine).into_iter().take(if opaque { 3 } else { 4 }))
        .collect();
    let mut bits = 8;
    loop {
        let shades: Vec<u8> = straight.iter().map(|byte| shade(*byte, bits)).collect();
        let bytes = encode::png((width, height), &shades, |encoder| {
            encoder.set_color(if opaque { png::ColorType::Rgb } else { png::ColorType::Rgba });
            encoder.set_compression(png::Compression::Balanced);
            encoder.set_filter(png::Filter::Adaptive);
        })?;
        if bytes.len() <= most || bits <= COARSE {
            return Ok(bytes);
        }
        bits -= 1;
    }
}

/// The mean of a square: red, green, blue and opacity, not multiplied.
fn mean(pixels: &Pixels, left: u32, top: u32, side: u32) -> [u8; 4] {
    let mut sums = [0_u32; 4];
    for (x, y) in (0..side).flat_map(|y| (0..side).map(move |x| (left + x, top + y))) {
        sums.iter_mut().zip(pixels.at(x, y)).for_each(|(sum, channel)| *sum += u32::from(channel));
    }
    let [.., opacity] = sums;
    let count = side * side;
    let byte = |value: u32| u8::try_from(value.min(255)).unwrap_or(u8::MAX);
    let channel = |sum: u32| byte((sum * 255 + opacity / 2).checked_div(opacity).unwrap_or(0));
    [channel(sums[0]), channel(sums[1]), channel(sums[2]), byte((opacity + count / 2) / count.max(1))]
}

/// A channel in so many bits, black and white as they were.
fn shade(byte: u8, bits: u32) -> u8 {
    let most = (1_u32 << bits.clamp(1, 8)) - 1;
    let step = (u32::from(byte) * most + 127) / 255;
    u8::try_from((step * 255 + most / 2) / most).unwrap_or(u8::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_byte_keeps_its_shade_in_eight_bits() {
        assert!((0..=255).all(|byte| shade(byte, 8) == byte));
        assert_eq!([0, 60, 128, 255].map(|byte| shade(byte, 2)), [0, 85, 170, 255]);
    }

    #[test]
    fn a_mean_does_not_darken_towards_clear_pixels() {
        let half = Pixels::from_fn(2, 2, |x, _| if x == 0 { [200, 100, 50, 255] } else { [0; 4] }).unwrap();
        assert_eq!(mean(&half, 0, 0, 2), [200, 100, 50, 128]);
    }

    #[test]
    fn noise_loses_shades_until_it_fits() {
        let mut state = 1_u32;
        let noise = Pixels::from_fn(64, 64, |_, _| {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            let [a, b, c, _] = state.to_be_bytes();
            [a, b, c, 255]
        })
        .unwrap();
        assert!(png(&noise, 1, false, usize::MAX).unwrap().len() > 12_000);
        assert!(png(&noise, 1, false, 10_000).unwrap().len() <= 10_000);
    }
}
