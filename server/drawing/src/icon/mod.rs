//! Icons of a page: one object of its look, with the owner's monogram or avatar (docs/design/cards.md, 7).
//!
//! Each look draws in units of 1/180 of the icon's side, whatever its size. Sizes for a browser's tab are clear and drawn
//! bold: the object fills the box and its lines are doubled. Sizes for a home screen are opaque, with the look's own scene
//! behind the object.

mod cobalt;
mod cozy;
mod encode;
mod lofi;
mod night;
mod painted;
#[cfg(test)]
mod tests;
mod washi;

use mantel_model::look::Look;

use crate::art::{Art, Layer};
use crate::card_content::Parts;
use crate::drawer::DrawError;
use crate::look::CardInput;
use crate::photo::{Photo, Pictures};
use crate::svg::{num, words_with};
use crate::text::{Face, Fonts, Line};
use crate::tints::Tints;
use crate::{Pixels, look};

/// The side of an icon in the units in which looks draw.
const UNITS: f64 = 180.0;
/// The middle of an icon, in units.
const MIDDLE: f64 = UNITS / 2.0;
/// The largest scene that is drawn as it is; larger ones are enlarged, for noise costs by the pixel.
const SCENE: u32 = 256;
/// The least part of its size to which a monogram may shrink; past that the look's own mark is clearer.
const LEAST: f64 = 0.35;

/// For what an icon is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum IconSize {
    /// 32 pixels, clear, always the monogram.
    Small,
    /// 64 pixels for a browser's tab, clear; the avatar if there is one.
    Tab,
    /// 180 pixels, opaque, for `apple-touch-icon`: safe for a mask with round corners.
    Touch,
    /// 192 pixels, opaque, for a web manifest: all that matters lies in the middle circle of 80%.
    App192,
    /// 512 pixels, otherwise like [`IconSize::App192`].
    App512,
}

impl IconSize {
    /// Every size, the smallest first.
    pub const ALL: [Self; 5] = [Self::Small, Self::Tab, Self::Touch, Self::App192, Self::App512];

    /// Width and height, pixels.
    pub const fn side(self) -> u32 {
        match self {
            Self::Small => 32,
            Self::Tab => 64,
            Self::Touch => 180,
            Self::App192 => 192,
            Self::App512 => 512,
        }
    }

    /// Whether nothing shines through it.
    pub const fn opaque(self) -> bool {
        !matches!(self, Self::Small | Self::Tab)
    }

    /// The most bytes that an icon of this size has, whatever the picture (cards, 4: at most 10 kB at 64 pixels).
    pub const fn most_bytes(self) -> usize {
        match self {
            Self::Small => 2_500,
            Self::Tab => 6_000,
            Self::Touch => 64_000,
            Self::App192 => 24_000,
            Self::App512 => 120_000,
        }
    }

    /// How many pixels are drawn for each, along a side: lines and photos of small icons are means of several.
    const fn fine(self) -> u32 {
        match self {
            Self::Small => 4,
            Self::Tab => 2,
            _ => 1,
        }
    }

    /// The type of its file: browsers read WebP from a web manifest, which takes a tenth of the bytes; what looks for the other
    /// icons may be older.
    pub const fn mime(self) -> &'static str {
        if self.masked() { "image/webp" } else { "image/png" }
    }

    /// How the name of its file ends.
    pub const fn extension(self) -> &'static str {
        if self.masked() { "webp" } else { "png" }
    }

    const fn masked(self) -> bool {
        matches!(self, Self::App192 | Self::App512)
    }
}

/// An icon of a page, a file of at most [`IconSize::most_bytes`]. Of the pictures only the avatar is used, and not by
/// [`IconSize::Small`]; without it the icon shows the name's first letter, and where no face has that, the look's mark
/// (cards, 2).
///
/// # Errors
/// Never for what an owner wrote; a mistake in a look, or no memory.
pub fn icon(fonts: &Fonts, parts: &Parts, pictures: &Pictures, size: IconSize) -> Result<Vec<u8>, DrawError> {
    let tints = Tints::of(&parts.theme);
    let none = Pictures::default();
    let pictures = if size == IconSize::Small { &none } else { pictures };
    let frame = Frame { sheet: CardInput { tints: &tints, parts, fonts, pictures }, size };
    let pixels = if tints.look() == Look::Lofi { lofi::draw(&frame)? } else { drawn(&frame)? };
    let fine = if tints.look() == Look::Lofi { 1 } else { size.fine() };
    encode::file(&pixels, fine, size)
}

