//! The menu bar across the top: cube, name, three menus, sound and battery (cards, 3 "lofi").

use super::Tones;
use crate::WIDTH;
use crate::look::CardInput;
use crate::svg::{rect, words};
use crate::text::faces;

/// Height of the bar, and of the line below it.
const TALL: f64 = 44.0;
const LINE: f64 = 3.0;
/// The longest first word of a name.
const LONGEST: f64 = 420.0;
/// Between words.
const GAP: f64 = 35.5;

/// The bar.
pub fn bar(sheet: &CardInput<'_>, tones: &Tones) -> String {
    let (edge, accent) = (format!("fill=\"{}\"", tones.edge), format!("fill=\"{}\"", tones.accent));
    let wide = f64::from(WIDTH);
    let mut out = rect(0.0, 0.0, wide, TALL, &format!("fill=\"{}\"", tones.bar));
    out += &rect(0.0, TALL, wide, LINE, &edge);
    out += &rect(38.0, 13.0, 20.0, 20.0, &edge);
    out += &rect(41.0, 16.0, 14.0, 14.0, &accent);
    let setting = sheet.fixed(&faces::PIXELIFY_500, 0.0);
    let first = first_word(&sheet.parts.name);
    let mut x = 76.0;
    let name = setting.shrink(first, 25.0, 25.0, LONGEST).into_iter().flat_map(|block| block.lines);
    for line in name.chain(["File", "View", "Special"].into_iter().filter_map(|word| setting.line(word, 25.0))) {
        out += &words(&line, x, 31.6, tones.ink);
        x = (x + line.width + GAP).round();
    }
    out + &tray(tones)
}

/// The first word of a name.
pub fn first_word(name: &str) -> &str {
    name.split_whitespace().next().unwrap_or_default()
}

/// Sound and battery, in steps of three pixels. On a dark bar in its ink.
fn tray(tones: &Tones) -> String {
    let ink = format!("fill=\"{}\"", tones.ink);
    let mut out = String::new();
    for (x, y, width, height) in [
        (1092.0, 19.0, 6.0, 8.0),
        (1098.0, 16.0, 3.0, 14.0),
        (1101.0, 13.0, 3.0, 20.0),
        (1110.0, 17.0, 3.0, 12.0),
        (1116.0, 14.0, 3.0, 18.0),
        (1130.0, 14.0, 32.0, 18.0),
        (1162.0, 19.0, 4.0, 8.0),
    ] {
        out += &rect(x, y, width, height, &ink);
    }
    out += &rect(1133.0, 17.0, 26.0, 12.0, &format!("fill=\"{}\"", tones.fresh));
    out + &rect(1135.0, 19.0, 18.0, 8.0, &format!("fill=\"{}\"", tones.accent))
}
