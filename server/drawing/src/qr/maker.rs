//! What all prints are drawn with: the colours of a code, and a page's code, words and print together.

use mantel_model::HexColor;
use mantel_model::contrast::{AA, luminance, ratio};
use mantel_model::look::Look;
use mantel_model::page::Draft;
use mantel_model::theme::BackgroundStyle;

use super::modules::{self, Eyes, Modules, Position};
use super::print::Print;
use super::{Code, TooLong};
use crate::drawer::DrawError;
use crate::look::CardInput;
use crate::text::{Block, Face, Fonts, Line, Setting, Step};
use crate::tints::{Tints, hex, mix};
use crate::{Parts, Pictures};

/// The least contrast of code and plate (cards, 6 "Code").
pub const CONTRAST: f64 = 7.0;

/// Why a print was not made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PrintError {
    /// The address is too long for a QR code.
    Address(TooLong),
    /// A mistake in a look, or no memory.
    Draw(DrawError),
}

impl std::fmt::Display for PrintError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Address(error) => error.fmt(f),
            Self::Draw(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for PrintError {}

impl From<TooLong> for PrintError {
    fn from(error: TooLong) -> Self {
        Self::Address(error)
    }
}

impl From<DrawError> for PrintError {
    fn from(error: DrawError) -> Self {
        Self::Draw(error)
    }
}

/// The print of a page in its look and palette: a blank one, on which a look draws. `address` is where the page is served, with
/// its `https://`.
///
/// # Errors
/// [`PrintError::Address`] past about 2,300 bytes of address; else never for what an owner wrote.
pub(super) fn make(
    fonts: &Fonts,
    page: &Draft,
    address: &str,
    pictures: &Pictures,
    blank: impl FnOnce() -> Result<Print, DrawError>,
    draw: impl FnOnce(&mut Maker<'_>) -> Result<(), DrawError>,
) -> Result<Print, PrintError> {
    let code = Code::of(address)?;
    let parts = scene_of(page, address);
    let tints = Tints::of(&parts.theme);
    let input = CardInput { tints: &tints, parts: &parts, fonts, pictures };
    let mut maker = Maker { print: blank()?, input, code: &code, inks: Inks::of(&tints) };
    draw(&mut maker)?;
    Ok(maker.print)
}

/// What a page's print shows. No picture lies behind a print: the page's ground stands in for it.
fn scene_of(page: &Draft, address: &str) -> Parts {
    let mut parts = Parts::of(page, address);
    if parts.theme.background.style == BackgroundStyle::Image {
        parts.theme.background.style = BackgroundStyle::Scene;
    }
    parts
}

/// The colours of a code.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Inks {
    /// What the code lies on.
    pub plate: HexColor,
    /// The code.
    pub dark: HexColor,
    /// The middles of its eyes.
    pub eye: HexColor,
    /// Lesser words on the plate.
    pub accent: HexColor,
}

impl Inks {
    /// Dark on light, whatever the palette: code and plate differ by 7 at least, the middles of the eyes by 4.5 (cards, 6
    /// "Code"). A dark palette lends its pale ink as the plate; night prints on a panel of the signal's colour.
    pub(super) fn of(tints: &Tints) -> Self {
        if tints.look() == Look::Night {
            let dark = hex(0x19_1003);
            let plate = nearest(tints.accent, hex(0xff_ffff), |it| ratio(it, dark) >= CONTRAST);
            return Self { plate, dark, eye: dark, accent: dark };
        }
        let pale = |color: &HexColor| luminance(*color) > 0.6;
        let plate = [tints.surface, tints.ink, tints.on].into_iter().find(pale).unwrap_or(hex(0xff_f8ec));
        let darks = [tints.ink, tints.surface, tints.edge, tints.bg];
        let dark = darks.into_iter().find(|it| ratio(*it, plate) >= CONTRAST).unwrap_or(hex(0x19_1512));
        let accent = nearest(tints.accent, dark, |it| ratio(it, plate) >= AA);
        Self { plate, dark, eye: accent, accent }
    }
}

/// The first colour on the way from one to another that will do; the other if none does.
fn nearest(from: HexColor, to: HexColor, enough: impl Fn(HexColor) -> bool) -> HexColor {
    (0..=20).map(|step| mix(to, from, f64::from(step) / 20.0)).find(|it| enough(*it)).unwrap_or(to)
}

/// What a look draws a print with.
pub(super) struct Maker<'a> {
    pub print: Print,
    pub input: CardInput<'a>,
    pub code: &'a Code,
    pub inks: Inks,
}

