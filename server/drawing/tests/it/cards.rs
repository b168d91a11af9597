//! Whole cards.

use mantel_drawing::art::{Art, Layer};
use mantel_drawing::look::{CardInput, SAFE_X, SAFE_Y, card};
use mantel_drawing::tints::Tints;
use mantel_drawing::{Drawer, Fonts, HEIGHT, MOST_BYTES, Parts, Pictures, WIDTH};
use mantel_model::look::Look;
use mantel_model::page::Draft;

use super::pages::{odd, page, pictures, whole};

const ADDRESS: &str = "https://harrow.example/ines/";
/// The looks whose words the odd pages are checked in.
const LOOKS: [Look; 2] = [Look::Washi, Look::Night];

fn in_look(mut draft: Draft, look: Look) -> Draft {
    draft.theme.palette = look.first_palette();
    draft
}

#[test]
fn every_look_and_palette_draws() {
    let drawer = Drawer::new(Fonts::new(None));
    let mut seen = std::collections::HashSet::new();
    for look in Look::ALL {
        for palette in look.palettes() {
            let mut draft = page(&whole());
            draft.theme.palette = palette;
            let bytes = drawer.jpeg(&draft, ADDRESS, &pictures()).unwrap();
            assert!(bytes.len() <= MOST_BYTES, "{} has {} bytes", palette.name(), bytes.len());
            let read = image::load_from_memory_with_format(&bytes, image::ImageFormat::Jpeg).unwrap();
            assert_eq!((read.width(), read.height()), (WIDTH, HEIGHT));
            // Progressive: a start of frame of that kind.
            assert!(bytes.windows(2).any(|it| it == [0xff, 0xc2]), "{}", palette.name());
            assert!(seen.insert(bytes), "{} looks like another palette", palette.name());
        }
    }
}

#[test]
fn odd_pages_have_a_card_with_words_inside_of_it() {
    let fonts = Fonts::new(None);
    for look in LOOKS {
        for (name, json, loaded) in odd() {
            let draft = in_look(page(&json), look);
            let parts = Parts::of(&draft, ADDRESS);
            let tints = Tints::of(&draft.theme);
            let pictures = if loaded { pictures() } else { Pictures::default() };
            let sheet = CardInput { tints: &tints, parts: &parts, fonts: &fonts, pictures: &pictures };
            let boxes = words(&card(&sheet));
            assert!(!boxes.is_empty(), "{look:?}, {name}: no words");
            for it in &boxes {
                assert!(it[0] >= 0.0 && it[2] <= f64::from(WIDTH), "{look:?}, {name}: {it:?} is outside");
                assert!(it[1] >= 0.0 && it[3] <= f64::from(HEIGHT), "{look:?}, {name}: {it:?} is outside");
                // What objects at the right carry may bleed; the column of words may not.
                if it[0] < 700.0 {
                    assert!(it[0] >= SAFE_X.0 && it[2] <= SAFE_X.1, "{look:?}, {name}: {it:?} is not safe");
                    assert!(it[1] >= SAFE_Y.0 - 4.0 && it[3] <= SAFE_Y.1 + 4.0, "{look:?}, {name}: {it:?} is not safe");
                }
            }
        }
    }
}

#[test]
fn odd_pages_draw() {
    let drawer = Drawer::new(Fonts::new(None));
    for look in LOOKS {
        let mut plain = Vec::new();
        for (name, json, loaded) in odd() {
            let draft = in_look(page(&json), look);
            let pictures = if loaded { pictures() } else { Pictures::default() };
            let pixels = drawer.pixels(&Parts::of(&draft, ADDRESS), &pictures).unwrap();
            assert_eq!((pixels.width(), pixels.height()), (WIDTH, HEIGHT), "{look:?}, {name}");
            assert!(pixels.multiplied().chunks_exact(4).all(|pixel| pixel[3] == 255), "{look:?}, {name}: a hole");
            if name == "only a name" {
                plain = pixels.rgb();
            }
        }
        assert!(
            plain.chunks_exact(3).collect::<std::collections::HashSet<_>>().len() > 50,
            "{look:?}: nothing is drawn"
        );
    }
}

#[test]
fn equal_pages_have_equal_cards() {
    let (one, other) = (Drawer::new(Fonts::new(None)), Drawer::keeping(Fonts::new(None), 0));
    for look in LOOKS {
        let draft = in_look(page(&whole()), look);
        let first = one.jpeg(&draft, ADDRESS, &pictures()).unwrap();
        // From the kept stage, and with nothing kept.
        assert_eq!(first, one.jpeg(&draft, ADDRESS, &pictures()).unwrap());
        assert_eq!(first, other.jpeg(&draft, ADDRESS, &pictures()).unwrap());
    }
}

#[test]
fn a_name_without_a_face_gives_way_to_the_address() {
    let fonts = Fonts::new(None);
    let mut draft = page(&whole());
    draft.profile.name = mantel_model::text::Text::new("水野 春香").unwrap();
    let parts = Parts::of(&draft, ADDRESS);
    let tints = Tints::of(&draft.theme);
    let pictures = Pictures::default();
    let sheet = CardInput { tints: &tints, parts: &parts, fonts: &fonts, pictures: &pictures };
    let setting = sheet.display(&mantel_drawing::text::faces::SHIPPORI_800, 0.0);
    let name = sheet.name(setting, mantel_drawing::steps![60.0; 2], |_, _| 554.0);
    let text: String = name.lines.iter().map(|line| line.text.as_str()).collect();
    assert_eq!(text, "harrow.example/ines");
}

/// The boxes of the ink of all words: outlines that were moved into place.
pub fn words(art: &Art) -> Vec<[f64; 4]> {
    let mut out = Vec::new();
    for layer in art.layers() {
        let Layer::Svg { body, .. } = layer else { continue };
        for element in body.split("<path transform=\"translate(").skip(1) {
            let (place, rest) = element.split_once(")\" ").unwrap_or((element, ""));
            if place.contains("scale") || place.contains("rotate") {
                continue;
            }
            let at: Vec<f64> = place.split(' ').filter_map(|it| it.parse().ok()).collect();
            let Some(path) = rest.split_once(" d=\"").and_then(|(_, it)| it.split('"').next()) else { continue };
            let numbers: Vec<f64> =
                path.split(|it: char| it.is_ascii_alphabetic() || it == ' ').filter_map(|it| it.parse().ok()).collect();
            let mut ink = [f64::INFINITY, f64::INFINITY, f64::NEG_INFINITY, f64::NEG_INFINITY];
            for point in numbers.chunks_exact(2) {
                let (x, y) = (point[0] + at[0], point[1] + at[1]);
                ink = [ink[0].min(x), ink[1].min(y), ink[2].max(x), ink[3].max(y)];
            }
            out.push(ink);
        }
    }
    out
}
