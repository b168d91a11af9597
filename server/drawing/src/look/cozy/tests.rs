//! Words can be read in every palette and with every accent, and stay on their paper.

use mantel_model::contrast::{AA, ratio};
use mantel_model::look::{Look, Palette};
use mantel_model::theme::BackgroundStyle;
use serde_json::json;

use super::Colours;
use crate::look::tests::{changed, extreme, ground, objects, odd, page, tiles};
use crate::look::{CardInput, SAFE_X, SAFE_Y};
use crate::tints::{Tints, hex};
use crate::{Drawer, Fonts, MOST_BYTES, Parts, Picture, Pictures};

/// Where words lie: the name on the pad, the place between two rules, the note, the badge.
const PAD: [u32; 4] = [300, 110, 580, 270];
const PLACE: [u32; 4] = [300, 334, 300, 24];
const NOTE: [u32; 4] = [672, 440, 160, 110];
const BADGE: [u32; 4] = [522, 486, 76, 70];
/// Where the label lies, with its shadow.
const LABEL: [u32; 4] = [0, 470, 520, 159];

#[test]
fn words_have_contrast_in_every_palette() {
    for palette in Look::Cozy.palettes() {
        let tints = Tints::of(&page(palette, json!({ "name": "Ines" }), json!([])).theme);
        let colours = Colours::of(&tints);
        let pixels = ground(&tints, objects());
        for (what, words, place) in [
            ("place", colours.soft, PLACE),
            ("name", colours.ink, PAD),
            ("note", colours.noted, NOTE),
            ("badge", colours.tinned, BADGE),
        ] {
            let worst = extreme(&pixels, place, words);
            assert!(worst >= AA, "{what} in {}: {worst:.2}", palette.name());
        }
    }
}

#[test]
fn a_label_of_any_accent_can_be_read() {
    for palette in Look::Cozy.palettes() {
        for accent in
            [None, Some(0), Some(0xff_ffff), Some(0xff_ff00), Some(0x77_7777), Some(0x00_00ff)].map(|it| it.map(hex))
        {
            let mut page = page(palette, json!({ "name": "Ines" }), json!([]));
            page.theme.accent = accent;
            let tints = Tints::of(&page.theme);
            let colours = Colours::of(&tints);
            assert_eq!(colours.label, tints.accent);
            assert!(ratio(colours.embossed, colours.label) >= AA, "label of {accent:?} in {}", palette.name());
        }
    }
}

#[test]
fn words_of_odd_pages_stay_in_the_safe_area() {
    let drawer = Drawer::new(Fonts::new(None));
    let inside = |[left, top, right, bottom]: [u32; 4]| {
        f64::from(left) >= SAFE_X.0
            && f64::from(right) <= SAFE_X.1
            && f64::from(top) >= SAFE_Y.0
            && f64::from(bottom) <= SAFE_Y.1
    };
    for (name, bio) in odd() {
        let profile = json!({ "name": name, "bio": bio, "location": "Somewhere far up the river, behind the hills" });
        let mut page = page(Palette::find("oak").unwrap(), profile, tiles());
        page.theme.background.style = BackgroundStyle::Solid;
        for address in
            ["https://a.example", "https://harrow.example/a-name-that-is-as-long-as-names-of-pages-can-be-here"]
        {
            let parts = Parts::of(&page, address);
            let tints = Tints::of(&parts.theme);
            let pictures = Pictures::default();
            let sheet = CardInput { tints: &tints, parts: &parts, fonts: drawer.fonts(), pictures: &pictures };
            let stage = ground(&tints, sheet.objects());
            let card = drawer.pixels(&parts, &pictures).unwrap();
            let [x, y, width, height] = LABEL;
            let label = |at_x: u32, at_y: u32| (x..x + width).contains(&at_x) && (y..y + height).contains(&at_y);
            let words = changed(&stage, &card, |x, y| !label(x, y)).expect("words");
            assert!(inside(words), "{name:?}: {words:?}");
            let pad = changed(&stage, &card, |_, y| y < 420).expect("a name");
            assert!(pad[0] >= 290 && pad[2] <= 1020 && pad[3] <= 404, "{name:?} on the pad: {pad:?}");
            let tape = changed(&stage, &card, label).expect("a label");
            // 440 at most, and its shadow.
            assert!(tape[2] <= 40 + 440 + 45, "{name:?}: {tape:?}");
            let jpeg = drawer.jpeg(&page, address, &pictures).unwrap();
            assert!(jpeg.len() <= MOST_BYTES, "{} bytes", jpeg.len());
        }
    }
}

#[test]
fn the_cover_of_a_record_stands_in_for_a_picture() {
    let drawer = Drawer::new(Fonts::new(None));
    let tiles = json!([{
        "type": "music",
        "url": "https://harrowtapes.bandcamp.com/album/rain",
        "title": "Rain",
        "image": "https://harrow.example/cover.png",
    }]);
    let mut page = page(Palette::find("oak").unwrap(), json!({ "name": "Ines" }), tiles);
    page.theme.background.style = BackgroundStyle::Solid;
    let parts = Parts::of(&page, "https://a.example");
    let green = Picture::new(2, 3, [0, 160, 40, 255].repeat(6)).unwrap();
    let bare = drawer.pixels(&parts, &Pictures::default()).unwrap();
    let shown = drawer.pixels(&parts, &Pictures { cover: Some(green), ..Pictures::default() }).unwrap();
    let [r, g, b, _] = shown.at(1022, 480);
    assert!(g > r + 60 && g > b + 60, "the cover shows: {r} {g} {b}");
    let [r, g, b] = Tints::of(&parts.theme).bg.bytes();
    assert_eq!(bare.at(1022, 480), [r, g, b, 255], "without one there is no frame");
}

#[test]
fn pictures_of_any_shape_fill_their_frames() {
    let drawer = Drawer::new(Fonts::new(None));
    let tiles = json!([{ "type": "image", "src": "https://harrow.example/a.png", "title": "A" }]);
    let profile = json!({ "name": "Ines", "avatar": "https://harrow.example/b.png" });
    for look in [Look::Cozy, Look::Painted] {
        let mut page = page(look.first_palette(), profile.clone(), tiles.clone());
        page.theme.background.style = BackgroundStyle::Solid;
        let parts = Parts::of(&page, "https://a.example");
        let at = if look == Look::Cozy { [(1022, 480), (152, 190)] } else { [(110, 400), (600, 160)] };
        for (width, height) in [(1, 1), (1, 400), (900, 2), (30, 50)] {
            let picture = || Picture::new(width, height, [20, 20, 220, 255].repeat((width * height) as usize));
            let pictures = Pictures { avatar: picture(), picture: picture(), ..Pictures::default() };
            let card = drawer.pixels(&parts, &pictures).unwrap();
            for (x, y) in at {
                let [r, g, b, _] = card.at(x, y);
                assert!(b > r + 80 && b > g + 80, "{:?} {width}×{height} at {x},{y}: {r} {g} {b}", look);
            }
        }
    }
}
