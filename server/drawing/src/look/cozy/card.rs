//! Photographs, label and words of cozy.

use mantel_model::contrast;
use mantel_model::theme::Font;

use super::colours::Colours;
use super::objects;
use super::stage::{self, BADGE, NEAR, NOTE, PAD, PAD_TURN, PICTURE, PORTRAIT, RULE_COUNT, RULES};
use crate::art::Art;
use crate::card_content::Crop;
use crate::look::CardInput;
use crate::photo::{Photo, Picture, contrasted, saturated, sepia};
use crate::steps;
use crate::svg::{num, stop, words, words_with};
use crate::text::{Block, Setting, Step, faces};
use crate::tints::{hex, mix};

/// Where words on the pad begin.
const LEFT: f64 = 298.0;
/// The widest name, and the widest line of the bio.
const MEASURE: f64 = 680.0;
/// The same beside the picture, which lies over the pad's lower right corner.
const BESIDE: f64 = 590.0;
/// Sizes and lines of a name (cards, 2).
pub(crate) const STEPS: &[Step] = steps![112.0, 100.0, 92.0; 1, 90.0, 78.0, 68.0; 2, 62.0; 3, 54.0; 4, 44.0; 5];
/// The step of a page with neither bio nor avatar.
pub(crate) const BARE: &[Step] = steps![128.0; 2];
/// How far over its rule a line of words has its baseline.
pub(crate) const OVER: f64 = 10.0;
/// The letters of the hand hang over their baseline: by so many em they are set lower.
const HANGING: f64 = 0.087;
/// How far words reach over their baseline at most; a line on a rule needs this room under the name.
pub(crate) const ROOM: f64 = 44.0;

/// Everything that differs from page to page.
pub(super) fn card(sheet: &CardInput<'_>) -> Art {
    let colours = Colours::of(sheet.tints);
    let mut art = Art::new();
    pad(&mut art, sheet, &colours);
    picture(&mut art, sheet, &colours);
    portrait(&mut art, sheet, &colours);
    note(&mut art, sheet, &colours);
    badge(&mut art, sheet, &colours);
    label(&mut art, sheet, &colours, 440.0, 20.0);
    art
}

/// What is written by hand: in the theme's face if the owner chose one; and by how much it is set smaller, for the hand
/// draws small and other faces do not (cards, 2; style/looks/cozy/theme.css).
pub(crate) fn hand<'a>(sheet: &CardInput<'a>, text: &str) -> (Setting<'a>, f64) {
    let own = matches!(sheet.tints.font, Font::Look | Font::Hand);
    let setting = if own { sheet.fixed(&faces::NANUM_PEN, 0.0) } else { sheet.text(&faces::NANUM_PEN, 0.0) };
    let swapped = sheet.fonts.set(setting.face, text).is_some_and(|words| words.swapped());
    (
        setting,
        if swapped {
            0.72
        } else if own {
            1.0
        } else {
            0.66
        },
    )
}

/// How much lower than its baseline a block in the hand's face lies.
pub(crate) fn hanging(block: &Block) -> f64 {
    if block.swapped { 0.0 } else { block.size * HANGING }
}

