//! Pictures: cropped, scaled, and treated in pixel code, with the numbers of the page (looks, 1.5; cards, 1).

use crate::Pixels;
use crate::card_content::Crop;

pub mod dither;
pub mod halftone;
pub mod painterly;
mod resize;
pub mod scan;
pub mod woodblock;

/// A picture that the caller decoded.
#[derive(Clone, PartialEq, Eq)]
pub struct Picture {
    width: u32,
    height: u32,
    rgba: Vec<u8>,
}

impl std::fmt::Debug for Picture {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Picture({} × {})", self.width, self.height)
    }
}

/// The pictures of a page that could be loaded; those missing leave their place bare.
#[derive(Clone, Debug, Default)]
pub struct Pictures {
    /// Of [`crate::Parts::avatar`].
    pub avatar: Option<Picture>,
    /// Of [`crate::Parts::picture`].
    pub picture: Option<Picture>,
    /// Of [`crate::Parts::cover`].
    pub cover: Option<Picture>,
    /// Of [`crate::Parts::backdrop`].
    pub backdrop: Option<Picture>,
}

impl Picture {
    /// The longest side, pixels.
    pub const SIDE: u32 = 8192;

    /// A picture from red, green, blue and opacity, row by row; `None` unless there are four bytes for each pixel.
    pub fn new(width: u32, height: u32, rgba: Vec<u8>) -> Option<Self> {
        let fits = (1..=Self::SIDE).contains(&width) && (1..=Self::SIDE).contains(&height);
        let bytes = usize::try_from(u64::from(width) * u64::from(height) * 4).ok()?;
        (fits && rgba.len() == bytes).then_some(Self { width, height, rgba })
    }
}

/// A picture at the size at which it is shown, opaque, ready to be treated.
#[derive(Clone, Debug, PartialEq)]
pub struct Photo {
    /// Pixels.
    pub width: usize,
    /// Pixels.
    pub height: usize,
    /// Red, green, blue, 0 to 1, row by row.
    pub pixels: Vec<[f32; 3]>,
}

impl Photo {
    /// A picture that covers a box of so many pixels, cropped about its focus as `object-fit: cover` and a zoom from the
    /// focus do; what is clear shows `ground`.
    pub fn covering(picture: &Picture, crop: Crop, width: u32, height: u32, ground: [u8; 3]) -> Self {
        let (pw, ph) = (f64::from(picture.width), f64::from(picture.height));
        let scale = (f64::from(width.max(1)) / pw).max(f64::from(height.max(1)) / ph) * crop.zoom.max(1.0);
        let (w, h) = (f64::from(width.max(1)) / scale, f64::from(height.max(1)) / scale);
        let left = (pw - w) * crop.x.clamp(0.0, 1.0);
        let top = (ph - h) * crop.y.clamp(0.0, 1.0);
        resize::scaled(
            picture,
            [left, top, w, h],
            width.max(1),
            height.max(1),
            ground.map(|byte| f32::from(byte) / 255.0),
        )
    }

    /// Its pixels, opaque.
    pub fn to_pixels(&self) -> Option<Pixels> {
        self.with_opacity(|_, _| 1.0)
    }

    /// Its pixels with an opacity (0 to 1) by place.
    pub fn with_opacity(&self, mut opacity: impl FnMut(usize, usize) -> f32) -> Option<Pixels> {
        let mut rgba = Vec::with_capacity(self.pixels.len() * 4);
        for (at, pixel) in self.pixels.iter().enumerate() {
            rgba.extend(pixel.map(byte));
            rgba.push(byte(opacity(at % self.width.max(1), at / self.width.max(1))));
        }
        Pixels::from_rgba(u32::try_from(self.width).ok()?, u32::try_from(self.height).ok()?, rgba)
    }

    /// The same picture with every pixel changed; the function gets the place and the colour.
    pub fn map(&mut self, mut change: impl FnMut(usize, usize, [f32; 3]) -> [f32; 3]) {
        let width = self.width.max(1);
        for (at, pixel) in self.pixels.iter_mut().enumerate() {
            *pixel = change(at % width, at / width, *pixel);
        }
    }
}

/// A channel as a byte.
pub fn byte(value: f32) -> u8 {
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "clamped to a byte")]
    let byte = (value.clamp(0.0, 1.0) * 255.0).round() as u8;
    byte
}

/// A colour as channels from 0 to 1.
pub fn channels(color: mantel_model::HexColor) -> [f32; 3] {
    color.bytes().map(|byte| f32::from(byte) / 255.0)
}

/// The brightness that `grayscale(1)` of CSS gives.
pub fn grey([r, g, b]: [f32; 3]) -> f32 {
    0.2126 * r + 0.7152 * g + 0.0722 * b
}

/// Two colours between each other: the first at 0, the second at 1.
pub fn between(a: [f32; 3], b: [f32; 3], share: f32) -> [f32; 3] {
    std::array::from_fn(|at| a[at] + (b[at] - a[at]) * share)
}

/// As `saturate()` of CSS.
pub fn saturated(pixel: [f32; 3], amount: f32) -> [f32; 3] {
    // The coefficients of Filter Effects, 9.2, which are rounder than those of greyscale.
    let grey = 0.213 * pixel[0] + 0.715 * pixel[1] + 0.072 * pixel[2];
    pixel.map(|channel| (grey + (channel - grey) * amount).clamp(0.0, 1.0))
}

/// As `contrast()` of CSS.
pub fn contrasted(pixel: [f32; 3], amount: f32) -> [f32; 3] {
    pixel.map(|channel| ((channel - 0.5) * amount + 0.5).clamp(0.0, 1.0))
}

/// As `sepia()` of CSS.
pub fn sepia(pixel: [f32; 3], amount: f32) -> [f32; 3] {
    let [r, g, b] = pixel;
    let brown =
        [0.393 * r + 0.769 * g + 0.189 * b, 0.349 * r + 0.686 * g + 0.168 * b, 0.272 * r + 0.534 * g + 0.131 * b];
    between(pixel, brown, amount).map(|channel| channel.clamp(0.0, 1.0))
}
