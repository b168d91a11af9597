//! The looks: what each draws on a card (cards, 3).
//!
//! # A look
//!
//! A look is a module with three functions and a number, all called from here:
//!
//! - `plate(tints) -> Art`: the scene alone, all 1200 × 630 of it, opaque. It depends on the colours only and may be slow;
//!   it is drawn once and kept. Called only for the look's own scene: plain grounds, dots, lines and pictures behind the
//!   page are drawn here ([`plate`], [`backdrop`]).
//! - `stage(tints, objects) -> Art`: the blank objects with their shadows, laid on the plate. It depends on which parts
//!   there are ([`Objects`]) and may take a few tenths of a second; kept as well.
//! - `card(sheet) -> Art`: pictures and words, laid on the stage, for every page anew.
//! - `QUALITY`: of the JPEG.
//!
//! # What a look works with
//!
//! - [`Art`]: layers of SVG (`art.add("<circle …/>")`, in pixels of the card, `<defs>` and filters allowed) and of pixels
//!   (`art.lay(x, y, pixels)`). `art.image(pixels, x, y, w, h, attributes)` gives an `<image>` element for groups, clips and
//!   masks. SVG is drawn on what lies below, so `mix-blend-mode` works against the plate. Filter regions must be given.
//!   In one run of `add`s ids must be unique.
//! - [`CardInput`]: `sheet.tints` (colours), `sheet.parts` (words and counts), `sheet.pictures` (decoded pictures),
//!   `sheet.fonts`. Words are set by `sheet.display(&faces::X, spacing)` and `sheet.text(&faces::Y, spacing)`, which give
//!   the theme's face where the owner chose one, or `sheet.fixed(…)` for objects that keep theirs; each is a
//!   [`crate::text::Setting`] with `fit` (steps of size and lines), `clamp` (lines of one size), `shrink` (one line) and
//!   `line`. They give outlines: [`crate::svg::words`] makes an element of one.
//! - `sheet.name(setting, steps, measure)`: the name, or the address in its place when no face has the name.
//! - `sheet.initial(setting)`: the monogram, if covered.
//! - [`crate::photo`]: `Photo::covering(picture, crop, w, h, ground)`, then a treatment in its own file of `photo/`.
//! - `sheet.ground(x, y, w, h)`: the surface plate behind words over a picture backdrop, else nothing.

pub mod cobalt;
pub mod cozy;
pub mod lofi;
pub mod night;
pub mod painted;
pub(crate) mod rough;
#[cfg(test)]
pub(crate) mod tests;
pub mod washi;

use mantel_model::look::Look;
use mantel_model::theme::BackgroundStyle;

use crate::art::Art;
use crate::card_content::{Crop, Parts};
use crate::photo::{Photo, Picture, Pictures};
use crate::svg::{num, rect};
use crate::text::{Block, Face, Fonts, Line, Setting, Step, faces};
use crate::tints::Tints;
use crate::{HEIGHT, WIDTH};

/// The left and right edge of words (cards, 1 "Safe area").
pub const SAFE_X: (f64, f64) = (48.0, 1152.0);
/// The upper and lower edge of words.
pub const SAFE_Y: (f64, f64) = (32.0, 596.0);

/// Which objects are on a card: what a stage depends on besides the colours.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[expect(clippy::struct_excessive_bools, reason = "each is a part that may be missing")]
pub struct Objects {
    /// There is an avatar, decoded.
    pub avatar: bool,
    /// There is a picture, decoded.
    pub picture: bool,
    /// There is a record, and its cover is decoded.
    pub cover: bool,
    /// There is a record.
    pub record: bool,
    /// There is a note that can be set.
    pub note: bool,
    /// There is a stamp that can be set.
    pub stamp: bool,
    /// There is a letter tile.
    pub letter: bool,
}

/// A page that is to be drawn, with all that is needed for it.
#[derive(Clone, Copy, Debug)]
pub struct CardInput<'a> {
    /// Colours.
    pub tints: &'a Tints,
    /// What the card shows.
    pub parts: &'a Parts,
    /// Faces.
    pub fonts: &'a Fonts,
    /// The pictures that could be loaded.
    pub pictures: &'a Pictures,
}

