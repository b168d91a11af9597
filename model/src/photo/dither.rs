//! Dithers a picture into black and white dots by blue noise: without a pattern, so that dots can be drawn in any size.

use super::{Grey, noise};

/// Radius of the sharpening, dots.
const REACH: u32 = 4;

/// The picture in `cols` columns of dots, 0 or 255 each; rows follow from its aspect ratio, at most four per column.
pub fn dots(picture: &Grey, cols: u32) -> Grey {
    let cols = cols.clamp(1, picture.cols.max(1) * 4);
    let rows = u64::from(cols) * u64::from(picture.rows) / u64::from(picture.cols.max(1));
    let rows = u32::try_from(rows.max(1)).unwrap_or(1).min(cols * 4);
    let mut out = picture.resized(cols, rows).sharpened(REACH);
    let lit = out.stretched();
    let width = usize::try_from(cols).unwrap_or(1);
    for (at, (cell, light)) in out.cells.iter_mut().zip(lit).enumerate() {
        // Between perceived and linear brightness: shadows stay dark, and skies are not blown out.
        let light = f64::midpoint(light, light * light.sqrt());
        *cell = if light > noise::threshold(at % width, at / width) { 255 } else { 0 };
    }
    out
}
