//! cobalt: an almanac in two inks, a crescent over scalloped clouds (docs/design/cards.md, 3 "cobalt").

pub(crate) mod objects;
pub(crate) mod plates;
pub(crate) mod sky;
mod tones;

use mantel_model::theme::BackgroundStyle;

use crate::art::Art;
use crate::card_content::Crop;
use crate::look::{CardInput, Objects};
use crate::photo::{Photo, halftone};
use crate::steps;
use crate::svg::{circle, num, rect, words};
use crate::text::{Block, Line, Step, faces};
use crate::tints::Tints;
use objects::{COVER, PICTURE, PLATE};
pub use tones::Tones;

pub(super) const QUALITY: u8 = 85;
/// Sizes and lines of a name (cards, 2).
pub(crate) const STEPS: &[Step] = steps![112.0, 104.0, 96.0; 1, 92.0, 80.0; 2, 68.0; 3, 58.0; 4, 46.0; 5];
/// The left edge of words.
const LEFT: f64 = 64.0;
/// The baseline of the name's last line, and its leading in sizes.
const BASE: f64 = 404.0;
const LEADING: f64 = 1.04;
/// The roundel's diameter, the least it has, and the height of its middle.
const ROUNDEL: (f64, f64, f64) = (164.0, 84.0, 150.0);
/// Rings about it, and the room to the upper edge and to the name.
const RINGS: (f64, f64) = (6.0, 11.0);
const ABOVE: f64 = 22.0;
const BELOW: f64 = 24.0;
/// How far the picture is enlarged at least.
const CLOSE: f64 = 1.25;
/// Where words end beside the rays of the moon.
const RAYS: f64 = 732.0;

/// Paper and sky.
pub(super) fn plate(tints: &Tints) -> Art {
    sky::plate(tints)
}

/// Plate, record and burst.
pub(super) fn stage(tints: &Tints, objects: Objects) -> Art {
    objects::stage(tints, objects)
}

/// Roundel, words, and what is printed on the objects.
pub(super) fn card(sheet: &CardInput<'_>) -> Art {
    let tones = Tones::of(sheet.tints);
    let mut art = Art::new();
    let name = name(sheet);
    let count = lines(&name);
    let first = BASE - (count - 1.0).max(0.0) * LEADING * name.size;
    let top = first - name.size * if name.cjk { 0.88 } else { 0.72 };
    let roundel = (top - ABOVE - RINGS.1 * 2.0 - BELOW).clamp(ROUNDEL.1, ROUNDEL.0);
    let middle = ROUNDEL.2.min(top - BELOW - RINGS.1 - roundel / 2.0);
    let about = about(sheet, roundel, count);
    art.add(sheet.ground(LEFT, top, name.width(), BASE - top));
    if let Some(about) = &about {
        art.add(sheet.ground(about.left, middle - about.tall / 2.0, about.wide, about.tall));
    }
    avatar(&mut art, sheet, &tones, middle, roundel);
    if let Some(about) = about {
        art.add(about.draw(middle, &tones));
    }
    let mut y = first;
    for line in &name.lines {
        let slip = if sheet.tints.backdrop == BackgroundStyle::Image { 0.0 } else { 1.0 };
        art.add(words(line, LEFT + 4.0 * slip, y + 3.0 * slip, sheet.tints.accent));
        art.add(words(line, LEFT, y, tones.name));
        y += LEADING * name.size;
    }
    address(&mut art, sheet, &tones);
    picture(&mut art, sheet, &tones);
    let (burst, record) = objects::places(sheet.objects());
    cover(&mut art, sheet, &tones, record);
    stamp(&mut art, sheet, burst);
    art
}

fn lines(block: &Block) -> f64 {
    f64::from(u32::try_from(block.lines.len()).unwrap_or(0))
}

/// The name in its steps (cards, 2).
fn name(sheet: &CardInput<'_>) -> Block {
    let setting = sheet.display(&faces::CHONBURI, 0.0);
    let measure = |_: f64, lines: usize| if lines > 1 { 660.0 } else { 740.0 };
    if sheet.bare() {
        let bare = sheet.name(setting, steps![156.0; 2], measure);
        if !bare.cut && bare.lines.len() <= 2 && bare.width() <= 740.0 && whole(&bare, sheet) {
            return bare;
        }
    }
    sheet.name(setting, STEPS, measure)
}

