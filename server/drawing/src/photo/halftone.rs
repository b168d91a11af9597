//! Halftone: a photo as dots of ink 1 on paper, with dots of ink 2 about its focus (looks, 6 "Halftone"; cards, 3
//! "cobalt").
//!
//! The page makes the dots by blending a screen of round gradients over the picture and raising the contrast; the same
//! arithmetic is done here at twice the size, then halved.

use mantel_model::HexColor;

use super::{Photo, between, channels, grey};
use crate::Pixels;

/// Distance of the dots in pictures, in faces and in small roundels, pixels (cards, 3 "cobalt").
pub const PICTURE: f32 = 4.3;
/// In faces.
pub const FACE: f32 = 3.6;
/// In roundels under 100 pixels.
pub const SMALL: f32 = 3.0;

/// Degrees by which the first screen is turned, and the second.
const TURN: (f32, f32) = (22.0, 52.0);
/// The screen's darkest and lightest value, and how much of it is laid over the picture.
const SCREEN: (f32, f32) = (28.0 / 255.0, 233.0 / 255.0);
const LAID: f32 = 0.62;
/// How steep the edge of a dot is.
const EDGE: f32 = 14.0;
/// Sharpening: radius in pixels of the photo, which is twice as large as the print, and amount.
const SHARP: (usize, f32) = (18, 0.9);
/// Contrast and brightness. Somewhat harder than on the page, where a picture has room for its shades.
const CONTRAST: f32 = 1.3;
const LIGHT: f32 = 1.06;
/// Distance of the dots of ink 2, their shift, and how much ink they carry.
const SECOND: f32 = 5.2;
const SLIP: (f32, f32) = (4.0, -3.0);
const CARRIED: f32 = 0.82;

/// The inks of a print.
#[derive(Clone, Copy, Debug)]
pub struct Inks {
    /// Distance of the dots, pixels.
    pub cell: f32,
    /// Ink 1.
    pub first: HexColor,
    /// The paper.
    pub paper: HexColor,
    /// Ink 2, and the place about which it prints, shares of width and height.
    pub second: Option<(HexColor, (f64, f64))>,
}

impl Inks {
    /// One ink on paper.
    pub const fn one(cell: f32, first: HexColor, paper: HexColor) -> Self {
        Self { cell, first, paper, second: None }
    }
}

/// Prints a photo of twice the wanted width and height; `None` if it is too small for that.
#[expect(clippy::cast_precision_loss, clippy::cast_possible_truncation, reason = "places in a picture")]
pub fn print(photo: &Photo, inks: &Inks) -> Option<Pixels> {
    let (width, height) = (photo.width / 2, photo.height / 2);
    let light = light(photo);
    let (first, paper) = (channels(inks.first), channels(inks.paper));
    let second = inks.second.map(|(color, at)| (channels(color), at));
    let reach = 0.72 * width.max(height) as f32;
    let at = |x: usize, y: usize| {
        let (px, py) = ((x as f32 + 0.5) / 2.0, (y as f32 + 0.5) / 2.0);
        let value = light.get(y * photo.width + x).copied().unwrap_or(1.0);
        let ink = 1.0 - raised(laid(value, screen(px, py, inks.cell)));
        let pixel = between(paper, first, ink);
        let Some((color, (fx, fy))) = second else { return pixel };
        let (dx, dy) = (px - SLIP.0 - fx as f32 * width as f32, py - SLIP.1 - fy as f32 * height as f32);
        let share = spot((dx * dx + dy * dy).sqrt() / reach, dot(px, py, SECOND, TURN.1)) * CARRIED;
        let printed: [f32; 3] = std::array::from_fn(|at| pixel[at] * color[at]);
        between(pixel, printed, share)
    };
    let rgba = (0..height).flat_map(|y| (0..width).map(move |x| (x, y))).flat_map(|(x, y)| {
        let four = [at(2 * x, 2 * y), at(2 * x + 1, 2 * y), at(2 * x, 2 * y + 1), at(2 * x + 1, 2 * y + 1)];
        let mean: [f32; 3] = std::array::from_fn(|channel| four.iter().map(|pixel| pixel[channel]).sum::<f32>() / 4.0);
        let [r, g, b] = mean.map(super::byte);
        [r, g, b, u8::MAX]
    });
    Pixels::from_rgba(u32::try_from(width).ok()?, u32::try_from(height).ok()?, rgba.collect())
}

/// The brightness of every pixel, sharpened, as the page's filters leave it.
fn light(photo: &Photo) -> Vec<f32> {
    let greys: Vec<f32> = photo.pixels.iter().map(|pixel| grey(*pixel)).collect();
    let around = blurred(&greys, photo.width, photo.height, SHARP.0);
    let sharp = greys.iter().zip(around).map(|(value, around)| value + SHARP.1 * (value - around));
    sharp.map(|value| (((value.clamp(0.0, 1.0) - 0.5) * CONTRAST + 0.5) * LIGHT).clamp(0.0, 1.0)).collect()
}

