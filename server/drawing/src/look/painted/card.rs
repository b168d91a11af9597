//! Pictures and words of painted: a column in the middle of the sheet, what lies left and right of it.

use mantel_model::theme::{BackgroundStyle, Font};

use super::avatar::{dab, portrait};
use super::colours::Colours;
use super::picture::picture;
use super::stage::{NOTE, SEAL};
use super::water;
use super::wax;
use crate::art::Art;
use crate::look::CardInput;
use crate::steps;
use crate::svg::{num, words, words_with};
use crate::text::{Block, Step, faces};

/// The middle of the column.
const MIDDLE: (f64, f64) = (600.0, 311.0);
/// The widest name.
const MEASURE: f64 = 610.0;
/// Sizes and lines of a name (cards, 2).
pub(crate) const STEPS: &[Step] = steps![146.0, 134.0, 122.0, 112.0; 1, 112.0, 98.0; 2, 86.0, 74.0; 3, 68.0, 58.0; 4];
/// The step of a page with neither bio nor avatar.
pub(crate) const BARE: &[Step] = steps![176.0; 2];
/// Size and leading of the bio, and its width.
const BIO: (f64, f64, f64) = (33.0, 40.0, 600.0);
/// Size of the address, how low its baseline lies and how high its line is.
const ADDRESS: (f64, f64, f64) = (31.0, 29.0, 50.0);
/// Room under the avatar, under the name, under the bio.
const GAPS: (f64, f64, f64) = (28.0, 10.0, 22.0);
/// Sizes of a note: those after the first are for longer ones, which would run off its wash.
const NOTE_STEPS: &[Step] = steps![31.0; 4, 27.0; 5, 24.0; 6, 21.0; 7];

/// Everything that differs from page to page.
pub(super) fn card(sheet: &CardInput<'_>) -> Art {
    let colours = Colours::of(sheet.tints);
    let mut art = Art::new();
    picture(&mut art, sheet, &colours);
    note(&mut art, sheet, &colours);
    seal(&mut art, sheet, &colours);
    column(&mut art, sheet, &colours);
    art
}

/// Avatar, name, bio and address, centred (cards, 3 "painted").
fn column(art: &mut Art, sheet: &CardInput<'_>, colours: &Colours) {
    let ink = sheet.words_color();
    let face = if sheet.tints.font == Font::Book { &faces::GARAMOND_600_ITALIC } else { &faces::CORMORANT_700_ITALIC };
    let setting = if sheet.tints.font == Font::Book { sheet.fixed(face, 0.0) } else { sheet.display(face, 0.0) };
    let steps = if sheet.bare() { [BARE, STEPS].concat() } else { STEPS.to_vec() };
    let name = sheet.name(setting, &steps, |_, _| MEASURE);
    // Past three lines the bio has one (cards, 2).
    let lines = if name.lines.len() > 3 { 1 } else { 2 };
    let (bio_size, bio_leading, bio_wide) = BIO;
    let bio = sheet
        .parts
        .bio
        .as_deref()
        .and_then(|bio| sheet.text(&faces::GARAMOND_500, 0.0).clamp(bio, bio_size, lines, bio_wide));
    let bio = bio.unwrap_or_default();
    let (address_size, address_down, address_high) = ADDRESS;
    let address = sheet
        .text(&faces::GARAMOND_600_ITALIC, 0.0)
        .shrink(&sheet.parts.address, address_size, 20.0, 520.0)
        .unwrap_or_default();

    let avatar = sheet.avatar().map(|_| if name.lines.len() > 2 { 130.0 } else { 176.0 });
    let (leading, down) = led(&name);
    let name_high = leading * name.size * name.lines.len() as f64;
    let bio_high = bio_leading * bio.lines.len() as f64;
    let above = avatar.map_or(0.0, |side| side + GAPS.0);
    let after_name = if bio.lines.is_empty() { 0.0 } else { GAPS.1 };
    let high = above + name_high + after_name + bio_high + GAPS.2 + address_high;
    let top = MIDDLE.1 - high / 2.0;

    let wide = name.width().max(bio.width()).max(address.width() + 120.0);
    art.add(sheet.ground(MIDDLE.0 - wide / 2.0, top + above, wide, high - above));
    if let Some(side) = avatar {
        portrait(art, sheet, colours, side, (MIDDLE.0, top + side / 2.0));
    }

    let mut lines = String::new();
    for (at, line) in name.lines.iter().enumerate() {
        let y = top + above + (leading * at as f64 + down) * name.size;
        lines += &words(line, MIDDLE.0 - line.width / 2.0, y, ink);
    }
    art.add(inked(&lines, top + above, name_high, name.width(), name.size));

    let bio_top = top + above + name_high + after_name;
    for (at, line) in bio.lines.iter().enumerate() {
        art.add(words(line, MIDDLE.0 - line.width / 2.0, bio_top + bio_leading * at as f64 + 31.0, ink));
    }

    let line_top = bio_top + bio_high + GAPS.2;
    let accent = if sheet.tints.backdrop == BackgroundStyle::Image { sheet.tints.accent_text } else { colours.address };
    for line in &address.lines {
        let left = MIDDLE.0 - line.width / 2.0;
        art.add(dab(colours, left - 59.0, line_top - 1.0));
        art.add(words(line, left, line_top + address_down, accent));
    }
}

