//! Pictures, seal, words and stamp of washi (cards, 3 "washi").

use mantel_model::theme::BackgroundStyle;

use super::blocks::block;
use super::ink::InkColors;
use super::{PORTRAIT, PRINT, knife};
use crate::art::Art;
use crate::look::CardInput;
use crate::photo::{Photo, channels, woodblock};
use crate::steps;
use crate::svg::{circle, num, rect, words, words_with};
use crate::text::{Block, Line, Step, faces};
use crate::tints::{mix, readable};

/// Sizes and lines of a name (cards, 2).
const STEPS: &[Step] = steps![126.0, 118.0, 104.0; 2, 92.0, 80.0; 3, 70.0, 60.0, 54.0; 4, 48.0; 5];
/// The same of a page with neither bio nor avatar.
pub(crate) const BARE: &[Step] = steps![150.0; 2, 126.0, 118.0, 104.0; 2, 92.0, 80.0; 3, 70.0, 60.0, 54.0; 4, 48.0; 5];
/// How far down the em the baseline of a name is.
const RISE: f64 = 0.88;
/// The middle of the column, and its highest top.
const MIDDLE: f64 = 340.0;
const TOP: f64 = 100.0;

/// Pictures and words, laid on the stage.
pub fn card(sheet: &CardInput<'_>) -> Art {
    let mut art = Art::new();
    let ink = InkColors::of(sheet.tints);
    art.add(filters());
    portrait(&mut art, sheet, &ink);
    print(&mut art, sheet, &ink);
    stamp(&mut art, sheet, &ink);
    column(&mut art, sheet, &ink);
    art
}

/// `worn` and `flecks`: what a seal leaves bare (looks, 3 "Tools"; cards, 3 "washi").
pub(crate) fn filters() -> String {
    let noise = |id: &str, frequency: &str, alpha: &str| {
        format!(
            "<filter id=\"{id}\" x=\"0\" y=\"0\" width=\"1\" height=\"1\" color-interpolation-filters=\"sRGB\"><feTurbulence type=\"fractalNoise\" baseFrequency=\"{frequency}\" numOctaves=\"2\" seed=\"9\" result=\"n\"/><feColorMatrix in=\"n\" values=\"0 0 0 0 1 0 0 0 0 1 0 0 0 0 1 0 0 0 {alpha}\" result=\"m\"/><feComposite in=\"SourceGraphic\" in2=\"m\" operator=\"in\"/></filter>"
        )
    };
    noise("worn", ".13", "-9 7.15") + &noise("flecks", ".16", "-9 6.9")
}

/// The portrait, upright, with a key line.
fn portrait(art: &mut Art, sheet: &CardInput<'_>, ink: &InkColors) {
    let Some((picture, crop)) = sheet.avatar() else { return };
    let [x, y, w, h] = [PORTRAIT[0] + 9.0, PORTRAIT[1] + 9.0, 160.0, 226.0];
    let photo = Photo::covering(picture, crop, 160, 226, ink.print.bytes());
    printed(art, photo, [x, y, w, h], ink);
    art.add(knife::frame([x, y, w, h], 3.0, sheet.tints.edge));
}

/// The picture, or the record's cover, over a foot with caption and seal.
fn print(art: &mut Art, sheet: &CardInput<'_>, ink: &InkColors) {
    let Some((picture, crop)) = sheet.picture().or_else(|| sheet.cover()) else { return };
    let [x, y, w] = [PRINT[0] + 8.0, PRINT[1] + 8.0, 160.0];
    let photo = Photo::covering(picture, crop, 160, 174, ink.print.bytes());
    printed(art, photo, [x, y, w, 174.0], ink);
    art.add(knife::frame([x, y, w, 212.0], 2.6, sheet.tints.edge));
    art.add(knife::line(x, y + 174.0, w, 2.6, sheet.tints.edge));
    seal(art, sheet, ink, x + w - 36.0, y + 179.0, 28.0);
    let caption = sheet.parts.caption.as_deref().filter(|_| sheet.picture().is_some());
    let Some(caption) = caption.and_then(|it| sheet.text(&faces::ZEN_OLD_500, 0.0).shrink(it, 20.0, 15.0, w - 52.0))
    else {
        return;
    };
    art.add(lines(&caption, x + 8.0, y + 200.0, 0.0, &format!("fill=\"{}\"", sheet.tints.ink)));
}

