//! lofi: somebody left it on. An old computer's desktop at dusk, its windows open (docs/design/cards.md, 3 "lofi").
//!
//! The scene is pixel code; windows lie on whole pixels of the card, so their edges are sharp.

pub(crate) mod about;
mod disc;
mod file_name;
mod hills;
pub(crate) mod landscape;
pub(crate) mod menu;
pub(crate) mod tones;
mod window;

use crate::art::Art;
use crate::look::{CardInput, Objects};
use crate::photo::{Photo, dither};
use crate::svg::{rect, words};
use crate::text::faces;
use crate::tints::Tints;
use crate::{HEIGHT, Parts, Pixels, WIDTH, steps};
pub use tones::Tones;
use window::Window;

pub(super) const QUALITY: u8 = 85;
/// The side of a pixel in pictures.
const PIXEL: u32 = 3;

/// The wallpaper.
pub(super) fn plate(tints: &Tints) -> Art {
    let mut art = Art::new();
    let rgba = landscape::draw(&tones::landscape(tints), tints.grain, &landscape::CARD);
    if let Some(pixels) = Pixels::from_rgba(WIDTH, HEIGHT, rgba) {
        art.lay(0, 0, pixels);
    }
    art
}

/// Nothing: windows cover each other's pictures, so they are laid with them.
pub(super) fn stage(_: &Tints, _: Objects) -> Art {
    Art::new()
}

/// Menu bar, viewer, disc, About, note: from below.
pub(super) fn card(sheet: &CardInput<'_>) -> Art {
    let tones = Tones::of(sheet.tints);
    let parts = Parts { name: apart(&sheet.parts.name), ..sheet.parts.clone() };
    let sheet = &CardInput { parts: &parts, ..*sheet };
    let mut art = Art::new();
    art.add(menu::bar(sheet, &tones));
    viewer(&mut art, sheet, &tones);
    art.add(disc::disc(sheet));
    about::window(&mut art, sheet, &tones);
    note(&mut art, sheet, &tones);
    art
}

/// The text with a non-joiner in each `fi`: the ligature of Pixelify Sans cannot be read (looks, 1.3).
pub(crate) fn apart(text: &str) -> String {
    text.replace("fi", "f\u{200c}i")
}

/// A picture in pixels of three and few shades, `width` by `height` on the card. `photo` gives it at a size.
pub(crate) fn pixelated(photo: impl FnOnce(u32, u32) -> Photo, width: u32, height: u32) -> Option<Pixels> {
    // Taken at full size, so that each pixel is the mean of what it covers and no wider.
    let mut photo = dither::cells(&photo(width.next_multiple_of(PIXEL), height.next_multiple_of(PIXEL)), PIXEL);
    dither::ordered(&mut photo, dither::LEVELS, 1.0);
    dither::enlarged(&photo, PIXEL, width, height)
}

/// The picture in a viewer that bleeds off the right edge, 408 by 294.
fn viewer(art: &mut Art, sheet: &CardInput<'_>, tones: &Tones) {
    const PICTURE: (u32, u32) = (408, 294);
    let Some((picture, crop)) = sheet.picture() else { return };
    let ground = tones.bar.bytes();
    let Some(pixels) = pixelated(|w, h| Photo::covering(picture, crop, w, h, ground), PICTURE.0, PICTURE.1) else {
        return;
    };
    let window = Window { x: 852.0, y: 72.0, width: 440.0, height: 396.0, shadow: 7.0 };
    let title = apart(&file_name::of(sheet.parts.caption.as_deref()));
    art.add(window.draw(sheet, tones, &title, tones.surface));
    art.add(rect(866.0, 128.0, 412.0, 298.0, &format!("fill=\"{}\"", tones.edge)));
    let image = art.image(pixels, 868.0, 130.0, f64::from(PICTURE.0), f64::from(PICTURE.1), "");
    art.add(image);
    art.add(rect(855.0, 426.0, 434.0, 39.0, &format!("fill=\"{}\"", tones.bar)));
}

/// Sizes of a note: pixels per em, lines, and from one baseline to the next.
const NOTE: [(f64, usize, f64); 3] = [(28.0, 2, 40.0), (24.0, 2, 38.0), (20.0, 3, 27.0)];

/// The note in its window, which bleeds off the lower edge, with a block caret behind its last word.
fn note(art: &mut Art, sheet: &CardInput<'_>, tones: &Tones) {
    const MEASURE: f64 = 344.0;
    let Some(note) = &sheet.parts.note else { return };
    let setting = sheet.text(&faces::SOMETYPE_500, 0.0);
    let steps = steps![28.0, 24.0; 2, 20.0; 3];
    let Some(block) = setting.fit(&apart(&note.text), steps, |_, _| MEASURE) else { return };
    let window = Window { x: 520.0, y: 478.0, width: 400.0, height: 190.0, shadow: 7.0 };
    art.add(window.draw(sheet, tones, "note.txt", tones.note));
    let ink = tones.note_ink();
    let (size, _, leading) = NOTE.into_iter().find(|(size, ..)| *size <= block.size).unwrap_or(NOTE[2]);
    let mut y = window.y + 44.0 + (leading - size) / 2.0 + 0.78 * size + 12.0;
    let mut caret = (548.0, y);
    for line in &block.lines {
        // Right-to-left words stand at the right of the page, and the caret before them.
        let rtl = line.text.chars().any(|letter| matches!(u32::from(letter), 0x590..=0x8ff | 0xfb1d..=0xfefc));
        let x = if rtl { 548.0 + MEASURE - line.width } else { 548.0 };
        art.add(words(line, x, y, ink));
        caret = if rtl { (x - 2.0 - 0.48 * size, y) } else { (x + line.width + 0.09 * size, y) };
        y += leading;
    }
    let fill = format!("fill=\"{ink}\"");
    art.add(rect(
        caret.0.round(),
        (caret.1 - 0.82 * size).round(),
        (0.48 * size).round(),
        (0.96 * size).round(),
        &fill,
    ));
}
