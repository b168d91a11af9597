//! The About window: portrait, name, bio, meter, status line (cards, 3 "lofi").

use super::window::Window;
use super::{Tones, menu, pixelated};
use crate::art::Art;
use crate::look::CardInput;
use crate::photo::Photo;
use crate::steps;
use crate::svg::{rect, words};
use crate::text::{Block, Step, faces};

/// The window.
const WINDOW: Window = Window { x: 56.0, y: 92.0, width: 850.0, height: 356.0, shadow: 9.0 };
/// The middle of what lies between title bar and status line.
const MIDDLE: f64 = 265.0;
/// The portrait and its border.
const PORTRAIT: u32 = 166;
const FRAME: f64 = 4.0;
/// The most that stands on each other; the meter goes when there is more.
const TALL: f64 = 226.0;
const METER: f64 = 24.0;
/// Sizes and lines of a name (cards, 2).
pub(crate) const STEPS: &[Step] = steps![116.0, 104.0, 96.0; 1, 92.0, 80.0, 72.0; 2, 62.0; 3, 54.0, 50.0; 4, 44.0; 5];
/// The same of a name in CJK.
pub(crate) const CJK: &[Step] = steps![88.0, 80.0, 72.0; 1, 72.0, 62.0; 2, 54.0; 3, 44.0; 4];
/// From one line of the bio to the next.
const BIO: f64 = 40.0;
/// Between name and bio.
const LEAD: f64 = 5.4;

/// Lays the window.
pub fn window(art: &mut Art, sheet: &CardInput<'_>, tones: &Tones) {
    let first = menu::first_word(&sheet.parts.name);
    let title = format!("About {first}");
    art.add(WINDOW.draw(sheet, tones, title.trim_end(), tones.surface));
    // The name ends where the meter does.
    let (left, measure) = if portrait(art, sheet, tones) { (286.0, 572.0) } else { (96.0, 750.0) };
    status(art, sheet, tones);

    let (face, bare) = (sheet.display(&faces::PIXELIFY_600, 0.0), sheet.bare());
    let cjk = face.fonts.set(face.face, &sheet.parts.name).is_some_and(|words| words.cjk());
    let steps: &[Step] = match (cjk, bare) {
        (true, _) => CJK,
        (false, true) => steps![116.0; 2, 116.0, 104.0, 96.0; 1, 92.0, 80.0, 72.0; 2, 62.0; 3, 54.0, 50.0; 4, 44.0; 5],
        (false, false) => STEPS,
    };
    let name = sheet.name(face, steps, |_, _| measure);
    let bio = bio(sheet, name.lines.len(), measure);
    let count = |block: &Block| f64::from(u32::try_from(block.lines.len()).unwrap_or(0));
    let leading = name.size * if name.cjk { 1.12 } else { 0.92 };
    let words_tall = leading * count(&name) + bio.as_ref().map_or(0.0, |bio| LEAD + BIO * count(bio));
    let gap = if bio.is_some() { 20.0 } else { 26.0 };
    let metered = words_tall + gap + METER <= TALL;
    let tall = words_tall + if metered { gap + METER } else { 0.0 };

    let top = MIDDLE - tall / 2.0;
    let mut y = top + name.size * if name.cjk { 0.94 } else { 0.78 };
    for line in &name.lines {
        art.add(words(line, left, y.round(), tones.ink));
        y += leading;
    }
    let mut y = top + leading * count(&name) + LEAD + 29.0;
    for line in bio.iter().flat_map(|bio| &bio.lines) {
        art.add(words(line, left, y.round(), tones.ink));
        y += BIO;
    }
    if metered {
        meter(art, sheet, tones, left, (top + words_tall + gap).round(), measure);
    }
}

