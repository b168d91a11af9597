//! The code alone, dark on light.

use std::fmt::Write as _;

use mantel_model::HexColor;

use super::outline::polygons;
use super::{Code, QUIET};
use crate::drawer::DrawError;
use crate::encode;

/// The least side of a picture, pixels.
pub const SMALLEST: u32 = 64;
/// The greatest side of a picture, pixels.
pub const LARGEST: u32 = 2048;

/// The code as SVG that grows to any size: one path on one ground, a module to the unit, with its quiet zone.
pub fn svg(code: &Code, dark: HexColor, light: HexColor) -> String {
    let side = code.width() + 2 * QUIET;
    let mut path = String::new();
    for polygon in polygons(code.width(), |x, y| code.dark(x, y)) {
        for (at, (x, y)) in polygon.iter().enumerate() {
            let (x, y) = (x + QUIET, y + QUIET);
            // Every second side is level.
            let _ = match polygon.get(at.wrapping_sub(1)) {
                None => write!(path, "M{x} {y}"),
                Some(before) if before.1 + QUIET == y => write!(path, "H{x}"),
                Some(_) => write!(path, "V{y}"),
            };
        }
        path.push('z');
    }
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {side} {side}\" shape-rendering=\"crispEdges\"><path fill=\"{light}\" d=\"M0 0H{side}V{side}H0z\"/><path fill=\"{dark}\" d=\"{path}\"/></svg>\n"
    )
}

/// The code as PNG of two colours. `side` is in pixels, held within [`SMALLEST`] and [`LARGEST`]; every module is the same
/// whole number of pixels, and what is left over widens the quiet zone. A code with more modules than `side` has pixels
/// gets a pixel for each.
///
/// # Errors
/// Never for what an owner wrote; when the picture could not be encoded.
pub fn png(code: &Code, side: u32, dark: HexColor, light: HexColor) -> Result<Vec<u8>, DrawError> {
    let modules = u32::try_from(code.width() + 2 * QUIET).map_err(|error| DrawError::Encoding(error.to_string()))?;
    let side = side.clamp(SMALLEST, LARGEST).max(modules);
    let scale = side / modules;
    let start = (side - scale * (modules - 8)) / 2;
    // A bit to the pixel, 1 is dark; rows begin at a byte.
    let mut bits = Vec::new();
    let module = |at: u32| at.checked_sub(start).map(|at| (at / scale) as usize);
    for y in 0..side {
        for byte in 0..side.div_ceil(8) {
            let bit = |x: u32| module(x).zip(module(y)).is_some_and(|(x, y)| code.dark(x, y));
            bits.push((0..8).fold(0_u8, |all, at| (all << 1) | u8::from(bit(byte * 8 + at))));
        }
    }
    encode::png((side, side), &bits, |encoder| {
        encoder.set_color(png::ColorType::Indexed);
        encoder.set_depth(png::BitDepth::One);
        encoder.set_palette([light.bytes(), dark.bytes()].concat());
        encoder.set_filter(png::Filter::NoFilter);
    })
}