impl<'a> Maker<'a> {
    /// Draws the code where the design has one of 29 modules; with its quiet zone it is as wide for any other.
    pub(super) fn code(&mut self, place: Position, shape: Modules, eyes: Eyes) {
        let inks = self.inks;
        self.print.mark(modules::modules(self.code, place, shape, eyes), inks.dark);
        self.print.mark(modules::middles(self.code, place, eyes), inks.eye);
    }

    /// Where the design's code of 29 modules in `side` pixels at `x` and `y` lies.
    pub(super) fn place(&self, x: f64, y: f64, side: f64) -> Position {
        Position::of(self.code, x, y, side)
    }

    /// Turns what is drawn from here on.
    pub(super) fn turn(&mut self, degrees: f64, x: f64, y: f64) {
        self.print.turn(degrees, x, y);
    }

    /// The name in one line, its size falling to `pair`; a longer one in two lines of that size. CJK, which fills the em,
    /// is set smaller. The address stands in its place where no face has it.
    pub(super) fn name(&self, setting: Setting<'a>, largest: f64, pair: f64, measure: f64) -> Block {
        let words = self.input.fonts.set(setting.face, &self.input.parts.name);
        let largest = largest * if words.is_some_and(|it| it.swapped()) { 0.8 } else { 1.0 };
        let mut steps: Vec<Step> = [1.0, 0.9, 0.8, 0.7, 0.6, 0.5]
            .iter()
            .map(|share| Step { size: largest * share, lines: 1 })
            .filter(|step| step.size > pair)
            .collect();
        steps.extend([1.0, 0.85].map(|share| Step { size: pair * share, lines: 2 }));
        self.input.name(setting, &steps, |_, _| measure)
    }

    /// The address in one line.
    pub(super) fn address(&self, face: &'static Face, spacing: f64, size: f64, measure: f64) -> Block {
        let setting = self.input.fixed(face, spacing);
        setting.shrink(&self.input.parts.address, size, 24.0, measure).unwrap_or_default()
    }

    /// Lines from the top, the first one's baseline at `y`, the middle of each at `x`.
    pub(super) fn column(&mut self, block: &Block, x: f64, y: f64, leading: f64, fill: HexColor) {
        let mut at = y;
        for line in &block.lines {
            self.print.words(line, x - line.width / 2.0, at, fill);
            at += leading;
        }
    }

    /// Lines from the top, the first one's baseline at `y`, each from `x`.
    pub(super) fn lines(&mut self, block: &Block, x: f64, y: f64, leading: f64, fill: HexColor) {
        let mut at = y;
        for line in &block.lines {
            self.print.words(line, x, at, fill);
            at += leading;
        }
    }

    /// A line with the middle of its ink at a point.
    pub(super) fn middle(&mut self, line: &Line, x: f64, y: f64, fill: HexColor) {
        let [left, top, right, bottom] = line.ink;
        self.print.words(line, x - f64::midpoint(left, right), y - f64::midpoint(top, bottom), fill);
    }

    /// Lines in the middle, the last one's baseline at `y`.
    pub(super) fn centred(&mut self, block: &Block, x: f64, y: f64, fill: HexColor) {
        let mut at = y;
        for line in block.lines.iter().rev() {
            self.print.words(line, x - line.width / 2.0, at, fill);
            at -= block.size * 1.02;
        }
    }
}
