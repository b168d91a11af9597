//! A6 cards as a camera sees them.

use image::{RgbImage, imageops};
use mantel_model::contrast::ratio;
use resvg::usvg;
use serde_json::{Value, json};

use super::super::tests::{photographed, read, the_quiet_zone_is_free};
use super::*;
use crate::Picture;
use crate::look::tests::{odd, page, tiles};
use crate::qr::CONTRAST;
use crate::qr::maker::Inks;
use crate::tints::Tints;

const ADDRESS: &str = "https://harrow.example/ines";
const TEXT: &str = "HTTPS://HARROW.EXAMPLE/INES";

fn pictures() -> Pictures {
    let rgba = (0..64_u32 * 64).flat_map(|at| [(at % 64 * 4) as u8, (at / 64 * 4) as u8, 90, 255]).collect();
    let one = Picture::new(64, 64, rgba).expect("a picture");
    Pictures { avatar: Some(one.clone()), cover: Some(one), ..Pictures::default() }
}

fn profile(name: &str, bio: &str) -> Value {
    json!({ "name": name, "bio": bio, "location": "Lisbon", "avatar": "https://a.example/a.png" })
}

fn picture(print: &Print) -> RgbImage {
    image::load_from_memory(&print.png(None).expect("a picture")).expect("PNG").to_rgb8()
}

/// In every palette of a look the code is read, at full size, from a photograph and as small as a card on a screen.
fn is_read(look: Look) {
    for palette in look.palettes() {
        let page = page(palette, profile("Ines Harrow", "Potter and field recordist."), tiles());
        let print = a6(&Fonts::new(None), &page, ADDRESS, &pictures()).expect("a card");
        assert_eq!((print.width(), print.height()), (1310, 1818));
        let picture = picture(&print);
        assert_eq!(picture.dimensions(), SIZE);
        let grey = imageops::grayscale(&picture);
        assert_eq!(read(&grey).as_deref(), Some(TEXT), "{palette:?}");
        let small = imageops::resize(&grey, 256, 361, imageops::FilterType::Triangle);
        assert_eq!(read(&small).as_deref(), Some(TEXT), "{palette:?} small");
        if palette == look.first_palette() {
            assert_eq!(read(&photographed(&picture)).as_deref(), Some(TEXT), "{look:?} photographed");
        }
        let inks = Inks::of(&Tints::of(&page.theme));
        the_quiet_zone_is_free(&print, &picture, inks, (3.0, 55.0), &format!("{palette:?}"));
        let pdf = print.pdf(f64::from(BLEED)).expect("a page");
        assert!(pdf.starts_with(b"%PDF-1.") && pdf.len() < 2 << 20, "{palette:?}: {}", pdf.len());
        assert!(print.svg().expect("a drawing").len() < 3 << 20, "{palette:?}");
        assert!(print.png(None).expect("a picture").len() < 6 << 20, "{palette:?}");
    }
}

#[test]
fn painted_is_read() {
    is_read(Look::Painted);
}

#[test]
fn cozy_is_read() {
    is_read(Look::Cozy);
}

#[test]
fn washi_is_read() {
    is_read(Look::Washi);
}

#[test]
fn lofi_is_read() {
    is_read(Look::Lofi);
}

#[test]
fn cobalt_is_read() {
    is_read(Look::Cobalt);
}

#[test]
fn night_is_read() {
    is_read(Look::Night);
}

#[test]
fn codes_have_contrast_in_every_palette() {
    for palette in Look::ALL.iter().flat_map(|look| look.palettes()) {
        let inks = Inks::of(&Tints::of(&page(palette, json!({ "name": "Ines" }), json!([])).theme));
        assert!(ratio(inks.dark, inks.plate) >= CONTRAST, "{palette:?}");
    }
}

/// Whatever the name and the bio, with an avatar and without: words stay on the card, and the name above the code.
#[test]
fn odd_pages_are_set_within_the_edge() {
    let fonts = Fonts::new(None);
    for look in Look::ALL.iter().copied() {
        for (at, (name, bio)) in odd().into_iter().chain([(String::new(), String::new())]).enumerate() {
            let pictures = if at % 2 == 0 { Pictures::default() } else { pictures() };
            let page = page(look.first_palette(), profile(&name, &bio), json!([]));
            let print = draw(&fonts, &page, ADDRESS, &pictures, false).expect("a card");
            let all: String = print
                .marks
                .iter()
                .map(|mark| {
                    let [a, b, c, d, e, f] = mark.matrix;
                    format!("<path transform='matrix({a} {b} {c} {d} {e} {f})' d='{}'/>", mark.path)
                })
                .collect();
            let svg = format!("<svg xmlns='http://www.w3.org/2000/svg' width='1310' height='1818'>{all}</svg>");
            let tree = usvg::Tree::from_str(&svg, &usvg::Options::default()).expect("well formed");
            let reach = tree.root().abs_bounding_box();
            let (near, far) = (BLEED as f32 + 26.0, WIDE as f32 - BLEED as f32 - 26.0);
            assert!(reach.left() >= near && reach.right() <= far, "{look:?} {name}: {reach:?}");
            assert!(reach.top() >= near && reach.bottom() <= 1757.0, "{look:?} {name}: {reach:?}");
        }
    }
}

#[test]
fn an_address_that_no_code_holds_is_refused() {
    let page = page(Look::Washi.first_palette(), profile("Ines", ""), json!([]));
    let long = format!("https://a.example/{}", "_".repeat(1 << 20));
    let error = a6(&Fonts::new(None), &page, &long, &Pictures::default());
    assert_eq!(error.map(|_| ()), Err(PrintError::Address(crate::qr::TooLong)));
}