/// A photo as a print, with the streaks that the baren left bare.
fn printed(art: &mut Art, mut photo: Photo, [x, y, w, h]: [f64; 4], ink: &InkColors) {
    woodblock::print(
        &mut photo,
        &woodblock::Block { paper: channels(ink.print), second: channels(ink.second), dark: ink.dark },
    );
    let Some(pixels) = photo.to_pixels() else { return };
    let image = art.image(pixels, x, y, w, h, "");
    let streaks = block("baren");
    let id = format!("b{}", num(x));
    art.add(format!(
        "{image}<clipPath id=\"{id}\">{}</clipPath><g clip-path=\"url(#{id})\">{}</g>",
        rect(x, y, w, h, ""),
        streaks.at(
            x - 150.0,
            y - 60.0,
            streaks.size.0 * 1.5,
            streaks.size.1 * 1.5,
            &format!("fill=\"{}\" opacity=\".72\"", ink.print)
        )
    ));
}

/// A square seal with the monogram, or the look's crest if no face has it.
pub(crate) fn seal(art: &mut Art, sheet: &CardInput<'_>, ink: &InkColors, x: f64, y: f64, side: f64) {
    let rim = (side * 0.045).max(1.4);
    let inset = rim * 1.9;
    let bare = format!("fill=\"none\" stroke=\"{}\" stroke-width=\"{}\"", ink.seal_ink, num(rim));
    let body = rect(x, y, side, side, &format!("rx=\"{}\" fill=\"{}\"", num(side * 0.05), ink.seal))
        + &rect(x + inset, y + inset, side - 2.0 * inset, side - 2.0 * inset, &bare);
    art.add(format!("<g filter=\"url(#flecks)\">{body}</g>"));
    let setting = sheet.fixed(&faces::SHIPPORI_800, 0.0);
    if let Some(letter) =
        sheet.initial(setting, side * 0.68).filter(|letter| letter.ink[2] - letter.ink[0] < side * 0.8)
    {
        // By its ink, so that it stands in the middle.
        let (dx, dy) = (f64::midpoint(letter.ink[0], letter.ink[2]), f64::midpoint(letter.ink[1], letter.ink[3]));
        art.add(words(&letter, x + side / 2.0 - dx, y + side / 2.0 - dy, ink.seal_ink));
    } else {
        let crest = side * 0.62;
        let at = (side - crest) / 2.0;
        let fill = format!("fill=\"{}\"", ink.seal_ink);
        // Its ring is the seal's own rim.
        let mut leaf = block("crest-0");
        if let Some(end) = leaf.inside.find("/>") {
            leaf.inside = leaf.inside.split_off(end + 2);
        }
        art.add(leaf.at(x + at, y + at, crest, crest, &fill));
    }
}

/// A round hanko: the disc worn, the letters unworn above it.
fn stamp(art: &mut Art, sheet: &CardInput<'_>, ink: &InkColors) {
    const AT: (f64, f64, f64) = (856.0, 532.0, 70.0);
    let setting = sheet.fixed(&faces::SHIPPORI_800, 0.0);
    let size = if sheet.parts.stamp.len() > 2 { 26.0 } else { 28.0 };
    let set: Vec<Block> = sheet.parts.stamp.iter().filter_map(|line| setting.shrink(line, size, 16.0, 104.0)).collect();
    if set.is_empty() {
        return;
    }
    let (x, y, r) = AT;
    let disc = circle(x, y, r, &format!("fill=\"{}\"", ink.seal))
        + &circle(x, y, r - 9.0, &format!("fill=\"none\" stroke=\"{}\" stroke-width=\"3\"", ink.seal_ink));
    art.add(format!("<g filter=\"url(#worn)\">{disc}</g>"));
    #[expect(clippy::cast_precision_loss, reason = "three lines")]
    let count = set.len() as f64;
    let mut at = y - (count - 1.0) * 14.0;
    for line in set.iter().flat_map(|block| &block.lines) {
        art.add(words(line, x - line.width / 2.0, at + size * 0.34, ink.seal_ink));
        at += 28.0;
    }
}