/// Name, bio and place on the pad (cards, 3 "cozy").
fn pad(art: &mut Art, sheet: &CardInput<'_>, colours: &Colours) {
    let steps = if sheet.bare() { [BARE, STEPS].concat() } else { STEPS.to_vec() };
    let name = sheet.name(sheet.display(&faces::CAPRASIMO, 0.0), &steps, |_, _| MEASURE);
    let mut out = String::new();
    let first = 114.0 + 0.8 * name.size;
    let mut last = first;
    for (at, line) in name.lines.iter().enumerate() {
        last = first + name.size * at as f64;
        out += &words(line, LEFT, last, colours.ink);
    }
    // The rules that are free: a line on one of them clears the name.
    let free = (0..RULE_COUNT).map(|at| RULES.0 + RULES.1 * at as f64).filter(|rule| rule - ROOM >= last - 1e-6);
    let mut free = free.map(|rule| rule - OVER);
    let place =
        sheet.parts.place.as_deref().filter(|place| sheet.fonts.set(&faces::COURIER_PRIME_700, place).is_some());
    // A line low on the pad ends where the picture lies.
    let objects = sheet.objects();
    let covered = objects.picture || objects.cover;
    let measure = |baseline: f64| if covered && baseline > 320.0 { BESIDE } else { MEASURE };
    // Past three lines the bio goes (cards, 2); the place keeps a rule if there are two.
    if let Some(bio) = sheet.parts.bio.as_deref().filter(|_| name.lines.len() <= 3) {
        let left = free.clone().count();
        let most = if place.is_some() && left > 1 { left - 1 } else { left }.min(2);
        let lowest = free.clone().nth(most.saturating_sub(1)).unwrap_or_default();
        let (setting, scale) = hand(sheet, bio);
        let block = setting.clamp(bio, 46.0 * scale, most, measure(lowest)).filter(|_| most > 0).unwrap_or_default();
        for (line, baseline) in block.lines.iter().zip(free.by_ref()) {
            out += &words(line, LEFT, baseline + hanging(&block), colours.ink);
        }
    }
    if let (Some(place), Some(baseline)) = (place, free.next()) {
        let block = sheet.fixed(&faces::COURIER_PRIME_700, 0.0).clamp(place, 25.0, 1, measure(baseline));
        for line in block.iter().flat_map(|block| &block.lines) {
            out += &words(line, LEFT, baseline, colours.soft);
        }
    }
    art.add(format!("<g transform='rotate({PAD_TURN} {} {})'>{out}</g>", PAD.0, PAD.1));
}

/// A photograph as it is shown in a polaroid, about the middle of its paper: left, top, width, height (looks, 2 "image").
fn photograph(
    art: &mut Art,
    picture: &Picture,
    crop: Crop,
    colours: &Colours,
    id: &str,
    (left, top, width, height): (f64, f64, f64, f64),
) -> String {
    let mut photo =
        Photo::covering(picture, crop, width as u32, height as u32, mix(colours.paper, hex(0x6b_5030), 0.8).bytes());
    photo.map(|_, _, pixel| sepia(contrasted(saturated(pixel, 0.9), 0.96), 0.07));
    let Some(pixels) = photo.to_pixels() else { return String::new() };
    let image = art.image(pixels, left, top, width, height, "");
    let deep = |id: &str, direction: &str| {
        format!(
            "<linearGradient id='{id}' {direction}>{}{}</linearGradient>",
            stop(0.0, hex(0x1e_0c04), 0.4),
            stop(1.0, hex(0x1e_0c04), 0.0)
        )
    };
    format!(
        "{image}{}{}<linearGradient id='{id}-gloss' x2='.62' y2='.86'>{}{}</linearGradient>\
         <rect x='{left}' y='{top}' width='7' height='{height}' fill='url(#{id}-left)'/><rect x='{left}' y='{top}' width='{width}' height='7' fill='url(#{id}-top)'/>\
         <rect x='{left}' y='{top}' width='{width}' height='{height}' fill='url(#{id}-gloss)'/>",
        deep(&format!("{id}-left"), ""),
        deep(&format!("{id}-top"), "x2='0' y2='1'"),
        stop(0.0, hex(0xff_ffff), 0.2),
        stop(0.5, hex(0xff_ffff), 0.0)
    )
}

/// The portrait and its clip.
fn portrait(art: &mut Art, sheet: &CardInput<'_>, colours: &Colours) {
    let Some((picture, crop)) = sheet.avatar() else { return };
    let ((x, y), turn) = PORTRAIT;
    let photo = photograph(art, picture, crop, colours, "portrait", (-99.0, -119.0, 198.0, 198.0));
    art.add(format!("<g transform='translate({x} {y}) rotate({turn})'>{photo}</g>"));
    art.add(objects::clip(colours));
}

/// The picture, or in its frame the record's cover (cards, 1 "Missing parts"), and the tape that holds it.
fn picture(art: &mut Art, sheet: &CardInput<'_>, colours: &Colours) {
    let Some((picture, crop)) = sheet.picture().or_else(|| sheet.cover()) else { return };
    let ((x, y), turn) = PICTURE;
    let photo = photograph(art, picture, crop, colours, "picture", (-131.0, -142.0, 262.0, 242.0));
    art.add(format!("<g transform='translate({x} {y}) rotate({turn})'>{photo}</g>"));
    art.add(objects::tape(colours, 1031.0, 334.0, 3.0, 100.0));
}

