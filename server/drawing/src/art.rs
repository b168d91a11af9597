//! A drawing: layers of SVG and of pixels, in the order in which they are laid.

use crate::raster::Pixels;
use crate::svg::num;

/// A layer of a drawing.
#[derive(Debug)]
pub enum Layer {
    /// Elements of an SVG of the card's size, and the pictures that they show, named `p0`, `p1`, …
    Svg {
        /// Elements, `<defs>` among them.
        body: String,
        /// Pictures by number.
        pictures: Vec<Pixels>,
    },
    /// Pixels with their upper left corner at a place.
    Pixels {
        /// From the left, pixels.
        x: i32,
        /// From the top, pixels.
        y: i32,
        /// What is laid there.
        pixels: Pixels,
    },
}

/// A drawing that grows by what is laid on it.
#[derive(Debug, Default)]
pub struct Art {
    layers: Vec<Layer>,
}

impl Art {
    /// An empty drawing.
    pub fn new() -> Self {
        Self::default()
    }

    /// Its layers, the lowest first.
    pub fn layers(&self) -> &[Layer] {
        &self.layers
    }

    /// The layer of SVG that is being drawn, begun if pixels were laid last.
    fn open(&mut self) -> Option<(&mut String, &mut Vec<Pixels>)> {
        if !matches!(self.layers.last(), Some(Layer::Svg { .. })) {
            self.layers.push(Layer::Svg { body: String::new(), pictures: Vec::new() });
        }
        match self.layers.last_mut() {
            Some(Layer::Svg { body, pictures }) => Some((body, pictures)),
            _ => None,
        }
    }

    /// Lays elements of SVG. Ids are shared with what was added since the last pixels were laid.
    pub fn add(&mut self, elements: impl AsRef<str>) {
        if let Some((body, _)) = self.open() {
            body.push_str(elements.as_ref());
        }
    }

    /// Lays pixels on everything so far.
    pub fn lay(&mut self, x: i32, y: i32, pixels: Pixels) {
        self.layers.push(Layer::Pixels { x, y, pixels });
    }

    /// An element that shows pixels in a box, for [`Art::add`] inside of groups, clips and masks. `attributes` such as
    /// `opacity` or `style="mix-blend-mode:multiply"`.
    pub fn image(&mut self, pixels: Pixels, x: f64, y: f64, width: f64, height: f64, attributes: &str) -> String {
        let Some((_, pictures)) = self.open() else { return String::new() };
        pictures.push(pixels);
        format!(
            "<image href=\"p{}\" x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" preserveAspectRatio=\"none\" {attributes}/>",
            pictures.len() - 1,
            num(x),
            num(y),
            num(width),
            num(height)
        )
    }
}