/// Whether no word was broken to fit: a broken one leaves a line that does not end where a word of the name does.
fn whole(block: &Block, sheet: &CardInput<'_>) -> bool {
    let mut rest = sheet.parts.name.as_str();
    block.lines.iter().all(|line| {
        let Some(after) = rest.strip_prefix(line.text.trim_end()) else { return false };
        let ends = after.is_empty() || after.starts_with(' ') || line.text.ends_with('-') || block.cjk;
        rest = after.trim_start();
        ends
    })
}

/// Bio and place beside the roundel.
struct About {
    left: f64,
    wide: f64,
    tall: f64,
    leading: f64,
    bio: Vec<Line>,
    place: Option<Line>,
}

fn about(sheet: &CardInput<'_>, roundel: f64, name_lines: f64) -> Option<About> {
    let left = if sheet.avatar().is_some() { LEFT + roundel + 45.0 } else { LEFT };
    let (size, leading) = if roundel < 130.0 { (28.0, 38.0) } else { (34.0, 43.0) };
    let measure = RAYS - left;
    let bio = sheet
        .parts
        .bio
        .as_deref()
        .and_then(|bio| sheet.text(&faces::OLD_STANDARD_400, 0.0).clamp(bio, size, 2, measure.min(600.0)));
    let bio = bio.map(|bio| bio.lines).unwrap_or_default();
    // Under names of one line only: else it would come too close.
    let place = sheet.parts.place.as_deref().filter(|_| name_lines < 2.0).and_then(|place| {
        sheet.text(&faces::OLD_STANDARD_400_ITALIC, 0.0).shrink(place, 28.0, 20.0, measure)?.lines.into_iter().next()
    });
    if bio.is_empty() && place.is_none() {
        return None;
    }
    let count = f64::from(u32::try_from(bio.len() + usize::from(place.is_some())).unwrap_or(0));
    let wide = bio.iter().chain(&place).map(|line| line.width).fold(0.0, f64::max);
    Some(About { left, wide, tall: count * leading, leading, bio, place })
}

impl About {
    fn draw(&self, middle: f64, tones: &Tones) -> String {
        let mut y = middle - self.tall / 2.0 + 0.78 * self.leading;
        let mut out = String::new();
        for line in self.bio.iter().chain(&self.place) {
            out += &words(line, self.left, y, tones.name);
            y += self.leading;
        }
        out
    }
}

/// The avatar as a roundel of halftone in a ring of paper and a hairline.
fn avatar(art: &mut Art, sheet: &CardInput<'_>, tones: &Tones, middle: f64, diameter: f64) {
    let Some((picture, crop)) = sheet.avatar() else { return };
    let x = LEFT + diameter / 2.0;
    let radius = diameter / 2.0;
    let side = whole_pixels(diameter);
    let photo = Photo::covering(picture, crop, side * 2, side * 2, [255; 3]);
    let Some(pixels) = halftone::print(&photo, &halftone::Inks::one(halftone::FACE, tones.plate, tones.pulp)) else {
        return;
    };
    // The hairline in the words' ink, so that it shows on whatever is below.
    art.add(circle(
        x,
        middle,
        radius + RINGS.1 - 0.5,
        &format!("fill=\"none\" stroke=\"{}\" stroke-width=\"2\"", tones.name),
    ));
    art.add(circle(x, middle, radius + RINGS.0, &format!("fill=\"{}\"", tones.pulp)));
    art.add(format!(
        "<clipPath id=\"roundel\"><circle cx=\"{}\" cy=\"{}\" r=\"{}\"/></clipPath><g clip-path=\"url(#roundel)\">",
        num(x),
        num(middle),
        num(radius)
    ));
    let image = art.image(pixels, x - radius, (middle - radius).round(), f64::from(side), f64::from(side), "");
    art.add(image + "</g>");
}

/// A length in whole pixels.
fn whole_pixels(length: f64) -> u32 {
    (1..=400).rev().find(|pixels| f64::from(*pixels) <= length.ceil()).unwrap_or(1)
}

/// A star and the address in small print.
fn address(art: &mut Art, sheet: &CardInput<'_>, tones: &Tones) {
    let objects = sheet.objects();
    let (burst, record) = objects::places(objects);
    let end = [
        (objects.picture, PLATE.0),
        (objects.stamp, burst.0 - objects::burst_radius()),
        (objects.record, record.0 - 80.0),
    ];
    let end = end.into_iter().filter(|(there, _)| *there).map(|(_, left)| left).fold(f64::INFINITY, f64::min);
    let (x, y) = (118.0, 588.0);
    let room = (end - 24.0 - x).min(560.0);
    let setting = sheet.fixed(&faces::LEAGUE_GOTHIC, 0.048);
    let Some(block) = setting.shrink(&sheet.parts.address.to_uppercase(), 50.0, 20.0, room) else { return };
    art.add(sheet.ground(65.0, y - 40.0, x - 65.0 + block.width(), 42.0));
    art.add(sky::star(84.0, y - 18.0, 19.0, sheet.tints.accent));
    for line in &block.lines {
        // Smaller words stand in the middle of the star.
        art.add(words(line, x, y - (50.0 - block.size) * 0.36, tones.address));
    }
}