impl<'a> CardInput<'a> {
    /// Which objects the card has.
    pub fn objects(&self) -> Objects {
        let (parts, pictures) = (self.parts, self.pictures);
        Objects {
            avatar: self.avatar().is_some(),
            picture: self.picture().is_some(),
            cover: self.cover().is_some(),
            record: parts.record,
            // Covered by whatever face: the faces of one look have the same letters, or nearly.
            note: parts.note.as_ref().is_some_and(|note| self.fonts.set(&faces::GARAMOND_500, &note.text).is_some()),
            stamp: parts.stamp.iter().any(|line| self.fonts.set(&faces::GARAMOND_500, line).is_some()),
            letter: parts.letter && (pictures.avatar.is_some() || !parts.name.is_empty()),
        }
    }

    /// The avatar and its crop.
    pub fn avatar(&self) -> Option<(&'a Picture, Crop)> {
        Some((self.pictures.avatar.as_ref()?, self.parts.avatar.as_ref()?.crop))
    }

    /// The picture and its crop.
    pub fn picture(&self) -> Option<(&'a Picture, Crop)> {
        Some((self.pictures.picture.as_ref()?, self.parts.picture.as_ref()?.crop))
    }

    /// The record's cover and its crop.
    pub fn cover(&self) -> Option<(&'a Picture, Crop)> {
        Some((self.pictures.cover.as_ref()?, self.parts.cover.as_ref()?.crop))
    }

    /// Whether there is nothing beside the name: its `bare` step is tried first (cards, 2).
    pub fn bare(&self) -> bool {
        self.parts.bio.is_none() && self.avatar().is_none()
    }

