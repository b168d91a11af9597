//! Draws cards and keeps the plates and stages of the last ones.

use std::sync::{Arc, Mutex, PoisonError};

use mantel_model::page::Draft;

use crate::look::{self, CardInput, Objects};
use crate::text::Fonts;
use crate::tints::Tints;
use crate::{HEIGHT, Parts, Pictures, Pixels, WIDTH, encode};

/// Bytes of one plate or stage.
const ONE: usize = 4 * WIDTH as usize * HEIGHT as usize;
/// What a drawer keeps unless told otherwise, bytes: sixteen plates and stages.
const KEPT: usize = 16 * ONE;

/// Why a card was not drawn. Neither depends on what an owner wrote.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DrawError {
    /// A look's drawing is no SVG.
    Svg(String),
    /// The picture could not be encoded.
    Encoding(String),
}

impl std::fmt::Display for DrawError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Svg(why) => write!(f, "a drawing is not well formed: {why}"),
            Self::Encoding(why) => write!(f, "the picture could not be encoded: {why}"),
        }
    }
}

impl std::error::Error for DrawError {}

/// What a kept picture shows.
#[derive(Clone, Debug, PartialEq)]
enum Key {
    Plate(Tints),
    Stage(Tints, Objects),
}

/// Draws cards. Shared between threads; draws one card a call, on the calling thread.
#[derive(Debug)]
pub struct Drawer {
    fonts: Fonts,
    /// The last used is the last.
    kept: Mutex<Vec<(Key, Arc<Pixels>)>>,
    most: usize,
}

impl Drawer {
    /// A drawer with these fonts that keeps up to 48 MB of plates and stages.
    pub const fn new(fonts: Fonts) -> Self {
        Self::keeping(fonts, KEPT)
    }

    /// A drawer that keeps at most so many bytes of plates and stages.
    pub const fn keeping(fonts: Fonts, bytes: usize) -> Self {
        Self { fonts, kept: Mutex::new(Vec::new()), most: bytes / ONE }
    }

    /// Its fonts.
    pub const fn fonts(&self) -> &Fonts {
        &self.fonts
    }

    /// The card of a published page as a progressive JPEG of at most [`crate::MOST_BYTES`]. `address` is where the page
    /// is served; of the pictures that [`Parts`] names the caller hands over those it could load.
    ///
    /// # Errors
    /// Never for what an owner wrote; a mistake in a look, or no memory.
    pub fn jpeg(&self, page: &Draft, address: &str, pictures: &Pictures) -> Result<Vec<u8>, DrawError> {
        let pixels = self.pixels(&Parts::of(page, address), pictures)?;
        encode::card(&pixels, look::quality(page.theme.look()))
    }

    /// The same as pixels.
    ///
    /// # Errors
    /// As [`Drawer::jpeg`].
    pub fn pixels(&self, parts: &Parts, pictures: &Pictures) -> Result<Pixels, DrawError> {
        let tints = Tints::of(&parts.theme);
        let sheet = CardInput { tints: &tints, parts, fonts: &self.fonts, pictures };
        let objects = sheet.objects();
        let mut pixels = if let Some(backdrop) = look::backdrop(&sheet) {
            // An owner's picture behind the page: of this page alone, so not kept.
            let mut pixels = Pixels::clear(WIDTH, HEIGHT)?;
            pixels.draw(&backdrop)?;
            pixels.draw(&look::stage(&tints, objects))?;
            pixels
        } else {
            Pixels::clone(&*self.stage(&tints, objects)?)
        };
        pixels.draw(&look::card(&sheet))?;
        Ok(pixels)
    }

    /// Draws the plate of a theme now, so that the first card of that kind is as quick as the others.
    ///
    /// # Errors
    /// As [`Drawer::jpeg`].
    pub fn warm(&self, tints: &Tints) -> Result<(), DrawError> {
        self.plate(tints).map(|_| ())
    }

    fn plate(&self, tints: &Tints) -> Result<Arc<Pixels>, DrawError> {
        self.kept(Key::Plate(tints.clone()), || {
            let mut pixels = Pixels::clear(WIDTH, HEIGHT)?;
            pixels.draw(&look::plate(tints))?;
            Ok(pixels)
        })
    }

    fn stage(&self, tints: &Tints, objects: Objects) -> Result<Arc<Pixels>, DrawError> {
        self.kept(Key::Stage(tints.clone(), objects), || {
            let mut pixels = Pixels::clone(&*self.plate(tints)?);
            pixels.draw(&look::stage(tints, objects))?;
            Ok(pixels)
        })
    }

    fn kept(&self, key: Key, draw: impl FnOnce() -> Result<Pixels, DrawError>) -> Result<Arc<Pixels>, DrawError> {
        if let Some(found) = self.find(&key) {
            return Ok(found);
        }
        // Not under the lock: others can draw meanwhile, and drawing the same twice does no harm.
        let pixels = Arc::new(draw()?);
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        if !kept.iter().any(|(other, _)| *other == key) {
            kept.push((key, Arc::clone(&pixels)));
        }
        while kept.len() > self.most {
            kept.remove(0);
        }
        Ok(pixels)
    }

    fn find(&self, key: &Key) -> Option<Arc<Pixels>> {
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        let at = kept.iter().position(|(other, _)| other == key)?;
        let found = kept.remove(at);
        let pixels = Arc::clone(&found.1);
        kept.push(found);
        drop(kept);
        Some(pixels)
    }
}
