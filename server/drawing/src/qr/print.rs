//! A print: a ground of pixels, and on it marks, which stay outlines in every form it is given out in.

use std::fmt::Write as _;

use base64::Engine as _;
use jpeg_encoder::SamplingFactor;
use mantel_model::HexColor;
use resvg::tiny_skia::Transform;

use super::pdf;
use super::plain::SMALLEST;
use crate::art::Art;
use crate::card_content::Crop;
use crate::drawer::DrawError;
use crate::photo::{self, Photo};
use crate::svg::num;
use crate::text::Line;
use crate::{Picture, Pixels, encode};

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
    /// How much is to be cut off on each side, pixels. Places are counted from where the cut is.
    bleed: u32,
    /// The turn of what is being drawn.
    matrix: [f64; 6],
}

impl Print {
    /// A blank print.
    pub(super) fn blank(width: u32, height: u32) -> Result<Self, DrawError> {
        Self::bleeding(width, height, 0)
    }

    /// A blank print that is larger by a bleed on every side.
    pub(super) fn bleeding(width: u32, height: u32, bleed: u32) -> Result<Self, DrawError> {
        let ground = Pixels::clear(width + 2 * bleed, height + 2 * bleed)?;
        let mut print = Self { ground, marks: Vec::new(), bleed, matrix: turned(0.0, 0.0, 0.0) };
        print.turn(0.0, 0.0, 0.0);
        Ok(print)
    }

    /// Turns what is drawn from here on about a point, degrees clockwise.
    pub(super) fn turn(&mut self, degrees: f64, x: f64, y: f64) {
        let [a, b, c, d, e, f] = turned(degrees, x, y);
        let bleed = f64::from(self.bleed);
        self.matrix = [a, b, c, d, e + bleed, f + bleed];
    }

    /// With the bleed, pixels.
    pub fn width(&self) -> u32 {
        self.ground.width()
    }

    /// With the bleed, pixels.
    pub fn height(&self) -> u32 {
        self.ground.height()
    }

    /// Lays a plate, enlarged and moved: its outlines anew at their size, its pixels as squares.
    pub(super) fn plate(&mut self, art: &Art, scale: f64, x: f64, y: f64) -> Result<(), DrawError> {
        self.ground.draw_at(art, self.place(scale, x, y))
    }

    /// Lays a plate whose filters are costly: drawn at its own size, then enlarged smoothly.
    pub(super) fn enlarged(&mut self, art: &Art, scale: f64, x: f64, y: f64) -> Result<(), DrawError> {
        let mut small = Pixels::clear(crate::WIDTH, crate::HEIGHT)?;
        small.draw(art)?;
        self.ground.lay(&small, self.place(scale, x, y));
        Ok(())
    }

    /// Lays a plate, enlarged and moved, over all of the print; drawn at half the size, for its filters are costly and it
    /// is soft.
    pub(super) fn halved(&mut self, art: &Art, scale: f64, x: f64, y: f64) -> Result<(), DrawError> {
        let mut small = Pixels::clear(self.width().div_ceil(2), self.height().div_ceil(2))?;
        small.draw_at(art, self.place(scale, x, y).post_scale(0.5, 0.5))?;
        let bleed = f64::from(self.bleed);
        self.ground.lay(&small, self.place(2.0, -bleed, -bleed));
        Ok(())
    }

    /// Lays a drawing on the ground, in pixels of the print.
    pub(super) fn lay(&mut self, art: &Art) -> Result<(), DrawError> {
        #[expect(clippy::cast_possible_truncation, reason = "a few thousand pixels")]
        let [a, b, c, d, e, f] = self.matrix.map(|it| it as f32);
        self.ground.draw_at(art, Transform::from_row(a, b, c, d, e, f))
    }

    /// Enlarged, and moved from where the cut is.
    fn place(&self, scale: f64, x: f64, y: f64) -> Transform {
        let bleed = f64::from(self.bleed);
        #[expect(clippy::cast_possible_truncation, reason = "a few thousand pixels")]
        let place = Transform::from_row(scale as f32, 0.0, 0.0, scale as f32, (x + bleed) as f32, (y + bleed) as f32);
        place
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

    /// The print as PNG, without its bleed: as it is, or smaller, so many pixels wide, at least [`SMALLEST`].
    ///
    /// # Errors
    /// Never for what an owner wrote; a mistake in a look, or no memory.
    pub fn png(&self, width: Option<u32>) -> Result<Vec<u8>, DrawError> {
        let whole = self.cut_pixels()?;
        let size = self.cut();
        let Some(width) = width.map(|width| width.max(SMALLEST)).filter(|width| *width < size.0) else {
            return encode::png(size, &whole, |encoder| encoder.set_color(png::ColorType::Rgb));
        };
        let height = (size.1 * width).div_ceil(size.0);
        let opaque = whole.chunks_exact(3).flat_map(|rgb| rgb.iter().copied().chain([u8::MAX])).collect();
        let picture = Picture::new(size.0, size.1, opaque).ok_or(DrawError::Encoding("no pixels".to_owned()))?;
        let small = Photo::covering(&picture, Crop::default(), width, height, [u8::MAX; 3]);
        let rgb: Vec<u8> = small.pixels.iter().flat_map(|pixel| pixel.map(photo::byte)).collect();
        encode::png((width, height), &rgb, |encoder| encoder.set_color(png::ColorType::Rgb))
    }

    /// Red, green and blue of every pixel without the bleed, row by row.
    fn cut_pixels(&self) -> Result<Vec<u8>, DrawError> {
        let rgb = self.flat()?.rgb();
        let (width, height) = self.cut();
        let [row, start, long, left, rows] = [self.width() * 3, self.bleed, width * 3, self.bleed * 3, height]
            .map(|it| usize::try_from(it).unwrap_or(0));
        let lines = rgb.chunks_exact(row.max(1)).skip(start).take(rows);
        Ok(lines.flat_map(|line| line.iter().skip(left).take(long).copied()).collect())
    }

    /// Width and height without the bleed, pixels.
    fn cut(&self) -> (u32, u32) {
        let less = |side: u32| side.saturating_sub(2 * self.bleed);
        (less(self.width()), less(self.height()))
    }

    /// The print as SVG without its bleed: the scene as a picture within the file, the code and all words as outlines.
    ///
    /// # Errors
    /// As [`Print::png`].
    pub fn svg(&self) -> Result<String, DrawError> {
        let ((width, height), (wide, high), bleed) = ((self.width(), self.height()), self.cut(), self.bleed);
        let ground = base64::engine::general_purpose::STANDARD.encode(self.jpeg()?);
        Ok(format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{wide}\" height=\"{high}\" viewBox=\"{bleed} {bleed} {wide} {high}\"><image width=\"{width}\" height=\"{height}\" href=\"data:image/jpeg;base64,{ground}\"/>{}</svg>\n",
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
