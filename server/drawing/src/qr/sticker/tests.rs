//! Stickers as a camera sees them.

use image::{GrayImage, Luma, RgbImage, imageops};
use mantel_model::contrast::{AA, luminance, ratio};
use mantel_model::look::Palette;
use resvg::{tiny_skia, usvg};
use serde_json::json;

use super::super::tests::{photographed, read, the_quiet_zone_is_free};
use super::*;
use crate::look::tests::{odd, page};
use crate::qr::CONTRAST;
use crate::qr::maker::Inks;
use crate::tints::{Tints, hex};

const ADDRESS: &str = "https://harrow.example/ines";

fn made(palette: Palette, name: &str) -> Print {
    let page = page(palette, json!({ "name": name, "bio": "Potter." }), json!([]));
    sticker(&Fonts::new(None), &page, ADDRESS).expect("a sticker")
}

fn picture(print: &Print) -> RgbImage {
    image::load_from_memory(&print.png(None).expect("a picture")).expect("PNG").to_rgb8()
}

#[test]
fn every_sticker_is_read_large_small_and_photographed() {
    for look in Look::ALL.iter().copied() {
        let print = made(look.first_palette(), "Ines Harrow");
        let picture = picture(&print);
        assert_eq!(picture.dimensions(), (SIDE, SIDE));
        let grey = imageops::grayscale(&picture);
        let wanted = Some("HTTPS://HARROW.EXAMPLE/INES".to_owned());
        assert_eq!(read(&grey), wanted, "{look:?}");
        for side in [512, 256, 128] {
            let small = imageops::resize(&grey, side, side, imageops::FilterType::Triangle);
            assert_eq!(read(&small), wanted, "{look:?} at {side}");
        }
        let file = image::load_from_memory(&print.png(Some(128)).expect("a picture")).expect("PNG").to_luma8();
        assert_eq!((file.width(), read(&file)), (128, wanted.clone()), "{look:?}");
        assert_eq!(read(&photographed(&picture)), wanted, "{look:?} photographed");
        let inks = Inks::of(&Tints::of(&page(look.first_palette(), json!({ "name": "I" }), json!([])).theme));
        the_quiet_zone_is_free(&print, &picture, inks, (2.0, 60.0), look.as_str());
        outlines_show_the_same(&print, &picture, look);
        let pdf = print.pdf(0.0).expect("a page");
        assert!(pdf.starts_with(b"%PDF-1.") && pdf.trim_ascii_end().ends_with(b"%%EOF"), "{look:?}");
    }
}

/// The SVG has no words as words, and shows what the PNG does.
fn outlines_show_the_same(print: &Print, picture: &RgbImage, look: Look) {
    let svg = print.svg().expect("a drawing");
    assert!(!svg.contains("<text") && !svg.contains("Harrow"), "{look:?}");
    let tree = usvg::Tree::from_str(&svg, &usvg::Options::default()).expect("well formed");
    let mut map = tiny_skia::Pixmap::new(SIDE, SIDE).expect("room");
    resvg::render(&tree, tiny_skia::Transform::identity(), &mut map.as_mut());
    let grey = GrayImage::from_fn(SIDE, SIDE, |x, y| {
        let pixel = map.pixel(x, y).expect("inside");
        Luma([((u32::from(pixel.red()) * 2 + u32::from(pixel.green()) * 5 + u32::from(pixel.blue())) / 8) as u8])
    });
    assert!(read(&grey).is_some(), "{look:?}");
    let off: u64 = map
        .pixels()
        .iter()
        .zip(picture.pixels())
        .map(|(a, b)| u64::from(a.red().abs_diff(b.0[0])) + u64::from(a.green().abs_diff(b.0[1])))
        .sum();
    assert!(off / u64::from(SIDE * SIDE) < 6, "{look:?}: {off}");
}

#[test]
fn codes_have_contrast_in_every_palette() {
    for palette in Look::ALL.iter().flat_map(|look| look.palettes()) {
        let page = page(palette, json!({ "name": "Ines" }), json!([]));
        for accent in [None, Some(hex(0x00_0000)), Some(hex(0xff_ffff)), Some(hex(0x77_7777)), Some(hex(0xff_ee00))] {
            let mut theme = page.theme.clone();
            theme.accent = accent;
            let inks = Inks::of(&Tints::of(&theme));
            assert!(ratio(inks.dark, inks.plate) >= CONTRAST, "{palette:?} {accent:?}");
            assert!(ratio(inks.eye, inks.plate) >= AA, "{palette:?} {accent:?}");
            assert!(luminance(inks.dark) < luminance(inks.plate), "{palette:?} {accent:?}");
        }
    }
}

#[test]
fn odd_names_are_set_within_the_edge() {
    for look in [Look::Cobalt, Look::Night] {
        for (name, _) in odd() {
            let print = made(look.first_palette(), &name);
            let tree = usvg::Tree::from_str(&print.svg().expect("a drawing"), &usvg::Options::default());
            let tree = tree.expect("whatever the name, the file is well formed");
            let reach = tree.root().abs_bounding_box();
            assert!(reach.left() >= -0.5 && reach.right() <= 1024.5, "{look:?} {name}: {reach:?}");
        }
    }
}