/// Name with its seal, bio, address.
fn column(art: &mut Art, sheet: &CardInput<'_>, ink: &InkColors) {
    let bare = sheet.bare();
    let x = if sheet.avatar().is_some() { 286.0 } else { 76.0 };
    let wide = if sheet.avatar().is_some() { 554.0 } else { 724.0 };
    let setting = sheet.display(&faces::SHIPPORI_800, 0.0);
    let steps = if bare { BARE } else { STEPS };
    let name = sheet.name(setting, steps, |_, _| wide);
    let many = name.lines.len() > 2;
    let text = sheet.text(&faces::ZEN_OLD_500, 0.0);
    // Past two lines it must not reach the mountain.
    let (size, lead, most, room): (f64, f64, usize, f64) =
        if many { (29.0, 42.0, 1, 500.0) } else { (32.0, 46.0, 2, 600.0) };
    let bio = sheet.parts.bio.as_deref().and_then(|bio| text.clamp(bio, size, most, room.min(840.0 - x + 40.0)));
    let address = text.shrink(&sheet.parts.address, 28.0, 20.0, 440.0);

    let leading = if name.cjk { 1.1 } else { 1.0 } * name.size;
    #[expect(clippy::cast_precision_loss, reason = "a few lines")]
    let (rows, bio_rows) = (name.lines.len() as f64, bio.as_ref().map_or(0, |bio| bio.lines.len()) as f64);
    let gap = if bio.is_some() { 24.0 } else { 0.0 };
    let height = rows * leading + gap + bio_rows * lead + 20.0 + 50.0;
    let top = (MIDDLE - height / 2.0).max(TOP);
    let widest = [
        name.width() + name.size,
        bio.as_ref().map_or(0.0, Block::width),
        94.0 + address.as_ref().map_or(0.0, Block::width),
    ];
    art.add(sheet.ground(x, top, widest.into_iter().fold(0.0, f64::max), height));

    let color = format!("fill=\"{}\"", sheet.words_color());
    // Letters begin at the edge, not their side bearings.
    let bearing = name.lines.first().map_or(0.0, |line| line.ink[0].clamp(0.0, name.size * 0.06));
    art.add(lines(&name, x + 2.0 - bearing, top + RISE * name.size, leading, &color));
    if let Some(last) = name.lines.last() {
        let side = (name.size / 2.0).min(78.0);
        let end = if name.swapped { last.width } else { last.ink[2].max(last.width) };
        seal(art, sheet, ink, x + end - bearing + 22.0, top + (rows - 1.0) * leading + RISE * name.size - side, side);
    }
    let mut y = top + rows * leading + gap;
    if let Some(bio) = &bio {
        art.add(lines(bio, x, y + 33.0, lead, &color));
        y += bio_rows * lead;
    }
    if let Some(line) = address.as_ref().and_then(|block| block.lines.first()) {
        slip(art, sheet, ink, line, x, y + 20.0);
    }
}

/// The address on a slip, behind a red block with an arrow.
fn slip(art: &mut Art, sheet: &CardInput<'_>, ink: &InkColors, line: &Line, x: f64, y: f64) {
    const SIDE: f64 = 50.0;
    let tints = sheet.tints;
    let width = SIDE + 20.0 + line.width + 24.0;
    let paper =
        if tints.backdrop == BackgroundStyle::Image { tints.surface } else { mix(tints.surface, tints.bg, 0.94) };
    art.add(rect(x, y, width, SIDE, &format!("fill=\"{paper}\"")));
    art.add(rect(x, y, SIDE, SIDE, &format!("fill=\"{}\"", ink.seal)));
    art.add(knife::frame([x + 1.0, y + 1.0, width - 2.0, SIDE - 2.0], 2.2, tints.edge));
    art.add(format!(
        "<path d=\"M{} {}h19m-8-8 8 8-8 8\" fill=\"none\" stroke=\"{}\" stroke-width=\"3\" stroke-linecap=\"round\" stroke-linejoin=\"round\"/>",
        num(x + 15.0),
        num(y + SIDE / 2.0),
        ink.seal_ink
    ));
    art.add(words(line, x + SIDE + 20.0, y + 34.0, readable(paper, &[tints.ink, tints.on])));
}

/// The lines of a block, each a leading below the one before.
fn lines(block: &Block, x: f64, y: f64, leading: f64, attributes: &str) -> String {
    let mut out = String::new();
    let mut at = y;
    for line in &block.lines {
        out += &words_with(line, x, at, attributes);
        at += leading;
    }
    out
}
