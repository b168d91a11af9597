//! A print: a ground of pixels, and on it marks, which stay outlines in every form it is given out in.

use std::fmt::Write as _;

use base64::Engine as _;
use jpeg_encoder::{ColorType, Encoder, SamplingFactor};
use mantel_model::HexColor;
use resvg::tiny_skia::{FilterQuality, Pixmap, PixmapPaint, Transform};
use resvg::usvg::{ImageHrefResolver, Options, Tree};

use super::pdf;
use crate::art::{Art, Layer};
use crate::drawer::DrawError;
use crate::svg::num;
use crate::text::Line;

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
    pub(super) ground: Pixmap,
    pub(super) marks: Vec<Mark>,
    /// The turn of what is being drawn.
    pub(super) matrix: [f64; 6],
}

impl Print {
    /// A blank print.
    pub(super) fn blank(width: u32, height: u32) -> Result<Self, DrawError> {
        let ground = Pixmap::new(width, height).ok_or_else(|| DrawError::Svg("no room".to_owned()))?;
        Ok(Self { ground, marks: Vec::new(), matrix: turned(0.0, 0.0, 0.0) })
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
        #[expect(clippy::cast_possible_truncation, reason = "a few thousand pixels")]
        let place = Transform::from_row(scale as f32, 0.0, 0.0, scale as f32, x as f32, y as f32);
        for layer in art.layers() {
            match layer {
                Layer::Svg { body, .. } => draw(&mut self.ground, body, place)?,
                Layer::Pixels { x, y, pixels } => {
                    let size = resvg::tiny_skia::IntSize::from_wh(pixels.width(), pixels.height());
                    let Some(map) = size.and_then(|size| Pixmap::from_vec(pixels.multiplied().to_vec(), size)) else {
                        continue;
                    };
                    let paint = PixmapPaint { quality: FilterQuality::Nearest, ..PixmapPaint::default() };
                    self.ground.draw_pixmap(*x, *y, map.as_ref(), &paint, place, None);
                }
            }
        }
        Ok(())
    }

    /// Lays a plate whose filters are costly: drawn at its own size, then enlarged smoothly.
    pub(super) fn enlarged(&mut self, art: &Art, scale: f64, x: f64, y: f64) -> Result<(), DrawError> {
        let mut small = Self::blank(crate::WIDTH, crate::HEIGHT)?;
        small.plate(art, 1.0, 0.0, 0.0)?;
        #[expect(clippy::cast_possible_truncation, reason = "a few thousand pixels")]
        let place = Transform::from_row(scale as f32, 0.0, 0.0, scale as f32, x as f32, y as f32);
        let paint = PixmapPaint { quality: FilterQuality::Bicubic, ..PixmapPaint::default() };
        self.ground.draw_pixmap(0, 0, small.ground.as_ref(), &paint, place, None);
        Ok(())
    }

    /// Lays elements of SVG on the ground, in pixels of the print.
    pub(super) fn under(&mut self, body: &str) -> Result<(), DrawError> {
        let [a, b, c, d, e, f] = self.matrix;
        let body = format!("<g transform=\"matrix({a:.6} {b:.6} {c:.6} {d:.6} {e:.3} {f:.3})\">{body}</g>");
        draw(&mut self.ground, &body, Transform::identity())
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
    fn flat(&self) -> Result<Pixmap, DrawError> {
        let mut all = self.ground.clone();
        draw(&mut all, &self.outlines(), Transform::identity())?;
        Ok(all)
    }

    /// The print as PNG.
    ///
    /// # Errors
    /// Never for what an owner wrote; a mistake in a look, or no memory.
    pub fn png(&self) -> Result<Vec<u8>, DrawError> {
        let pixels = rgb(&self.flat()?);
        let mut out = Vec::new();
        let mut encoder = png::Encoder::new(&mut out, self.width(), self.height());
        encoder.set_color(png::ColorType::Rgb);
        encoder
            .write_header()
            .and_then(|mut writer| writer.write_image_data(&pixels))
            .map_err(|error| DrawError::Jpeg(error.to_string()))?;
        Ok(out)
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
        let (Ok(width), Ok(height)) = (u16::try_from(self.width()), u16::try_from(self.height())) else {
            return Err(DrawError::Jpeg("too large".to_owned()));
        };
        let mut out = Vec::new();
        let mut encoder = Encoder::new(&mut out, QUALITY);
        encoder.set_sampling_factor(SamplingFactor::F_1_1);
        encoder
            .encode(&rgb(&self.ground), width, height, ColorType::Rgb)
            .map_err(|error| DrawError::Jpeg(error.to_string()))?;
        Ok(out)
    }
}

fn rgb(map: &Pixmap) -> Vec<u8> {
    map.data().chunks_exact(4).flat_map(|pixel| pixel.iter().take(3).copied()).collect()
}

/// Draws elements of SVG, which name no picture and no file.
fn draw(map: &mut Pixmap, body: &str, place: Transform) -> Result<(), DrawError> {
    // Large enough for a plate before it is enlarged, and for a print.
    let (width, height) = (map.width().max(crate::WIDTH), map.height().max(crate::HEIGHT));
    let svg = format!("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\">{body}</svg>");
    let image_href_resolver =
        ImageHrefResolver { resolve_data: Box::new(|_, _, _| None), resolve_string: Box::new(|_, _| None) };
    let options = Options { image_href_resolver, ..Options::default() };
    let tree = Tree::from_str(&svg, &options).map_err(|error| DrawError::Svg(error.to_string()))?;
    resvg::render(&tree, place, &mut map.as_mut());
    Ok(())
}