/// How a name's lines are led, and how far down its first baseline lies, in em (cards, 2 "Coverage first").
pub(crate) const fn led(name: &Block) -> (f64, f64) {
    if name.cjk {
        (1.04, 0.88)
    } else if name.swapped {
        (1.04, 0.84)
    } else {
        (0.86, 0.785)
    }
}

/// Letters whose ink is thinner here and there.
fn inked(letters: &str, top: f64, high: f64, wide: f64, size: f64) -> String {
    let margin = size * 0.3;
    let region = (MIDDLE.0 - wide / 2.0 - margin, top - margin, wide + 2.0 * margin, high + 2.0 * margin);
    let filter = water::filter(
        "ink",
        region,
        "<feTurbulence type='fractalNoise' baseFrequency='.035 .05' numOctaves='3' seed='8'/>\
         <feColorMatrix values='0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 1.5 0 0 0 .32' result='density'/>\
         <feComposite in='SourceGraphic' in2='density' operator='in'/>",
    );
    format!("{filter}<g filter='url(#ink)'>{letters}</g>")
}

/// Words on their wash.
fn note(art: &mut Art, sheet: &CardInput<'_>, colours: &Colours) {
    const LEFT: f64 = 1006.0;
    const WIDE: f64 = 164.0;
    const MIDDLE: f64 = 240.0;
    let Some(note) = &sheet.parts.note else { return };
    let Some(block) = sheet.text(&faces::GARAMOND_500, 0.0).fit(&note.text, NOTE_STEPS, |_, _| WIDE) else { return };
    let ((x, y, width, height), turn) = NOTE;
    let leading = block.size * 36.0 / 31.0;
    let first = MIDDLE + 3.0 - leading * (block.lines.len() as f64 - 1.0) / 2.0;
    let lines: String = block
        .lines
        .iter()
        .enumerate()
        .map(|(at, line)| words(line, LEFT, first + leading * at as f64, colours.noted))
        .collect();
    art.add(format!("<g transform='rotate({turn} {} {})'>{lines}</g>", num(x + width / 2.0), num(y + height / 2.0)));
}

/// Words pressed into the seal, or the initial of a page that only has a letter.
fn seal(art: &mut Art, sheet: &CardInput<'_>, colours: &Colours) {
    let ((cx, cy), radius) = SEAL;
    let objects = sheet.objects();
    let setting = sheet.fixed(&faces::CORMORANT_600_ITALIC, 0.0);
    if objects.stamp {
        let lines: Vec<_> =
            sheet.parts.stamp.iter().filter_map(|line| setting.shrink(line, 25.0, 14.0, radius * 1.28)).collect();
        let first = cy + 8.0 - 12.5 * (lines.len() as f64 - 1.0);
        for (at, line) in lines.iter().flat_map(|block| &block.lines).enumerate() {
            pressed(art, colours, line, cx - line.width / 2.0, first + 25.0 * at as f64);
        }
    } else if objects.letter {
        match sheet.initial(sheet.fixed(&faces::CORMORANT_700_ITALIC, 0.0), 76.0) {
            Some(line) => {
                let [left, top, right, bottom] = line.ink;
                pressed(art, colours, &line, cx - (left + right) / 2.0, cy - (top + bottom) / 2.0);
            }
            None => art.add(wax::sprig(cx, cy, colours.pressed, colours.hollow)),
        }
    }
}

/// A line in wax: a darker copy 1.6 lower makes it lie deeper.
fn pressed(art: &mut Art, colours: &Colours, line: &crate::text::Line, x: f64, y: f64) {
    art.add(words_with(line, x, y + 1.6, &format!("fill='{}'", colours.hollow)));
    art.add(words(line, x, y, colours.pressed));
}
