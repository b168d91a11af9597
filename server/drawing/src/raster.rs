//! From drawings to pixels.

use std::sync::Arc;

use resvg::tiny_skia::{FilterQuality, IntSize, Pixmap, PixmapPaint, Transform};
use resvg::usvg::{ImageHrefResolver, ImageKind, Options, Tree};

use crate::art::{Art, Layer};
use crate::drawer::DrawError;
use crate::{HEIGHT, WIDTH, encode};

/// Pixels in rows, with opacity; at most [`Pixels::SIDE`] wide and high.
#[derive(Clone, Debug, PartialEq)]
pub struct Pixels {
    map: Pixmap,
}

impl Pixels {
    /// The longest side, pixels.
    pub const SIDE: u32 = 4096;

    /// Clear pixels.
    ///
    /// # Errors
    /// If a side is 0 or too long, or there is no memory.
    pub fn clear(width: u32, height: u32) -> Result<Self, DrawError> {
        let fits = width <= Self::SIDE && height <= Self::SIDE;
        let map = fits.then(|| Pixmap::new(width, height)).flatten();
        map.map(|map| Self { map }).ok_or_else(|| DrawError::Svg("no room".to_owned()))
    }

    /// Pixels from red, green, blue and opacity, not multiplied; `None` unless there are four bytes for each.
    pub fn from_rgba(width: u32, height: u32, mut rgba: Vec<u8>) -> Option<Self> {
        if width > Self::SIDE || height > Self::SIDE {
            return None;
        }
        for pixel in rgba.chunks_exact_mut(4) {
            if let [r, g, b, a] = pixel
                && *a < 255
            {
                for channel in [r, g, b] {
                    *channel = times(*channel, *a);
                }
            }
        }
        Pixmap::from_vec(rgba, IntSize::from_wh(width, height)?).map(|map| Self { map })
    }

    /// Pixels of one function of place, which gives red, green, blue and opacity.
    pub fn from_fn(width: u32, height: u32, mut at: impl FnMut(u32, u32) -> [u8; 4]) -> Option<Self> {
        let mut rgba = Vec::new();
        for y in 0..height.min(Self::SIDE + 1) {
            for x in 0..width.min(Self::SIDE + 1) {
                rgba.extend(at(x, y));
            }
        }
        Self::from_rgba(width, height, rgba)
    }

    /// Pixels.
    pub fn width(&self) -> u32 {
        self.map.width()
    }

    /// Pixels.
    pub fn height(&self) -> u32 {
        self.map.height()
    }

    /// Red, green, blue and opacity of every pixel, row by row, colours multiplied by the opacity.
    pub fn multiplied(&self) -> &[u8] {
        self.map.data()
    }

    /// Red, green and blue of every pixel, row by row; what is clear is black.
    pub fn rgb(&self) -> Vec<u8> {
        self.map.data().chunks_exact(4).flat_map(|pixel| pixel.iter().take(3).copied()).collect()
    }

    /// The pixel at a place: red, green, blue, opacity, colours multiplied; clear outside.
    pub fn at(&self, x: u32, y: u32) -> [u8; 4] {
        self.map.pixel(x, y).map_or([0; 4], |it| [it.red(), it.green(), it.blue(), it.alpha()])
    }

    /// Lays a drawing on these pixels.
    ///
    /// # Errors
    /// When an element of SVG is not well formed, which is a mistake in a look.
    pub fn draw(&mut self, art: &Art) -> Result<(), DrawError> {
        self.draw_at(art, Transform::identity())
    }

    /// The same, moved and enlarged: outlines anew at their size, pixels as squares.
    pub(crate) fn draw_at(&mut self, art: &Art, place: Transform) -> Result<(), DrawError> {
        for layer in art.layers() {
            match layer {
                Layer::Svg { body, pictures } => self.draw_svg(body, pictures, place)?,
                Layer::Pixels { x, y, pixels } => {
                    let paint = PixmapPaint::default();
                    self.map.draw_pixmap(*x, *y, pixels.map.as_ref(), &paint, place, None);
                }
            }
        }
        Ok(())
    }

    /// Lays pixels on these, moved and smoothly enlarged.
    pub(crate) fn lay(&mut self, pixels: &Self, place: Transform) {
        let paint = PixmapPaint { quality: FilterQuality::Bicubic, ..PixmapPaint::default() };
        self.map.draw_pixmap(0, 0, pixels.map.as_ref(), &paint, place, None);
    }

    fn draw_svg(&mut self, body: &str, pictures: &[Self], place: Transform) -> Result<(), DrawError> {
        // Large enough for a card before it is enlarged, and for what is larger than one.
        let (width, height) = (self.width().max(WIDTH), self.height().max(HEIGHT));
        let encoded = pictures.iter().map(Self::png).collect::<Result<Vec<_>, _>>()?;
        let svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" viewBox=\"0 0 {width} {height}\">{body}</svg>"
        );
        // Only the pictures handed in: no files, no addresses.
        let resolver = ImageHrefResolver {
            resolve_data: Box::new(|_, _, _| None),
            resolve_string: Box::new(move |name, _| {
                let number: usize = name.strip_prefix('p')?.parse().ok()?;
                encoded.get(number).map(|png| ImageKind::PNG(Arc::clone(png)))
            }),
        };
        let options = Options { image_href_resolver: resolver, ..Options::default() };
        let tree = Tree::from_str(&svg, &options).map_err(|error| DrawError::Svg(error.to_string()))?;
        resvg::render(&tree, place, &mut self.map.as_mut());
        Ok(())
    }

    /// The pixels as PNG without compression: only resvg reads it.
    fn png(&self) -> Result<Arc<Vec<u8>>, DrawError> {
        let straight: Vec<u8> = self
            .map
            .pixels()
            .iter()
            .flat_map(|pixel| {
                let it = pixel.demultiply();
                [it.red(), it.green(), it.blue(), it.alpha()]
            })
            .collect();
        let bytes = encode::png((self.width(), self.height()), &straight, |encoder| {
            encoder.set_color(png::ColorType::Rgba);
            encoder.set_compression(png::Compression::NoCompression);
            encoder.set_filter(png::Filter::NoFilter);
        });
        bytes.map(Arc::new)
    }
}

/// A channel multiplied by an opacity.
fn times(channel: u8, opacity: u8) -> u8 {
    let product = u16::from(channel) * u16::from(opacity) + 128;
    u8::try_from((product + (product >> 8)) >> 8).unwrap_or(u8::MAX)
}