/// The mean of a square about every pixel, taken twice, which is nearly round. Linear in the pixels.
fn blurred(values: &[f32], width: usize, height: usize, radius: usize) -> Vec<f32> {
    let mut out = values.to_vec();
    for _ in 0..2 {
        let mut turned = vec![0.0; out.len()];
        run(&out, &mut turned, width, height, radius);
        // The result is turned, so the second run goes down the columns and turns it back.
        run(&turned, &mut out, height, width, radius);
    }
    out
}

/// Means along rows, written as columns.
#[expect(clippy::cast_precision_loss, reason = "a few pixels")]
fn run(from: &[f32], to: &mut [f32], width: usize, height: usize, radius: usize) {
    for (y, row) in from.chunks_exact(width.max(1)).enumerate() {
        let mut sum: f32 = row.iter().take(radius).sum();
        let mut count = radius.min(width) as f32;
        for x in 0..width {
            if let Some(value) = row.get(x + radius) {
                sum += value;
                count += 1.0;
            }
            if x > radius {
                sum -= row.get(x - radius - 1).copied().unwrap_or_default();
                count -= 1.0;
            }
            if let Some(place) = to.get_mut(x * height + y) {
                *place = sum / count.max(1.0);
            }
        }
    }
}

/// How far a place is from the middle of its cell, 0 there and 1 in the corners.
fn dot(x: f32, y: f32, cell: f32, turn: f32) -> f32 {
    let (sin, cos) = turn.to_radians().sin_cos();
    let place = |along: f32| (along / cell).rem_euclid(1.0) - 0.5;
    let (u, v) = (place(x * cos + y * sin), place(y * cos - x * sin));
    (u * u + v * v).sqrt() * std::f32::consts::SQRT_2
}

/// The screen: dark in the middle of a cell.
fn screen(x: f32, y: f32, cell: f32) -> f32 {
    SCREEN.0 + (SCREEN.1 - SCREEN.0) * dot(x, y, cell, TURN.0)
}

/// The screen over the picture, as `mix-blend-mode: hard-light` does.
fn laid(value: f32, screen: f32) -> f32 {
    let hard = if screen <= 0.5 { 2.0 * screen * value } else { 1.0 - 2.0 * (1.0 - screen) * (1.0 - value) };
    value + (hard - value) * LAID
}

/// As `contrast()` of CSS.
fn raised(value: f32) -> f32 {
    ((value - 0.5) * EDGE + 0.5).clamp(0.0, 1.0)
}

/// How much of ink 2 prints at a distance from the focus (1 where it ends) and from the middle of a cell.
fn spot(distance: f32, dot: f32) -> f32 {
    let glow = if distance < 0.5 { 0.55 - 0.26 * distance } else { 0.84 * (1.0 - distance).max(0.0) };
    let round = (1.0 - dot).max(0.0) * 0.5;
    let all = glow + (1.0 - glow) * round;
    (all * EDGE - 8.05).clamp(0.0, 1.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shade(value: f32) -> f32 {
        let photo = Photo { width: 120, height: 120, pixels: vec![[value; 3]; 120 * 120] };
        let inks = Inks::one(PICTURE, HexColor::rgb(0, 0, 0), HexColor::rgb(255, 255, 255));
        let rgb = print(&photo, &inks).unwrap().rgb();
        rgb.iter().map(|byte| f32::from(*byte)).sum::<f32>() / 255.0 / 10_800.0
    }

    #[test]
    fn the_darker_the_photo_the_more_ink() {
        let shades = [0.0, 0.2, 0.4, 0.6, 0.8, 1.0].map(shade);
        assert!(shades.windows(2).all(|pair| pair[0] <= pair[1]), "{shades:?}");
        assert!(shades[0] < 0.02 && shades[5] > 0.98, "{shades:?}");
        assert!((0.2..0.8).contains(&shade(0.45)));
    }

    #[test]
    fn ink_two_prints_about_the_focus_only() {
        let photo = Photo { width: 400, height: 400, pixels: vec![[1.0; 3]; 160_000] };
        let mut inks = Inks::one(PICTURE, HexColor::rgb(0, 0, 255), HexColor::rgb(255, 255, 255));
        inks.second = Some((HexColor::rgb(255, 0, 0), (0.1, 0.1)));
        let pixels = print(&photo, &inks).unwrap();
        let red = |from: u32| (from..from + 20).any(|at| pixels.at(at, at)[1] < 200);
        assert!(red(14) && !red(170));
    }

    #[test]
    fn a_mean_of_a_flat_picture_is_flat() {
        let out = blurred(&[0.25; 35], 7, 5, 9);
        assert!(out.iter().all(|value| (value - 0.25).abs() < 1e-6));
    }
}
