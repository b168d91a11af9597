//! What the tests of looks share: pages, grounds, and what was drawn on them.

use mantel_model::HexColor;
use mantel_model::contrast::ratio;
use mantel_model::id::SeededIds;
use mantel_model::look::Palette;
use mantel_model::page::Draft;
use mantel_model::read::read_page_file;
use serde_json::{Value, json};

use super::Objects;
use crate::tints::Tints;
use crate::{HEIGHT, Pixels, WIDTH};

/// A page in a palette.
pub(crate) fn page(palette: Palette, profile: Value, tiles: Value) -> Draft {
    let file = json!({ "mantel": 1, "profile": profile, "theme": { "style": palette.look(), "preset": palette.name() }, "tiles": tiles });
    let mut page = read_page_file(&file, &mut SeededIds::new(1)).expect("a page").draft;
    page.theme.palette = palette;
    page
}

/// A note and a stamp.
pub(crate) fn tiles() -> Value {
    json!([
        { "type": "text", "text": "A note that is as long as a note on a card can ever be: 60." },
        { "type": "text", "text": "Open studio 2026", "look": "stamp" },
    ])
}

/// Names and bios that nobody has, and somebody will.
pub(crate) fn odd() -> Vec<(String, String)> {
    let long =
        "Slow things, mostly out of doors, and a bio that goes on for longer than any card has room for it to go on.";
    [
        ("Ines Harrow".to_owned(), "Potter."),
        ("W".repeat(80), long),
        ("Maximiliana Konstantinopoulou-Featherstonehaugh van der Berg".to_owned(), long),
        ("水野 春香".to_owned(), "陶芸と野外録音。"),
        ("مريم الخطيب".to_owned(), "خزافة"),
        ("🎉🎉".to_owned(), "🎉"),
        ("</svg><script>&'\"]]>".to_owned(), "<!-- & -->"),
        ("x".to_owned(), "x"),
    ]
    .map(|(name, bio)| (name, bio.to_owned()))
    .to_vec()
}

/// Every object.
pub(crate) const fn objects() -> Objects {
    Objects { avatar: true, picture: true, cover: true, record: true, note: true, stamp: true, letter: true }
}

/// Plate and stage.
pub(crate) fn ground(tints: &Tints, objects: Objects) -> Pixels {
    let mut pixels = Pixels::clear(WIDTH, HEIGHT).expect("room");
    pixels.draw(&super::plate(tints)).expect("a plate");
    pixels.draw(&super::stage(tints, objects)).expect("a stage");
    pixels
}

/// The contrast of words with what lies under them in a box (left, top, width, height): that of all but the worst 2% of
/// the pixels, for grain.
pub(crate) fn extreme(pixels: &Pixels, [x, y, width, height]: [u32; 4], words: HexColor) -> f64 {
    let mut ratios: Vec<f64> = (y..y + height)
        .flat_map(|y| (x..x + width).map(move |x| (x, y)))
        .map(|(x, y)| {
            let [r, g, b, _] = pixels.at(x, y);
            ratio(words, HexColor::rgb(r, g, b))
        })
        .collect();
    ratios.sort_by(f64::total_cmp);
    ratios[ratios.len() / 50]
}

/// The box (left, top, right, bottom) of the pixels that differ, of those that are asked for.
pub(crate) fn changed(before: &Pixels, after: &Pixels, asked: impl Fn(u32, u32) -> bool) -> Option<[u32; 4]> {
    let differ = |x: u32, y: u32| before.at(x, y).iter().zip(after.at(x, y)).any(|(a, b)| a.abs_diff(b) > 8);
    let mut found: Option<[u32; 4]> = None;
    for y in 0..HEIGHT {
        for x in 0..WIDTH {
            if asked(x, y) && differ(x, y) {
                let [left, top, right, bottom] = found.unwrap_or([x, y, x, y]);
                found = Some([left.min(x), top.min(y), right.max(x), bottom.max(y)]);
            }
        }
    }
    found
}
