//! A print: a ground of pixels, and on it marks, which stay outlines in every form it is given out in.

use std::fmt::Write as _;

use base64::Engine as _;
use jpeg_encoder::SamplingFactor;
use mantel_model::HexColor;
use resvg::tiny_skia::Transform;

use super::pdf;
use crate::art::Art;
use crate::drawer::DrawError;
use crate::svg::num;
use crate::text::Line;
use crate::{Pixels, encode};

/// Quality of the ground as JPEG in SVG and PDF: a printer enlarges what it gets.
const QUALITY: u8 = 90;

/// An outline with a fill: `x' = a·x + c·y + e`, `y' = b·x + d·y + f`.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Mark {
    /// Path data of `M`, `L`, `Q`, `C` and `Z`, all absolute, filled where it winds.
    pub path: String,
    pub fill: HexColor,
    /// `[a, b, c, d, e, f]`.
    pub matrix: [f64; 6],
}

/// A turn about a point, degrees clockwise.
pub(super) fn turned(degrees: f64, x: f64, y: f64) -> [f64; 6] {
    let (sin, cos) = degrees.to_radians().sin_cos();
    [cos, sin, -sin, cos, x - cos * x + sin * y, y - sin * x - cos * y]
}

/// A finished print.
#[derive(Clone, Debug)]
pub struct Print {
    ground: Pixels,
    pub(super) marks: Vec<Mark>,
    /// The turn of what is being drawn.
    pub(super) matrix: [f64; 6],
}

impl Print {
    /// A blank print.
    pub(super) fn blank(width: u32, height: u32) -> Result<Self, DrawError> {
        Ok(Self { ground: Pixels::clear(width, height)?, marks: Vec::new(), matrix: turned(0.0, 0.0, 0.0) })
    }

    /// Pixels.
    pub fn width(&self) -> u32 {
        self.ground.width()
    }

    /// Pixels.
    pub fn height(&self) -> u32 {
        self.ground.height()
    }

    /// Lays a plate, enlarged and moved: its outlines anew at their size, its pixels as squares.
    pub(super) fn plate(&mut self, art: &Art, scale: f64, x: f64, y: f64) -> Result<(), DrawError> {
        self.ground.draw_at(art, place(scale, x, y))
    }

    /// Lays a plate whose filters are costly: drawn at its own size, then enlarged smoothly.
    pub(super) fn enlarged(&mut self, art: &Art, scale: f64, x: f64, y: f64) -> Result<(), DrawError> {
        let mut small = Pixels::clear(crate::WIDTH, crate::HEIGHT)?;
        small.draw(art)?;
        self.ground.lay(&small, place(scale, x, y));
        Ok(())
    }

    /// Lays elements of SVG on the ground, in pixels of the print.
    pub(super) fn under(&mut self, body: &str) -> Result<(), DrawError> {
        let [a, b, c, d, e, f] = self.matrix;
        let mut art = Art::new();
        art.add(format!("<g transform=\"matrix({a:.6} {b:.6} {c:.6} {d:.6} {e:.3} {f:.3})\">{body}</g>"));
        self.ground.draw(&art)
    }

    /// Marks an outline.
    pub(super) fn mark(&mut self, path: String, fill: HexColor) {
        if !path.is_empty() {
            self.marks.push(Mark { path, fill, matrix: self.matrix });
        }
    }

    /// Marks a line of words with its origin at a point.
    pub(super) fn words(&mut self, line: &Line, x: f64, y: f64, fill: HexColor) {
        let [a, b, c, d, e, f] = self.matrix;
        let matrix = [a, b, c, d, a * x + c * y + e, b * x + d * y + f];
        if !line.path.is_empty() {
            self.marks.push(Mark { path: line.path.clone(), fill, matrix });
        }
    }

    /// The marks as elements of SVG.
    fn outlines(&self) -> String {
        let mut out = String::new();
        for Mark { path, fill, matrix: [a, b, c, d, e, f] } in &self.marks {
            let _ = write!(
                out,
                "<path fill=\"{fill}\" transform=\"matrix({a:.5} {b:.5} {c:.5} {d:.5} {} {})\" d=\"{path}\"/>",
                num(*e),
                num(*f)
            );
        }
        out
    }

    /// All of it as pixels.
    fn flat(&self) -> Result<Pixels, DrawError> {
        let (mut all, mut outlines) = (self.ground.clone(), Art::new());
        outlines.add(self.outlines());
        all.draw(&outlines)?;
        Ok(all)
    }

    /// The print as PNG.
    ///
    /// # Errors
    /// Never for what an owner wrote; a mistake in a look, or no memory.
    pub fn png(&self) -> Result<Vec<u8>, DrawError> {
        let rgb = self.flat()?.rgb();
        encode::png((self.width(), self.height()), &rgb, |encoder| encoder.set_color(png::ColorType::Rgb))
    }

    /// The print as SVG: the scene as a picture within the file, the code and all words as outlines.
    ///
    /// # Errors
    /// As [`Print::png`].
    pub fn svg(&self) -> Result<String, DrawError> {
        let (width, height) = (self.width(), self.height());
        let ground = base64::engine::general_purpose::STANDARD.encode(self.jpeg()?);
        Ok(format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" viewBox=\"0 0 {width} {height}\"><image width=\"{width}\" height=\"{height}\" href=\"data:image/jpeg;base64,{ground}\"/>{}</svg>\n",
            self.outlines()
        ))
    }

    /// The print as a page of PDF at 300 dots an inch: the scene as a picture, the code and all words as outlines. `bleed`
    /// is how much of it on each side is to be cut off, pixels.
    ///
    /// # Errors
    /// As [`Print::png`].
    pub fn pdf(&self, bleed: f64) -> Result<Vec<u8>, DrawError> {
        Ok(pdf::page((self.width(), self.height()), bleed, &self.jpeg()?, &self.marks))
    }

    /// The ground as JPEG with all of its colour.
    fn jpeg(&self) -> Result<Vec<u8>, DrawError> {
        encode::jpeg(&self.ground, QUALITY, |encoder| encoder.set_sampling_factor(SamplingFactor::F_1_1))
    }
}

/// Enlarged and moved.
fn place(scale: f64, x: f64, y: f64) -> Transform {
    #[expect(clippy::cast_possible_truncation, reason = "a few thousand pixels")]
    let place = Transform::from_row(scale as f32, 0.0, 0.0, scale as f32, x as f32, y as f32);
    place
}