/// Words on the sticky note: 44 on three lines, 38 on four, and smaller for what is longer still.
fn note(art: &mut Art, sheet: &CardInput<'_>, colours: &Colours) {
    const MEASURE: f64 = 160.0;
    let Some(note) = &sheet.parts.note else { return };
    let (setting, scale) = hand(sheet, &note.text);
    let steps =
        [(44.0, 3), (38.0, 4), (32.0, 5), (27.0, 6), (23.0, 7)].map(|(size, lines)| Step { size: size * scale, lines });
    let Some(block) = setting.fit(&note.text, &steps, |_, _| MEASURE) else { return };
    let leading = if scale < 1.0 { block.size * 1.2 } else { block.size * 42.0 / 44.0 };
    let first = 1.0 - leading * (block.lines.len() as f64 - 1.0) / 2.0 + if block.cjk { 6.0 } else { hanging(&block) };
    let lines: String = block
        .lines
        .iter()
        .enumerate()
        .map(|(at, line)| words(line, -79.0, first + leading * at as f64, colours.noted))
        .collect();
    let ((x, y), turn) = NOTE;
    art.add(format!("<g transform='translate({x} {y}) rotate({turn})'>{lines}</g>"));
}

/// Words on the badge.
pub(crate) fn badge(art: &mut Art, sheet: &CardInput<'_>, colours: &Colours) {
    let ((x, y), radius) = BADGE;
    let setting = sheet.fixed(&faces::CAPRASIMO, 0.0);
    let blocks: Vec<Block> =
        sheet.parts.stamp.iter().filter_map(|line| setting.shrink(line, 27.0, 15.0, radius * 1.42)).collect();
    let first = y + 8.0 - 14.0 * (blocks.len() as f64 - 1.0);
    for (at, line) in blocks.iter().flat_map(|block| &block.lines).enumerate() {
        art.add(words(line, x - line.width / 2.0, first + 28.0 * at as f64, colours.tinned));
    }
}

/// Where the label begins: its upper left corner.
pub(crate) const LABEL: (f64, f64) = (40.0, 512.0);

/// The address, embossed in label tape that is `longest` at most, its letters `least` high at least.
pub(crate) fn label(art: &mut Art, sheet: &CardInput<'_>, colours: &Colours, longest: f64, least: f64) {
    const HIGH: f64 = 58.0;
    const MARGIN: f64 = 26.0;
    const SPACING: f64 = 2.0 / 29.0;
    let setting = sheet.fixed(&faces::COURIER_PRIME_700, SPACING);
    let Some(block) = setting.shrink(&sheet.parts.address, 29.0, least, longest - 2.0 * MARGIN) else { return };
    let Some(line) = block.lines.first() else { return };
    let long = (line.width - SPACING * block.size + 2.0 * MARGIN).min(longest);
    let place = format!("translate({} {}) rotate(-1.6)", LABEL.0, LABEL.1);
    let shape = format!("<rect width='{}' height='{HIGH}' transform='{place}'/>", num(long));
    let region = (LABEL.0 - 40.0, LABEL.1 - 50.0, long + 90.0, HIGH + 110.0);
    let down = HIGH / 2.0 + 0.34 * block.size;
    // A darker copy under pale letters; a paler one under dark letters.
    let under = if contrast::luminance(colours.embossed) > 0.18 { hex(0) } else { hex(0xff_ffff) };
    let copy = mix(colours.label, under, 0.42);
    art.add(format!(
        "{}<linearGradient id='label' x2='0' y2='1'>{}{}{}</linearGradient><linearGradient id='ends'>{}{}{}{}</linearGradient>\
         <g transform='{place}'><rect width='{long}' height='{HIGH}' fill='url(#label)'/><rect width='{long}' height='{HIGH}' fill='url(#ends)'/>\
         <rect width='{long}' height='2' fill='#fff' opacity='.2'/>{}{}</g>",
        stage::shadows("label-fall", colours, region, &shape, &[(5.0, 8.0, 9.0, 0.36), NEAR]),
        stop(0.0, mix(colours.label, hex(0xff_ffff), 0.92), 1.0),
        stop(0.2, colours.label, 1.0),
        stop(1.0, mix(colours.label, hex(0), 0.84), 1.0),
        stop(0.0, hex(0), 0.14),
        stop(0.03, hex(0), 0.0),
        stop(0.97, hex(0), 0.0),
        stop(1.0, hex(0), 0.14),
        words_with(line, MARGIN + 1.8, down + 1.8, &format!("fill='{copy}'")),
        words(line, MARGIN, down, colours.embossed),
        long = num(long),
    ));
}