    /// A display role: the theme's face if the owner chose one, else the look's.
    pub fn display(&self, own: &'static Face, spacing: f64) -> Setting<'a> {
        match faces::of_theme(self.tints.font) {
            Some((display, _)) => Setting { fonts: self.fonts, face: display, spacing: 0.0 },
            None => Setting { fonts: self.fonts, face: own, spacing },
        }
    }

    /// A text role: the theme's face if the owner chose one, else the look's.
    pub fn text(&self, own: &'static Face, spacing: f64) -> Setting<'a> {
        match faces::of_theme(self.tints.font) {
            Some((_, text)) => Setting { fonts: self.fonts, face: text, spacing: 0.0 },
            None => Setting { fonts: self.fonts, face: own, spacing },
        }
    }

    /// A role that keeps its face whatever the theme: seals, labels, terminals (looks, 1.7 `font`).
    pub const fn fixed(&self, own: &'static Face, spacing: f64) -> Setting<'a> {
        Setting { fonts: self.fonts, face: own, spacing }
    }

    /// The name in its steps. When no face has all of it, the address stands in its place (cards, 2 "Coverage first").
    pub fn name(&self, setting: Setting<'a>, steps: &[Step], measure: impl Fn(f64, usize) -> f64) -> Block {
        let whole = self.fonts.set(setting.face, &self.parts.name).filter(|words| words.complete());
        let name = whole.and_then(|words| setting.fit_words(&words, steps, &measure));
        name.or_else(|| setting.fit(&self.parts.address, steps, &measure)).unwrap_or_default()
    }

    /// The monogram in one line, if its face has it.
    pub fn initial(&self, setting: Setting<'a>, size: f64) -> Option<Line> {
        let initial = self.parts.initial.as_deref()?;
        let words = self.fonts.set(setting.face, initial).filter(|words| words.complete())?;
        Some(words.line(0..words.len(), size, 0.0))
    }

    /// The surface behind words over a picture backdrop, 28 larger than them on each side; nothing over a scene (cards, 1).
    pub fn ground(&self, x: f64, y: f64, width: f64, height: f64) -> String {
        const ROOM: f64 = 28.0;
        if self.tints.backdrop != BackgroundStyle::Image {
            return String::new();
        }
        let fill = format!("fill=\"{}\" rx=\"6\"", self.tints.surface);
        rect(x - ROOM, y - ROOM, width + 2.0 * ROOM, height + 2.0 * ROOM, &fill)
    }

    /// The colour of words that lie on the page itself: the surface's over a picture backdrop.
    pub fn words_color(&self) -> mantel_model::HexColor {
        if self.tints.backdrop == BackgroundStyle::Image { self.tints.ink } else { self.tints.on }
    }
}

/// The quality of the JPEG of a look.
pub const fn quality(look: Look) -> u8 {
    match look {
        Look::Washi => washi::QUALITY,
        Look::Night => night::QUALITY,
        Look::Painted => painted::QUALITY,
        Look::Lofi => lofi::QUALITY,
        Look::Cobalt => cobalt::QUALITY,
        Look::Cozy => cozy::QUALITY,
    }
}

/// The plate of a theme: the look's scene, or the plain ground, dots or lines that the owner chose.
pub fn plate(tints: &Tints) -> Art {
    if !tints.scene() {
        return ground(tints);
    }
    match tints.look() {
        Look::Washi => washi::plate(tints),
        Look::Night => night::plate(tints),
        Look::Painted => painted::plate(tints),
        Look::Lofi => lofi::plate(tints),
        Look::Cobalt => cobalt::plate(tints),
        Look::Cozy => cozy::plate(tints),
    }
}

/// The blank objects of a page.
pub fn stage(tints: &Tints, objects: Objects) -> Art {
    match tints.look() {
        Look::Washi => washi::stage(tints, objects),
        Look::Night => night::stage(tints, objects),
        Look::Painted => painted::stage(tints, objects),
        Look::Lofi => lofi::stage(tints, objects),
        Look::Cobalt => cobalt::stage(tints, objects),
        Look::Cozy => cozy::stage(tints, objects),
    }
}

/// Pictures and words.
pub fn card(sheet: &CardInput<'_>) -> Art {
    match sheet.tints.look() {
        Look::Washi => washi::card(sheet),
        Look::Night => night::card(sheet),
        Look::Painted => painted::card(sheet),
        Look::Lofi => lofi::card(sheet),
        Look::Cobalt => cobalt::card(sheet),
        Look::Cozy => cozy::card(sheet),
    }
}

/// The owner's picture behind the page, in place of a plate: covered by the page's colour as far as the owner dims it, and
/// blurred (looks, 1.7 `background`). `None` for every other backdrop, and when the picture could not be loaded.
pub fn backdrop(sheet: &CardInput<'_>) -> Option<Art> {
    if sheet.tints.backdrop != BackgroundStyle::Image {
        return None;
    }
    let picture = sheet.pictures.backdrop.as_ref()?;
    let background = &sheet.parts.theme.background;
    let pixels = Photo::covering(picture, Crop::default(), WIDTH, HEIGHT, sheet.tints.bg.bytes()).to_pixels()?;
    let mut art = Art::new();
    // Somewhat larger when blurred, so that no edge shows through.
    let blur = background.blur.get();
    let (w, h) = (f64::from(WIDTH) + 4.0 * blur, f64::from(HEIGHT) + 4.0 * blur);
    art.add(format!(
        "<filter id=\"blur\" x=\"0\" y=\"0\" width=\"1\" height=\"1\"><feGaussianBlur stdDeviation=\"{}\"/></filter>",
        num(blur)
    ));
    let attributes = if blur > 0.0 { "filter=\"url(#blur)\"" } else { "" };
    art.add(rect(0.0, 0.0, f64::from(WIDTH), f64::from(HEIGHT), &format!("fill=\"{}\"", sheet.tints.bg)));
    let image = art.image(pixels, -2.0 * blur, -2.0 * blur, w, h, attributes);
    art.add(image);
    let dim = format!("fill=\"{}\" opacity=\"{}\"", sheet.tints.bg, num(background.dim.get()));
    art.add(rect(0.0, 0.0, f64::from(WIDTH), f64::from(HEIGHT), &dim));
    Some(art)
}

/// A plain ground, with dots or lines if the owner chose them (looks, 1.7 `background.style`).
fn ground(tints: &Tints) -> Art {
    let mut art = Art::new();
    let pattern = match tints.backdrop {
        BackgroundStyle::Dots => Some((24, "<circle cx=\"12\" cy=\"12\" r=\"1\"", "/>", 0.14)),
        BackgroundStyle::Grid => Some((32, "<path d=\"M0 0H32V1H1V32H0z\"", "/>", 0.09)),
        _ => None,
    };
    let all = |fill: &str| rect(0.0, 0.0, f64::from(WIDTH), f64::from(HEIGHT), fill);
    art.add(all(&format!("fill=\"{}\"", tints.bg)));
    if let Some((side, shape, end, opacity)) = pattern {
        art.add(format!(
            "<pattern id=\"mesh\" width=\"{side}\" height=\"{side}\" patternUnits=\"userSpaceOnUse\">{shape} fill=\"{}\" fill-opacity=\"{opacity}\"{end}</pattern>",
            tints.on
        ));
        art.add(all("fill=\"url(#mesh)\""));
    }
    art
}