fn drawn(frame: &Frame<'_>) -> Result<Pixels, DrawError> {
    let tints = frame.sheet.tints;
    let (view, art) = match tints.look() {
        Look::Painted => (painted::VIEW, painted::draw(frame)),
        Look::Cozy => (cozy::VIEW, cozy::draw(frame)),
        Look::Washi => (washi::VIEW, washi::draw(frame)),
        Look::Cobalt => (cobalt::VIEW, cobalt::draw(frame)),
        Look::Night | Look::Lofi => (night::VIEW, night::draw(frame)),
    };
    let side = frame.canvas();
    let mut pixels = Pixels::clear(side, side)?;
    if frame.size.opaque() {
        pixels.draw(&scene(tints, view, side)?)?;
    }
    pixels.draw(&art)?;
    Ok(pixels)
}

/// The part of a card's plate that lies behind an icon: left, top, side.
type View = (f64, f64, f64);

/// A part of the page's scene, or of the ground that the owner chose, in so many pixels.
fn scene(tints: &Tints, (x, y, side): View, pixels: u32) -> Result<Art, DrawError> {
    let sharp = pixels.min(SCENE);
    let scale = f64::from(sharp) / side;
    let mut scene = Art::new();
    for layer in look::plate(tints).layers() {
        if let Layer::Svg { body, .. } = layer {
            scene.add(format!("<g transform=\"scale({scale:.4}) translate({} {})\">{body}</g>", num(-x), num(-y)));
        }
    }
    if sharp == pixels {
        return Ok(scene);
    }
    let mut small = Pixels::clear(sharp, sharp)?;
    small.draw(&scene)?;
    let mut art = Art::new();
    let image = art.image(small, 0.0, 0.0, f64::from(pixels), f64::from(pixels), "");
    art.add(image);
    Ok(art)
}

/// An icon that is being drawn.
#[derive(Clone, Copy, Debug)]
struct Frame<'a> {
    sheet: CardInput<'a>,
    size: IconSize,
}

impl Frame<'_> {
    /// Whether the object fills the box and its lines are doubled.
    const fn bold(&self) -> bool {
        !self.size.opaque()
    }

    /// The side of the pixels that are drawn.
    const fn canvas(&self) -> u32 {
        self.size.side() * self.size.fine()
    }

    /// Drawn pixels in a unit.
    fn unit(&self) -> f64 {
        f64::from(self.canvas()) / UNITS
    }

    /// By how much an object is made smaller: `masked` where a mask may leave only the middle circle.
    const fn part(&self, masked: f64) -> f64 {
        if self.size.masked() { masked } else { 1.0 }
    }

    /// Elements in units, made smaller about the middle.
    fn placed(&self, part: f64, elements: &str) -> String {
        format!(
            "<g transform=\"scale({:.4}) translate({MIDDLE} {MIDDLE}) scale({part}) translate(-{MIDDLE} -{MIDDLE})\">{elements}</g>",
            self.unit()
        )
    }

    /// The avatar in so many units, with the pixels that they take; what is clear in it shows `ground`.
    fn avatar(&self, part: f64, width: f64, height: f64, ground: [u8; 3]) -> Option<Photo> {
        let (picture, crop) = self.sheet.avatar()?;
        let pixels = |units: f64| whole(units * part * self.unit());
        Some(Photo::covering(picture, crop, pixels(width), pixels(height), ground))
    }

    /// The monogram at a size, smaller if its ink would be wider or taller; `None` if its face lacks it, or if it would be
    /// too small to read.
    fn monogram(&self, face: &'static Face, size: f64, wide: f64, tall: f64) -> Option<Line> {
        let setting = self.sheet.fixed(face, 0.0);
        let line = self.sheet.initial(setting, size)?;
        let [left, top, right, bottom] = line.ink;
        let fits = (wide / (right - left)).min(tall / (bottom - top)).min(1.0);
        if line.path.is_empty() || !fits.is_finite() || fits < LEAST {
            return None;
        }
        if fits < 1.0 { self.sheet.initial(setting, size * fits) } else { Some(line) }
    }
}

/// A length in whole pixels, at least one.
fn whole(length: f64) -> u32 {
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "the side of an icon at most")]
    let pixels = length.round().clamp(1.0, 1024.0) as u32;
    pixels
}

/// A line with its ink about a point.
fn centred(line: &Line, x: f64, y: f64, attributes: &str) -> String {
    let [left, top, right, bottom] = line.ink;
    words_with(line, x - f64::midpoint(left, right), y - f64::midpoint(top, bottom), attributes)
}
