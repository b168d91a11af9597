//! ASCII art of a picture, as real text: the more ink, the denser the characters (looks, 1.5).

use super::Grey;

/// Characters from no ink to the most.
const RAMP: [char; 10] = [' ', '.', ':', '-', '=', '+', '*', '#', '%', '@'];
/// Columns of characters across the visible part of a picture: in a narrow box, and in a wide one.
const COLUMNS: (u32, u32) = (48, 64);
/// From this width on a box is wide, CSS pixels.
const WIDE: f64 = 500.0;
/// Maximum columns and rows of the whole picture, to keep pages small.
const MOST: u32 = 64;

/// Columns and rows for a whole picture that is drawn `drawn` wide to cover a box `wide` wide (CSS pixels).
/// Cells are square.
pub fn measure(aspect: f64, wide: f64, drawn: f64) -> (u32, u32) {
    let across = if wide < WIDE { COLUMNS.0 } else { COLUMNS.1 };
    let wanted = (f64::from(across) * (drawn / wide.max(1.0)).max(1.0)).min(f64::from(MOST));
    let cols = if aspect < 1.0 { wanted.min(f64::from(MOST) * aspect) } else { wanted };
    let whole = |number: f64| (1..=MOST).rev().find(|n| f64::from(*n) <= number.round()).unwrap_or(1);
    (whole(cols), whole((cols / aspect).max(1.0)))
}

/// The picture as `cols` by `rows` characters, trailing spaces trimmed. On dark palettes the characters are light,
/// so bright areas get the dense ones.
pub fn letters(picture: &Grey, (cols, rows): (u32, u32), dark: bool) -> String {
    let lit = picture.resized(cols, rows);
    let width = usize::try_from(lit.cols).unwrap_or(1);
    let tones = lit.toned();
    let lines = tones.chunks(width).map(|line| {
        let line: String = line.iter().map(|light| letter(*light, dark)).collect();
        line.trim_end().to_owned()
    });
    lines.collect::<Vec<_>>().join("\n")
}

fn letter(light: f64, dark: bool) -> char {
    // x^1.5 gives bit-identical results on every platform, x^1.6 does not.
    let ink = if dark { light } else { 1.0 - light * light.sqrt() };
    let steps = RAMP.len();
    let at = (0..steps).rev().find(|step| ink * 10.0 >= f64::from(u8::try_from(*step).unwrap_or_default()));
    RAMP.get(at.unwrap_or_default()).copied().unwrap_or(' ')
}
