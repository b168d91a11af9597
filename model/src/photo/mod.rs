//! Photo processing: the sizes a picture is served in, and the treatments that render it as dots or characters.
//!
//! Pure: pixels go in, pixels or characters come out. Used by the server for published pages and by the preview.

pub mod ascii;
pub mod dither;
pub mod grey;
mod noise;
pub mod sketch;

use std::collections::HashMap;
use std::sync::Arc;

pub use grey::Grey;
use serde::{Deserialize, Serialize};
pub use sketch::Sketch;

use crate::color::HexColor;

/// Widths a picture is served in, pixels: what layouts need at 1x to 3x, close enough together that no phone downloads
/// half as much again.
pub const WIDTHS: [u32; 7] = [240, 320, 480, 640, 800, 960, 1280];
/// Column counts that dithered pictures are made in; a dot's drawn size varies a little to fill the gaps between them.
pub const DOTS: [u32; 7] = [64, 96, 128, 192, 256, 384, 512];
/// Target width of a dot, CSS pixels; the nearest of [`DOTS`] is used.
pub const DOT: f64 = 3.0;

/// What the server knows about a picture on a page.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PictureInfo {
    /// Where it is served: `/media/<hash>`, or `/media/far/…` for a picture on another server. Its sizes are below it.
    pub src: String,
    /// Its dimensions, once the server has read it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub measure: Option<Measure>,
    /// The picture in few grey cells, where it is to be drawn in characters.
    #[serde(skip)]
    pub sketch: Option<Arc<Sketch>>,
}

/// The known properties of a picture's pixels.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Measure {
    /// Pixels.
    pub width: u32,
    /// Pixels.
    pub height: u32,
    /// Mean colours of its upper and lower half, shown until it has loaded; none for a transparent picture.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tint: Option<[HexColor; 2]>,
}

/// What is known about the pictures of a page, keyed by the addresses used on the page.
pub type Pictures = HashMap<String, PictureInfo>;

impl Measure {
    /// Width divided by height.
    pub fn aspect(&self) -> f64 {
        f64::from(self.width.max(1)) / f64::from(self.height.max(1))
    }
}

impl PictureInfo {
    /// The widths it is served in, each with its real width in pixels: never larger than the picture.
    pub fn widths(&self) -> Vec<(u32, u32)> {
        let Some(measure) = self.measure else { return Vec::new() };
        let mut out = Vec::new();
        for width in WIDTHS {
            out.push((width, width.min(measure.width)));
            if width >= measure.width {
                break;
            }
        }
        out
    }

    /// The `srcset` of an `img` element.
    pub fn srcset(&self) -> Option<String> {
        let all = self.widths();
        let each = all.iter().map(|(name, width)| format!("{}/{name}.webp {width}w", self.src));
        (!all.is_empty()).then(|| each.collect::<Vec<_>>().join(", "))
    }

    /// The address of the smallest variant at least `wanted` pixels wide, else the largest, else the original.
    pub fn at(&self, wanted: u32) -> String {
        let all = self.widths();
        let found = all.iter().find(|size| size.1 >= wanted).or(all.last());
        found.map_or_else(|| self.src.clone(), |(name, _)| format!("{}/{name}.webp", self.src))
    }

    /// The address of its dithered variant, for a picture shown `wide` CSS pixels wide.
    pub fn dotted(&self, wide: f64) -> String {
        let wanted = (wide / DOT).max(1.0);
        // Nearest by ratio: dots 1.5 times as large look as wrong as dots 1.5 times as small.
        let ratio = |number: &u32| (f64::from(*number) / wanted).max(wanted / f64::from(*number));
        let nearest = DOTS.into_iter().min_by(|a, b| ratio(a).total_cmp(&ratio(b))).unwrap_or(DOTS[2]);
        format!("{}/dither-{nearest}.png", self.src)
    }
}

/// The drawn width of a picture that covers a box, CSS pixels: wider than the box if cropped at the sides or zoomed.
pub fn covering(aspect: f64, (width, height): (f64, f64), zoom: f64) -> f64 {
    width.max(height * aspect) * zoom
}
