//! Photographs as numbers: the sizes a picture is served in, and the treatments that print it in dots or letters.
//!
//! Pure: pixels go in, pixels or characters come out. The server makes with it what pages show, and so does the preview.

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

/// Widths a picture is served in, pixels: what the layouts need at 1x to 3x, close enough that no phone gets half as much again.
pub const WIDTHS: [u32; 7] = [240, 320, 480, 640, 800, 960, 1280];
/// Columns of dots that a picture is dithered in; in between the dots grow or shrink a little.
pub const DOTS: [u32; 7] = [64, 96, 128, 192, 256, 384, 512];
/// Width of a dot, CSS pixels, as near as [`DOTS`] come to it.
pub const DOT: f64 = 3.0;

/// What the server knows of a picture that a page names.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Seen {
    /// Where it is served: `/media/<hash>`, or `/media/far/…` for a picture that lies elsewhere. Its sizes are below it.
    pub src: String,
    /// Its pixels, once the server has had them in hand.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub measure: Option<Measure>,
    /// The picture in few grey cells, where it is to be drawn in letters.
    #[serde(skip)]
    pub sketch: Option<Arc<Sketch>>,
}

/// What is told of a picture's pixels.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Measure {
    /// Pixels.
    pub width: u32,
    /// Pixels.
    pub height: u32,
    /// Mean colours of its upper and lower half, which stand in until it has come; none where one sees through it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tint: Option<[HexColor; 2]>,
}

/// What is known of the pictures of a page, by the addresses it names them with.
pub type Pictures = HashMap<String, Seen>;

impl Measure {
    /// Width by height.
    pub fn aspect(&self) -> f64 {
        f64::from(self.width.max(1)) / f64::from(self.height.max(1))
    }
}

impl Seen {
    /// The widths it is served in, with the pixels each really has: never more than the picture.
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

    /// The `srcset` of an image element.
    pub fn srcset(&self) -> Option<String> {
        let all = self.widths();
        let each = all.iter().map(|(name, width)| format!("{}/{name}.webp {width}w", self.src));
        (!all.is_empty()).then(|| each.collect::<Vec<_>>().join(", "))
    }

    /// Its address at the width nearest above `wanted` pixels, or as it is.
    pub fn at(&self, wanted: u32) -> String {
        let all = self.widths();
        let found = all.iter().find(|size| size.1 >= wanted).or(all.last());
        found.map_or_else(|| self.src.clone(), |(name, _)| format!("{}/{name}.webp", self.src))
    }

    /// Its address in dots, for a picture shown `wide` CSS pixels wide.
    pub fn dotted(&self, wide: f64) -> String {
        let wanted = (wide / DOT).max(1.0);
        // The nearest by ratio: dots half as large again look like those half as small.
        let ratio = |number: &u32| (f64::from(*number) / wanted).max(wanted / f64::from(*number));
        let nearest = DOTS.into_iter().min_by(|a, b| ratio(a).total_cmp(&ratio(b))).unwrap_or(DOTS[2]);
        format!("{}/dither-{nearest}.png", self.src)
    }
}

/// The width a picture takes when it covers a box, CSS pixels: beyond the box where it is wider than that, and zoomed.
pub fn covering(aspect: f64, (width, height): (f64, f64), zoom: f64) -> f64 {
    width.max(height * aspect) * zoom
}
