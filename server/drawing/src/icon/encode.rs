//! Pixels of an icon as a file, within a number of bytes.

use std::collections::HashMap;

use color_quant::NeuQuant;

use super::IconSize;
use crate::drawer::DrawError;
use crate::{Pixels, encode};

/// The fewest bits of a channel that are kept.
const COARSE: u32 = 2;
/// Quality of a lossy WebP, of 100: a photo of 192 pixels takes 3 to 10 kB, where PNG takes 40 to 54.
const QUALITY: f32 = 80.0;
/// The least quality that is tried for a picture as good as noise, of 100.
const LEAST_QUALITY: f32 = 20.0;
/// The most colours of a PNG with a palette.
const COLOURS: usize = 256;

/// Pixels as the file of an icon of this size, each the mean of a square of `fine` by `fine`: WebP for web manifests, otherwise
/// PNG, with a palette for a browser's tab. A picture that would take more than [`IconSize::most_bytes`], which only one as
/// good as noise does, loses shades, or as WebP quality down to 20, until it fits; a palette always does.
pub(super) fn file(pixels: &Pixels, fine: u32, size: IconSize) -> Result<Vec<u8>, DrawError> {
    let means = Means::of(pixels, fine);
    match size {
        IconSize::Small | IconSize::Tab => with_palette(&means),
        IconSize::Touch => opaque_png(&means, size.most_bytes()),
        IconSize::App192 | IconSize::App512 => webp(&means, size.most_bytes()),
    }
}

/// Red, green, blue and opacity of every pixel of an icon, not multiplied.
#[derive(Debug)]
struct Means {
    width: u32,
    height: u32,
    rgba: Vec<[u8; 4]>,
}

impl Means {
    fn of(pixels: &Pixels, fine: u32) -> Self {
        let (width, height) = (pixels.width() / fine.max(1), pixels.height() / fine.max(1));
        let places = (0..height).flat_map(|y| (0..width).map(move |x| (x, y)));
        let rgba = places.map(|(x, y)| mean(pixels, x * fine, y * fine, fine)).collect();
        Self { width, height, rgba }
    }

    fn rgb(&self) -> impl Iterator<Item = u8> {
        self.rgba.iter().flat_map(|[red, green, blue, _]| [*red, *green, *blue])
    }
}

/// As PNG without opacity.
fn opaque_png(means: &Means, most: usize) -> Result<Vec<u8>, DrawError> {
    let mut bits = 8;
    loop {
        let shades: Vec<u8> = means.rgb().map(|byte| shade(byte, bits)).collect();
        let bytes = encode::png((means.width, means.height), &shades, |encoder| {
            encoder.set_color(png::ColorType::Rgb);
            encoder.set_compression(png::Compression::Balanced);
            encoder.set_filter(png::Filter::Adaptive);
        })?;
        if bytes.len() <= most || bits <= COARSE {
            return Ok(bytes);
        }
        bits -= 1;
    }
}

/// As PNG of at most 256 colours, with opacity: all of them if there are no more, otherwise those that are nearest.
fn with_palette(means: &Means) -> Result<Vec<u8>, DrawError> {
    let mut places = HashMap::new();
    let mut palette: Vec<[u8; 4]> = Vec::new();
    for colour in &means.rgba {
        places.entry(*colour).or_insert_with(|| {
            palette.push(*colour);
            palette.len() - 1
        });
    }
    if palette.len() > COLOURS {
        let nearest = NeuQuant::new(1, COLOURS, means.rgba.as_flattened());
        for (colour, place) in &mut places {
            *place = nearest.index_of(colour);
        }
        palette = nearest.color_map_rgba().as_chunks().0.to_vec();
    }
    let indices: Vec<u8> = means.rgba.iter().map(|colour| u8::try_from(places[colour]).unwrap_or_default()).collect();
    let colours: Vec<u8> = palette.iter().flat_map(|[red, green, blue, _]| [*red, *green, *blue]).collect();
    let opacities: Vec<u8> = palette.iter().map(|[.., opacity]| *opacity).collect();
    encode::png((means.width, means.height), &indices, |encoder| {
        encoder.set_color(png::ColorType::Indexed);
        encoder.set_palette(colours);
        encoder.set_trns(opacities);
        encoder.set_compression(png::Compression::Balanced);
        encoder.set_filter(png::Filter::NoFilter);
    })
}

/// As WebP without opacity: without loss where that takes no more, as for pixels of a few colours.
fn webp(means: &Means, most: usize) -> Result<Vec<u8>, DrawError> {
    let rgb: Vec<u8> = means.rgb().collect();
    let encoder = webp::Encoder::from_rgb(&rgb, means.width, means.height);
    let written = |lossless, quality| {
        let file = encoder.encode_simple(lossless, quality);
        file.map(|file| file.to_vec()).map_err(|why| DrawError::Encoding(format!("{why:?}")))
    };
    let mut quality = QUALITY;
    let exact = written(true, QUALITY)?;
    loop {
        let lossy = written(false, quality)?;
        if exact.len() <= lossy.len().min(most) {
            return Ok(exact);
        }
        if lossy.len() <= most || quality <= LEAST_QUALITY {
            return Ok(lossy);
        }
        quality -= 20.0;
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

    fn noise(side: u32) -> Means {
        let mut state = 1_u32;
        let noise = Pixels::from_fn(side, side, |_, _| {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            let [a, b, c, _] = state.to_be_bytes();
            [a, b, c, 255]
        });
        Means::of(&noise.unwrap(), 1)
    }

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
        let noise = noise(64);
        assert!(opaque_png(&noise, usize::MAX).unwrap().len() > 12_000);
        assert!(opaque_png(&noise, 10_000).unwrap().len() <= 10_000);
        let fine = webp(&noise, usize::MAX).unwrap().len();
        assert!(webp(&noise, fine - 1).unwrap().len() < fine);
    }

    #[test]
    fn a_few_colours_are_kept_as_they_are() {
        let colours = [[255, 0, 0, 255], [0, 0, 255, 128], [0, 0, 0, 0]];
        let rgba: Vec<[u8; 4]> = (0..48).map(|place| colours[place % 3]).collect();
        let means = Means { width: 8, height: 6, rgba };
        let png = with_palette(&means).unwrap();
        let read = image::load_from_memory(&png).unwrap().to_rgba8();
        assert!(read.pixels().zip(&means.rgba).all(|(read, drawn)| read.0 == *drawn));
        let opaque =
            Means { rgba: (0..48).map(|place| [[255, 0, 0, 255], [0, 0, 255, 255]][place % 2]).collect(), ..means };
        let read = image::load_from_memory(&webp(&opaque, usize::MAX).unwrap()).unwrap().to_rgb8();
        assert!(read.pixels().zip(&opaque.rgba).all(|(read, drawn)| read.0 == drawn[..3]));
    }

    #[test]
    fn of_many_colours_those_are_kept_that_are_nearest() {
        let rgba: Vec<[u8; 4]> = (0..64_u8).flat_map(|y| (0..64_u8).map(move |x| [x * 4, y * 4, 90, 255])).collect();
        let means = Means { width: 64, height: 64, rgba };
        let read = image::load_from_memory(&with_palette(&means).unwrap()).unwrap().to_rgba8();
        let far = |(read, drawn): (&image::Rgba<u8>, &[u8; 4])| {
            read.0.iter().zip(drawn).map(|(one, other)| u64::from(one.abs_diff(*other))).sum::<u64>()
        };
        let sum: u64 = read.pixels().zip(&means.rgba).map(far).sum();
        assert!(sum / 4096 <= 12, "{}", sum / 4096);
    }
}
