//! Whole cards.

use std::collections::HashSet;

use mantel_drawing::art::{Art, Layer};
use mantel_drawing::look::{CardInput, SAFE_X, SAFE_Y, card};
use mantel_drawing::tints::Tints;
use mantel_drawing::{Drawer, Fonts, HEIGHT, MOST_BYTES, Parts, Pictures, WIDTH};
use mantel_model::look::Look;
use mantel_model::page::Draft;
use resvg::usvg;
use serde_json::Value;

use super::pages::{odd, page, pictures, whole};

const ADDRESS: &str = "https://harrow.example/ines/";

fn in_look(mut draft: Draft, look: Look) -> Draft {
    draft.theme.palette = look.first_palette();
    draft
}

#[test]
fn every_look_and_palette_draws() {
    let drawer = Drawer::new(Fonts::new(None));
    let mut seen = HashSet::new();
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

/// Pages that every look draws; of the other odd ones each draws a third.
const HOSTILE: [&str; 9] = [
    "no name",
    "nothing",
    "80 letters in one word",
    "Japanese",
    "Arabic",
    "only emoji",
    "stacked marks",
    "markup",
    "bio of one word",
];

/// The odd pages that a look draws.
fn odd_in(look: Look) -> Vec<(&'static str, Value, bool)> {
    let place = Look::ALL.iter().position(|it| *it == look).unwrap();
    let (hostile, others): (Vec<_>, Vec<_>) = odd().into_iter().partition(|(name, ..)| HOSTILE.contains(name));
    assert_eq!(hostile.len(), HOSTILE.len());
    let others: Vec<_> = others.into_iter().skip(place % 3).step_by(3).collect();
    assert!(others.len() >= 12);
    [hostile, others].concat()
}

/// Each of a look's odd pages has a card of bounded size, without holes, and with words inside of it.
fn odd_pages_draw_in(look: Look) {
    let drawer = Drawer::new(Fonts::new(None));
    for (name, json, loaded) in odd_in(look) {
        let draft = in_look(page(&json), look);
        let parts = Parts::of(&draft, ADDRESS);
        let tints = Tints::of(&draft.theme);
        let pictures = if loaded { pictures() } else { Pictures::default() };
        let sheet = CardInput { tints: &tints, parts: &parts, fonts: drawer.fonts(), pictures: &pictures };
        let boxes = words(&card(&sheet));
        assert!(!boxes.is_empty(), "{look:?}, {name}: no words");
        for it in &boxes {
            let [left, top, right, bottom] = words_lie_in(look, it[0]);
            let inside = it[0] >= left && it[1] >= top && it[2] <= right && it[3] <= bottom;
            assert!(inside, "{look:?}, {name}: {it:?} is outside");
        }
        let bytes = drawer.jpeg(&draft, ADDRESS, &pictures).unwrap();
        assert!(bytes.len() <= MOST_BYTES, "{look:?}, {name}: {} bytes", bytes.len());
        // Whether there are holes depends on the look, not on the words.
        if !["no name", "nothing"].contains(&name) {
            continue;
        }
        let pixels = drawer.pixels(&parts, &pictures).unwrap();
        assert_eq!((pixels.width(), pixels.height()), (WIDTH, HEIGHT), "{look:?}, {name}");
        assert!(pixels.multiplied().chunks_exact(4).all(|pixel| pixel[3] == 255), "{look:?}, {name}: a hole");
        let colours = pixels.rgb().chunks_exact(3).collect::<HashSet<_>>().len();
        assert!(colours > 50, "{look:?}, {name}: nothing is drawn");
    }
}

/// Where the words of a look may lie that begin at `x`: left, top, right, bottom.
fn words_lie_in(look: Look, x: f64) -> [f64; 4] {
    let (width, height) = (f64::from(WIDTH), f64::from(HEIGHT));
    match look {
        // The menu bar lies above what is safe, and a note bleeds off below.
        Look::Lofi => [48.0, 12.0, width, height],
        Look::Cobalt => [48.0, 28.0, width, height],
        // What objects at the right carry may bleed; the column of words may not.
        _ if x < 700.0 => [SAFE_X.0, SAFE_Y.0 - 4.0, SAFE_X.1, SAFE_Y.1 + 4.0],
        _ => [0.0, 0.0, width, height],
    }
}

#[test]
fn odd_pages_draw_in_painted() {
    odd_pages_draw_in(Look::Painted);
}

#[test]
fn odd_pages_draw_in_cozy() {
    odd_pages_draw_in(Look::Cozy);
}

#[test]
fn odd_pages_draw_in_washi() {
    odd_pages_draw_in(Look::Washi);
}

#[test]
fn odd_pages_draw_in_lofi() {
    odd_pages_draw_in(Look::Lofi);
}

#[test]
fn odd_pages_draw_in_cobalt() {
    odd_pages_draw_in(Look::Cobalt);
}

#[test]
fn odd_pages_draw_in_night() {
    odd_pages_draw_in(Look::Night);
}

#[test]
fn equal_pages_have_equal_cards() {
    let (one, other) = (Drawer::new(Fonts::new(None)), Drawer::keeping(Fonts::new(None), 0));
    for look in [Look::Washi, Look::Night] {
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

/// The boxes of the ink of all words: outlines that were moved into place, whatever holds them.
fn words(art: &Art) -> Vec<[f64; 4]> {
    let mut kept = String::new();
    for layer in art.layers() {
        let Layer::Svg { body, .. } = layer else { continue };
        for element in body.split('<') {
            let transform = |element: &str| {
                let rest = element.split_once(" transform=").map_or("", |(_, rest)| rest);
                let value = rest.split(['"', '\'']).nth(1).unwrap_or_default();
                format!(" transform=\"{value}\"")
            };
            if element.starts_with("g ") || element.starts_with("g>") {
                kept.push_str(&format!("<g{}>", transform(element)));
            } else if element.starts_with("/g>") {
                kept.push_str("</g>");
            } else if element.starts_with("path transform=\"translate(")
                && !["scale", "rotate"].iter().any(|it| transform(element).contains(it))
                && let Some((_, path)) = element.split_once(" d=\"")
            {
                let path = path.split('"').next().unwrap();
                kept.push_str(&format!("<path{} d=\"{path}\"/>", transform(element)));
            }
        }
    }
    let svg = format!("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{WIDTH}\" height=\"{HEIGHT}\">{kept}</svg>");
    let tree = usvg::Tree::from_str(&svg, &usvg::Options::default()).unwrap();
    let mut boxes = Vec::new();
    ink(tree.root(), &mut boxes);
    boxes
}

/// The boxes of all outlines in a group.
fn ink(group: &usvg::Group, boxes: &mut Vec<[f64; 4]>) {
    for node in group.children() {
        match node {
            usvg::Node::Group(group) => ink(group, boxes),
            other => {
                let it = other.abs_bounding_box();
                boxes.push([it.left(), it.top(), it.right(), it.bottom()].map(f64::from));
            }
        }
    }
}
