//! Words can be read in every palette, on every ground, and stay in the safe area.

use mantel_model::HexColor;
use mantel_model::contrast::{AA, ratio};
use mantel_model::look::{Look, Palette};
use mantel_model::page::Draft;
use serde_json::json;

use super::Colours;
use crate::look::tests::{changed, extreme, ground, objects, odd, page, tiles};
use crate::look::{CardInput, SAFE_X, SAFE_Y};
use crate::tints::{Tints, hex};
use crate::{Drawer, Fonts, MOST_BYTES, Parts, Pictures};

/// Where words lie: the column's name and bio, its address, the note, the face of the seal.
const COLUMN: [u32; 4] = [320, 280, 560, 200];
const ADDRESS: [u32; 4] = [420, 496, 340, 46];
const NOTE: [u32; 4] = [1004, 168, 150, 120];
const SEAL: [u32; 4] = [1070, 446, 64, 64];

fn readable(tints: &Tints) {
    let colours = Colours::of(tints);
    let pixels = ground(tints, objects());
    for (what, words, place) in [
        ("name and bio", tints.on, COLUMN),
        ("address", colours.address, ADDRESS),
        ("note", colours.noted, NOTE),
        ("seal", colours.pressed, SEAL),
    ] {
        let worst = extreme(&pixels, place, words);
        assert!(worst >= AA, "{what} in {}: {worst:.2}", tints.name());
    }
    assert!(ratio(colours.caption, colours.sheet) >= AA, "caption in {}", tints.name());
}

#[test]
fn words_have_contrast_in_every_palette() {
    for palette in Look::Painted.palettes() {
        readable(&Tints::of(&page(palette, json!({ "name": "Ines" }), json!([])).theme));
    }
}

#[test]
fn words_have_contrast_on_a_page_colour_and_with_an_accent_of_the_owner() {
    let mut page = page(Palette::find("meadow").unwrap(), json!({ "name": "Ines" }), json!([]));
    page.theme.background.color = Some(hex(0x8a_8a8a));
    page.theme.accent = Some(hex(0xff_ff00));
    readable(&Tints::of(&page.theme));
}

#[test]
fn colours_of_any_accent_can_be_read() {
    for palette in Look::Painted.palettes() {
        for accent in [0, 0xff_ffff, 0xff_ff00, 0x77_7777, 0x00_00ff, 0xd0_3060].map(hex) {
            let mut page = page(palette, json!({ "name": "Ines" }), json!([]));
            page.theme.accent = Some(accent);
            let tints = Tints::of(&page.theme);
            let colours = Colours::of(&tints);
            assert!(ratio(colours.pressed, colours.wax) >= AA, "seal of {accent} in {}", palette.name());
            assert!(ratio(colours.address, tints.bg) >= AA, "address of {accent} in {}", palette.name());
            assert_eq!(colours.wax, tints.accent, "an accent of the owner is the wax");
        }
    }
}

/// What the words of a page cover: those of the column, and those on objects at the right.
fn words_of(page: &Draft, drawer: &Drawer, address: &str) -> [[u32; 4]; 2] {
    let parts = Parts::of(page, address);
    let tints = Tints::of(&parts.theme);
    let card = drawer.pixels(&parts, &Pictures::default()).unwrap();
    let jpeg = drawer.jpeg(page, address, &Pictures::default()).unwrap();
    assert!(jpeg.len() <= MOST_BYTES, "{} bytes", jpeg.len());
    let sheet = CardInput { tints: &tints, parts: &parts, fonts: drawer.fonts(), pictures: &Pictures::default() };
    let stage = ground(&tints, sheet.objects());
    [
        changed(&stage, &card, |x, _| x < 960).expect("a column"),
        changed(&stage, &card, |x, _| x >= 960).expect("a note"),
    ]
}

#[test]
fn words_of_odd_pages_stay_in_the_safe_area() {
    // A plain ground: the scene is drawn in the tests above.
    let drawer = Drawer::new(Fonts::new(None));
    for (name, bio) in odd() {
        let mut page = page(Palette::find("meadow").unwrap(), json!({ "name": name, "bio": bio }), tiles());
        page.theme.background.style = mantel_model::theme::BackgroundStyle::Solid;
        for address in
            ["https://a.example", "https://harrow.example/a-name-that-is-as-long-as-names-of-pages-can-be-here"]
        {
            let [[left, top, right, bottom], objects] = words_of(&page, &drawer, address);
            let inside = f64::from(left) >= SAFE_X.0
                && right <= 910
                && f64::from(top) >= SAFE_Y.0
                && f64::from(bottom) <= SAFE_Y.1;
            assert!(inside, "{name:?}: {left} {top} {right} {bottom}");
            // On the wash of the note, which is turned, and in the seal.
            assert!(
                objects[0] >= 994 && objects[1] >= 122 && objects[2] <= 1176 && objects[3] <= 530,
                "{name:?}: {objects:?}"
            );
        }
    }
}

#[test]
fn a_letter_without_a_stamp_keeps_its_envelope_and_is_sealed_with_the_initial() {
    let drawer = Drawer::new(Fonts::new(None));
    let letter = json!([{ "type": "link", "url": "https://letters.example/newsletter", "title": "The Slow Letter" }]);
    let drawn = |name: &str, tiles: &serde_json::Value| {
        let mut page = page(Palette::find("meadow").unwrap(), json!({ "name": name }), tiles.clone());
        page.theme.background.style = mantel_model::theme::BackgroundStyle::Solid;
        drawer.pixels(&Parts::of(&page, "https://a.example"), &Pictures::default()).unwrap()
    };
    let paper: HexColor =
        Tints::of(&page(Palette::find("meadow").unwrap(), json!({ "name": "I" }), json!([])).theme).bg;
    let [r, g, b] = paper.bytes();
    assert_eq!(drawn("Ines", &json!([])).at(1000, 500), [r, g, b, 255], "no letter, no envelope");
    let (ines, anna) = (drawn("Ines", &letter), drawn("Anna", &letter));
    assert_ne!(ines.at(1000, 500), [r, g, b, 255], "an envelope");
    let seal = |at: &[u32; 4]| at[0] >= 1050 && at[1] >= 430;
    let differs = changed(&ines, &anna, |x, y| x > 1030 && y > 400).expect("the initials differ");
    assert!(seal(&differs), "{differs:?}");
}