/// The avatar in pixels of three; whether there is one.
fn portrait(art: &mut Art, sheet: &CardInput<'_>, tones: &Tones) -> bool {
    let Some((picture, crop)) = sheet.avatar() else { return false };
    let ground = tones.bar.bytes();
    let Some(pixels) = pixelated(|w, h| Photo::covering(picture, crop, w, h, ground), PORTRAIT, PORTRAIT) else {
        return false;
    };
    let (side, x) = (f64::from(PORTRAIT), WINDOW.x + 30.0);
    let y = MIDDLE - side / 2.0 - FRAME;
    art.add(rect(x, y, side + 2.0 * FRAME, side + 2.0 * FRAME, &format!("fill=\"{}\"", tones.edge)));
    let image = art.image(pixels, x + FRAME, y + FRAME, side, side, "");
    art.add(image);
    true
}

/// The bio: two lines, one under a name of two, none under a longer name.
fn bio(sheet: &CardInput<'_>, name_lines: usize, measure: f64) -> Option<Block> {
    let lines = 3_usize.checked_sub(name_lines.max(1)).filter(|lines| *lines > 0)?;
    let setting = sheet.text(&faces::SOMETYPE_500, 0.0);
    setting.clamp(&super::apart(sheet.parts.bio.as_deref()?), 29.0, lines, measure)
}

/// The tiles used, of the next scale above, as on the page (looks, 4 "Profile").
fn meter(art: &mut Art, sheet: &CardInput<'_>, tones: &Tones, x: f64, y: f64, width: f64) {
    const BLOCK: f64 = 10.0;
    let tiles = sheet.parts.tiles;
    let scale = [10, 20, 40, 80, 160].into_iter().find(|scale| *scale > tiles).unwrap_or(tiles.max(1));
    art.add(rect(x, y, width, METER, &format!("fill=\"{}\"", tones.edge)));
    art.add(rect(x + 3.0, y + 3.0, width - 6.0, METER - 6.0, &format!("fill=\"{}\"", tones.fresh)));
    let all = (width - 6.0) / BLOCK;
    let number = |count: usize| f64::from(u32::try_from(count).unwrap_or(u32::MAX));
    let mut at = x + 5.0;
    let end = at + (all * number(tiles) / number(scale)).round() * BLOCK;
    let fill = format!("fill=\"{}\"", tones.accent);
    while at + 0.5 < end {
        art.add(rect(at, y + 5.0, 7.0, METER - 10.0, &fill));
        at += BLOCK;
    }
}

/// The status line: address at the left, number of items at the right.
fn status(art: &mut Art, sheet: &CardInput<'_>, tones: &Tones) {
    let (left, right, bottom) = (WINDOW.x + 3.0, WINDOW.x + WINDOW.width - 3.0, WINDOW.y + WINDOW.height - 3.0);
    let top = bottom - 40.0;
    art.add(rect(left, top - 2.0, right - left, 2.0, &format!("fill=\"{}\"", tones.edge)));
    art.add(format!(
        "<path fill=\"{}\" d=\"M{left} {top}H{right}V{}a3.5 3.5 0 0 1 -3.5 3.5H{}a3.5 3.5 0 0 1 -3.5 -3.5z\"/>",
        tones.bar,
        bottom - 3.5,
        left + 3.5
    ));
    let setting = sheet.text(&faces::SOMETYPE_500, 0.0);
    let items = if sheet.parts.tiles == 1 { "1 item".to_owned() } else { format!("{} items", sheet.parts.tiles) };
    let mut room = right - left - 42.0;
    if let Some(line) = setting.line(&items, 25.0) {
        art.add(words(&line, WINDOW.x + WINDOW.width - 24.0 - line.width, bottom - 12.0, tones.count()));
        room -= line.width + 30.0;
    }
    let address = setting.shrink(&super::apart(&sheet.parts.address), 25.0, 20.0, room);
    for line in address.iter().flat_map(|block| &block.lines) {
        art.add(words(line, WINDOW.x + 24.0, bottom - 12.0, tones.ink));
    }
}
