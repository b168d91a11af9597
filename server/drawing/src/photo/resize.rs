//! Scales a part of a picture: the mean of what a pixel covers when it shrinks, between neighbours when it grows.

use super::{Photo, Picture};

/// The weights of the source pixels that a pixel covers.
struct Weights {
    first: usize,
    each: Vec<f32>,
}

/// Weights of a triangle as wide as a pixel of the result, at least two pixels of the source.
fn weights(from: f64, length: f64, source: u32, count: u32) -> Vec<Weights> {
    let step = length / f64::from(count);
    let reach = step.max(1.0);
    let out = (0..count).map(|at| {
        let middle = from + (f64::from(at) + 0.5) * step;
        let clamp = |value: f64| value.clamp(0.0, f64::from(source - 1));
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "clamped to the picture")]
        let (first, last) = (clamp((middle - reach).floor()) as u32, clamp((middle + reach).ceil()) as u32);
        let mut each: Vec<f32> = (first..=last)
            .map(|pixel| {
                let weight = 1.0 - ((f64::from(pixel) + 0.5 - middle) / reach).abs();
                #[expect(clippy::cast_possible_truncation, reason = "a weight")]
                let weight = weight.max(0.0) as f32;
                weight
            })
            .collect();
        let sum: f32 = each.iter().sum();
        if sum > 0.0 {
            each.iter_mut().for_each(|weight| *weight /= sum);
        } else if let Some(weight) = each.first_mut() {
            *weight = 1.0;
        }
        Weights { first: usize::try_from(first).unwrap_or(0), each }
    });
    out.collect()
}

/// The part `left, top, width, height` of a picture, on a ground, in so many pixels.
pub(super) fn scaled(picture: &Picture, part: [f64; 4], width: u32, height: u32, ground: [f32; 3]) -> Photo {
    let [left, top, w, h] = part;
    let across = weights(left, w, picture.width, width);
    let down = weights(top, h, picture.height, height);
    let row_bytes = usize::try_from(picture.width).unwrap_or(0) * 4;
    let top_row = down.first().map_or(0, |weights| weights.first);
    let end_row = down.last().map_or(0, |weights| weights.first + weights.each.len());
    // Rows first, so that only those that are seen are scaled.
    let mut rows: Vec<Vec<[f32; 3]>> = Vec::with_capacity(end_row.saturating_sub(top_row));
    for row in top_row..end_row {
        let source = picture.rgba.get(row * row_bytes..(row + 1) * row_bytes).unwrap_or_default();
        let scaled = across.iter().map(|weights| {
            let mut sum = [0.0; 3];
            for (at, weight) in weights.each.iter().enumerate() {
                let Some([r, g, b, a]) = source.get((weights.first + at) * 4..(weights.first + at) * 4 + 4) else {
                    continue;
                };
                let opacity = f32::from(*a) / 255.0;
                for (channel, (byte, ground)) in sum.iter_mut().zip([r, g, b].into_iter().zip(ground)) {
                    *channel += weight * (f32::from(*byte) / 255.0 * opacity + ground * (1.0 - opacity));
                }
            }
            sum
        });
        rows.push(scaled.collect());
    }
    let wide = across.len();
    let mut pixels = Vec::with_capacity(wide * down.len());
    for weights in &down {
        for x in 0..wide {
            let mut sum = [0.0_f32; 3];
            for (at, weight) in weights.each.iter().enumerate() {
                let Some(pixel) = rows.get(weights.first + at - top_row).and_then(|row| row.get(x)) else { continue };
                for (channel, value) in sum.iter_mut().zip(pixel) {
                    *channel += weight * value;
                }
            }
            pixels.push(sum);
        }
    }
    Photo { width: wide, height: down.len(), pixels }
}