/// The picture in two inks, its caption in italics.
fn picture(art: &mut Art, sheet: &CardInput<'_>, tones: &Tones) {
    let Some((picture, crop)) = sheet.picture() else { return };
    // A print this small shows what is in focus larger, or its dots would not hold it.
    let near = Crop { zoom: crop.zoom.max(CLOSE), ..crop };
    let photo = Photo::covering(picture, near, PICTURE.0 * 2, PICTURE.1 * 2, [255; 3]);
    let mut inks = halftone::Inks::one(halftone::PICTURE, tones.plate, tones.pulp);
    if !tones.night {
        // Without a focus of the owner's, above the middle and to the right, as on the page.
        let middle = (crop.x - 0.5).abs() < 1e-9 && (crop.y - 0.5).abs() < 1e-9;
        inks.second = Some((sheet.tints.accent, if middle { (0.6, 0.4) } else { (crop.x, crop.y) }));
    }
    let (x, y) = (PLATE.0 + 16.0, PLATE.1 + 16.0);
    let (width, height) = (f64::from(PICTURE.0), f64::from(PICTURE.1));
    let Some(pixels) = halftone::print(&photo, &inks) else { return };
    let image = art.image(pixels, x, y, width, height, "");
    art.add(image);
    let frame = format!("fill=\"none\" stroke=\"{}\" stroke-width=\"1.4\"", tones.ink);
    art.add(rect(x - 0.7, y - 0.7, width + 1.4, height + 1.4, &frame));
    let setting = sheet.text(&faces::OLD_STANDARD_400_ITALIC, 0.0);
    let caption = sheet.parts.caption.as_deref().and_then(|caption| setting.shrink(caption, 21.0, 16.0, width));
    for line in caption.iter().flat_map(|block| &block.lines) {
        art.add(words(line, x + (width - line.width) / 2.0, PLATE.1 + 187.5, sheet.tints.ink));
    }
}

/// The cover on the label of a record that stands at a place.
pub(crate) fn cover(art: &mut Art, sheet: &CardInput<'_>, tones: &Tones, (x, y): (f64, f64)) {
    let Some((cover, crop)) = sheet.cover().filter(|_| sheet.parts.record) else { return };
    let (side, radius) = (COVER.0 * 2, f64::from(COVER.0));
    let photo = Photo::covering(cover, crop, side * 2, side * 2, [255; 3]);
    let Some(pixels) = halftone::print(&photo, &halftone::Inks::one(halftone::SMALL, tones.plate, tones.pulp)) else {
        return;
    };
    let middle = y - COVER.1;
    art.add(format!(
        "<clipPath id=\"cover\"><circle cx=\"{}\" cy=\"{}\" r=\"{}\"/></clipPath><g clip-path=\"url(#cover)\">",
        num(x),
        num(middle),
        num(radius)
    ));
    let image = art.image(pixels, x - radius, (middle - radius).round(), f64::from(side), f64::from(side), "");
    art.add(image + "</g>");
}

/// The words of the stamp on the burst at a place.
pub(crate) fn stamp(art: &mut Art, sheet: &CardInput<'_>, (x, y): (f64, f64)) {
    let radius = objects::burst_radius();
    let setting = sheet.display(&faces::CHONBURI, 0.0);
    let size = 0.27 * radius;
    let blocks = sheet.parts.stamp.iter().filter_map(|line| setting.shrink(line, size, size * 0.6, radius * 1.3));
    let lines: Vec<_> = blocks.flat_map(|block| block.lines.into_iter().map(move |line| (line, block.size))).collect();
    let leading = size * 1.1;
    let half = f64::from(u32::try_from(lines.len().saturating_sub(1)).unwrap_or(0)) / 2.0;
    let mut baseline = y + size * 0.34 - half * leading;
    for (line, _) in &lines {
        art.add(words(line, x - line.width / 2.0, baseline, sheet.tints.accent_ink));
        baseline += leading;
    }
}
