//! Colour contrast: the AA threshold, the better ink on a background, and readable accents (looks, 1.4).

use crate::color::HexColor;
use crate::float_math;
use crate::look::PaletteEntry;

/// The minimum contrast ratio of text (WCAG 2.2, 1.4.3).
pub const AA: f64 = 4.5;
/// The minimum contrast ratio of shapes, such as seals and buttons (WCAG 2.2, 1.4.11).
pub const SHAPES: f64 = 3.0;
const BLACK: HexColor = HexColor::rgb(0, 0, 0);
const WHITE: HexColor = HexColor::rgb(255, 255, 255);

/// Relative luminance, 0 to 1.
pub fn luminance(color: HexColor) -> f64 {
    let [r, g, b] = color.bytes().map(linear);
    0.2126 * r + 0.7152 * g + 0.0722 * b
}

/// Contrast ratio of two colours, 1 to 21.
pub fn ratio(a: HexColor, b: HexColor) -> f64 {
    let (a, b) = (luminance(a), luminance(b));
    (a.max(b) + 0.05) / (a.min(b) + 0.05)
}

/// Black or white, whichever reads better on a background; always at least 4.5 to 1.
pub fn best_ink(ground: HexColor) -> HexColor {
    if ratio(ground, WHITE) >= ratio(ground, BLACK) { WHITE } else { BLACK }
}

/// The accent for text: its OKLCH lightness moved by steps of 2% until it has 4.5 to 1 on the surface,
/// towards black or white, whichever reads better there.
pub fn accent_text(accent: HexColor, surface: HexColor) -> HexColor {
    moved(accent, surface, AA)
}

/// The accent as a page shows it: the owner's, its lightness moved as far as its shapes need to be seen on the
/// palette's surface (3 to 1). The stored theme keeps what the owner chose.
pub fn held_accent(accent: HexColor, palette: &PaletteEntry) -> HexColor {
    moved(accent, palette.surface, SHAPES)
}

/// The first of the steps of 2% from a colour towards black or white that reaches the contrast with the surface.
fn moved(accent: HexColor, surface: HexColor, least: f64) -> HexColor {
    if ratio(accent, surface) >= least {
        return accent;
    }
    let (lightness, a, b) = to_oklab(accent);
    let step = if best_ink(surface) == WHITE { 0.02 } else { -0.02 };
    let moved = (1..=50).map(|number| from_oklab(lightness + step * f64::from(number), a, b));
    let mut moved = moved.filter(|moved| ratio(*moved, surface) >= least);
    moved.next().unwrap_or_else(|| best_ink(surface))
}

/// An accent that is unreadable as text on its surface.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Weak {
    /// Its contrast with the surface, below [`AA`].
    pub ratio: f64,
    /// The nearest readable colour: the same hue, lighter or darker.
    pub nearest: HexColor,
    /// Whether the nearest is darker than the accent; otherwise it is lighter.
    pub darker: bool,
}

/// The problem of an accent on a surface; `None` when it is readable.
pub fn weak(accent: HexColor, surface: HexColor) -> Option<Weak> {
    let ratio = ratio(accent, surface);
    (ratio < AA).then(|| {
        let nearest = accent_text(accent, surface);
        Weak { ratio, nearest, darker: luminance(nearest) < luminance(accent) }
    })
}

/// The ink directly on the page: the palette's if it is readable on the owner's page colour, otherwise black or white.
pub fn on(ground: HexColor, palette: &PaletteEntry) -> HexColor {
    if ratio(palette.on, ground) >= AA { palette.on } else { best_ink(ground) }
}

fn linear(byte: u8) -> f64 {
    let it = f64::from(byte) / 255.0;
    if it <= 0.04045 { it / 12.92 } else { float_math::pow((it + 0.055) / 1.055, 2.4) }
}

#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "clamped to 0..=255 before")]
fn byte(linear: f64) -> u8 {
    let it = if linear <= 0.003_130_8 { linear * 12.92 } else { 1.055 * float_math::pow(linear, 1.0 / 2.4) - 0.055 };
    (it * 255.0).round().clamp(0.0, 255.0) as u8
}

/// OKLab of an sRGB colour (Ottosson, 2020): lightness 0 to 1, and the two chroma axes.
fn to_oklab(color: HexColor) -> (f64, f64, f64) {
    let [r, g, b] = color.bytes().map(linear);
    let l = float_math::cbrt(0.412_221_470_8 * r + 0.536_332_536_3 * g + 0.051_445_992_9 * b);
    let m = float_math::cbrt(0.211_903_498_2 * r + 0.680_699_545_1 * g + 0.107_396_956_6 * b);
    let s = float_math::cbrt(0.088_302_461_9 * r + 0.281_718_837_6 * g + 0.629_978_700_5 * b);
    (
        0.210_454_255_3 * l + 0.793_617_785_0 * m - 0.004_072_046_8 * s,
        1.977_998_495_1 * l - 2.428_592_205_0 * m + 0.450_593_709_9 * s,
        0.025_904_037_1 * l + 0.782_771_766_2 * m - 0.808_675_766_0 * s,
    )
}

/// The sRGB colour, each channel clamped.
fn from_oklab(lightness: f64, a: f64, b: f64) -> HexColor {
    let lightness = lightness.clamp(0.0, 1.0);
    let l = (lightness + 0.396_337_777_4 * a + 0.215_803_757_3 * b).powi(3);
    let m = (lightness - 0.105_561_345_8 * a - 0.063_854_172_8 * b).powi(3);
    let s = (lightness - 0.089_484_177_5 * a - 1.291_485_548_0 * b).powi(3);
    HexColor::rgb(
        byte(4.076_741_662_1 * l - 3.307_711_591_3 * m + 0.230_969_929_2 * s),
        byte(-1.268_438_004_6 * l + 2.609_757_401_1 * m - 0.341_319_396_5 * s),
        byte(-0.004_196_086_3 * l - 0.703_418_614_7 * m + 1.707_614_701_0 * s),
    )
}
