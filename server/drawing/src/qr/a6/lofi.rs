//! Two windows on the desktop, whole pixels: who it is, and the code with the address in its status line.

use super::{OUT, address, bio, count, larger};
use crate::art::Art;
use crate::drawer::DrawError;
use crate::look::CardInput;
use crate::look::lofi::about::{CJK, STEPS};
use crate::look::lofi::landscape::{self, Place};
use crate::look::lofi::menu::first_word;
use crate::look::lofi::{Tones, apart, pixelated, tones};
use crate::photo::Photo;
use crate::qr::maker::Maker;
use crate::qr::modules::{Eyes, Modules};
use crate::qr::sticker::lofi::{BAR, EDGE, title, window};
use crate::svg::rect;
use crate::text::faces;
use crate::tints::readable;
use crate::{Parts, Pixels};

/// The wallpaper with its bleed.
const WALLPAPER: Place = Place { size: (1310, 1818), bands: 560, hills: 1518, sun: (980, 1242), cloud: (1040, 520) };
/// The window with name and bio: left, top, width, height.
const ABOUT: [f64; 4] = [79.0, 93.0, 1076.0, 356.0];
/// The window with the code.
const CODE: [f64; 4] = [190.0, 560.0, 860.0, 960.0];
/// The side of the portrait, and its border.
const PORTRAIT: u32 = 204;
const FRAME: f64 = 4.0;
/// Between one line of the bio and the next.
const LEADING: f64 = 48.0;

pub(super) fn scene(maker: &mut Maker<'_>) -> Result<(), DrawError> {
    let tints = maker.input.tints;
    let rgba = landscape::draw(&tones::landscape(tints), tints.grain, &WALLPAPER);
    let (width, height) = WALLPAPER.size;
    let size = u32::try_from(width).ok().zip(u32::try_from(height).ok());
    let mut art = Art::new();
    if let Some(pixels) = size.and_then(|(width, height)| Pixels::from_rgba(width, height, rgba)) {
        art.lay(0, 0, pixels);
    }
    maker.print.plate(&art, 1.0, -OUT, -OUT)
}

pub(super) fn draw(maker: &mut Maker<'_>) -> Result<(), DrawError> {
    let parts = Parts { name: apart(&maker.input.parts.name), ..maker.input.parts.clone() };
    let tones = Tones::of(maker.input.tints);
    about(maker, &parts, &tones)?;

    let file = title(&maker.input.parts.address);
    window(maker, &tones, CODE, &file, maker.inks.plate, true)?;
    let place = maker.place(315.0, 734.0, 609.0).whole(maker.code);
    maker.code(place, Modules::Joined(0.0), Eyes::Round(0.0));
    let [x, y, w, h] = CODE;
    let address = address(maker, &faces::SOMETYPE_500, 0.0, 40.0, w - 60.0);
    maker.column(&address, x + w / 2.0, y + h - 16.0, 0.0, readable(tones.bar, &[tones.ink, tones.edge]));
    Ok(())
}

/// Portrait, name and bio.
fn about(maker: &mut Maker<'_>, parts: &Parts, tones: &Tones) -> Result<(), DrawError> {
    let [x, y, w, h] = ABOUT;
    let called = format!("About {}", first_word(&parts.name));
    window(maker, tones, ABOUT, called.trim_end(), tones.surface, false)?;
    let input = CardInput { parts, ..maker.input };
    let middle = f64::midpoint(y + BAR + EDGE, y + h - EDGE);
    let portrait = input.avatar().and_then(|(picture, crop)| {
        let ground = tones.bar.bytes();
        pixelated(|w, h| Photo::covering(picture, crop, w, h, ground), PORTRAIT, PORTRAIT)
    });
    let mut left = x + 44.0;
    if let Some(pixels) = portrait {
        let side = f64::from(PORTRAIT) + 2.0 * FRAME;
        let top = (middle - side / 2.0).round();
        let mut art = Art::new();
        art.add(rect(x + 38.0, top, side, side, &format!("fill='{}'", tones.edge)));
        let inside = side - 2.0 * FRAME;
        let image = art.image(pixels, x + 38.0 + FRAME, top + FRAME, inside, inside, "");
        art.add(image);
        maker.print.lay(&art)?;
        left = x + 38.0 + side + 48.0;
    }
    let measure = x + w - EDGE - 26.0 - left;
    let setting = input.display(&faces::PIXELIFY_600, 0.0);
    let cjk = input.fonts.set(setting.face, &parts.name).is_some_and(|words| words.cjk());
    let name = input.name(setting, &larger(if cjk { CJK } else { STEPS }), |_, _| measure);
    let text = parts.bio.as_deref().map(apart);
    let shown = Parts { bio: text, ..parts.clone() };
    let bio = bio(&shown, input.text(&faces::SOMETYPE_500, 0.0), 35.0, measure, &name);
    let leading = name.size * if name.cjk { 1.12 } else { 0.92 };
    let gap = if bio.lines.is_empty() { 0.0 } else { 8.0 };
    let top = middle - (leading * count(&name) + gap + LEADING * count(&bio)) / 2.0;
    let first = top + name.size * if name.cjk { 0.94 } else { 0.78 };
    maker.lines(&name, left, first.round(), leading.round(), tones.ink);
    maker.lines(&bio, left, (top + leading * count(&name) + gap + 36.0).round(), LEADING, tones.ink);
    Ok(())
}
