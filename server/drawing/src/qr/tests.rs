//! Codes as a camera reads them.

use image::{GrayImage, RgbImage, imageops};
use mantel_model::HexColor;
use rxing::BarcodeFormat;

use super::maker::Inks;
use super::*;
use crate::tints::hex;

const DARK: HexColor = hex(0x10_1820);
const LIGHT: HexColor = hex(0xff_fdf8);

/// Reads the only code of a picture in shades of grey.
pub(super) fn read(picture: &GrayImage) -> Option<String> {
    let (width, height) = picture.dimensions();
    let code = rxing::helpers::detect_in_luma(picture.as_raw().clone(), width, height, Some(BarcodeFormat::QR_CODE));
    code.ok().map(|code| code.getText().to_owned())
}

/// Turned by 7 degrees, seen from the side, out of focus, lit from the left, and compressed.
pub(super) fn photographed(picture: &RgbImage) -> GrayImage {
    let (sin, cos) = 7_f64.to_radians().sin_cos();
    let side = 900_u32;
    let (width, height) = (f64::from(picture.width()), f64::from(picture.height()));
    let half = width.max(height) / 2.0;
    let taken = RgbImage::from_fn(side, side, |x, y| {
        let (u, v) = (f64::from(x) / 450.0 - 1.0, f64::from(y) / 450.0 - 1.0);
        let deep = 1.0 + 0.12 * u + 0.08 * v;
        let (u, v) = (u / deep * 1.25, v / deep * 1.25);
        let (u, v) = (cos * u + sin * v, cos * v - sin * u);
        let (px, py) = (u * half + width / 2.0, v * half + height / 2.0);
        let light = 0.55 + 0.45 * (1.0 - f64::from(x) / f64::from(side));
        let inside = (0.0..width).contains(&px) && (0.0..height).contains(&py);
        let pixel = if inside { picture.get_pixel(px as u32, py as u32).0 } else { [90, 84, 80] };
        image::Rgb(pixel.map(|channel| (f64::from(channel) * light) as u8))
    });
    let soft = imageops::blur(&taken, 1.6);
    let mut jpeg = Vec::new();
    jpeg_encoder::Encoder::new(&mut jpeg, 60)
        .encode(soft.as_raw(), side as u16, side as u16, jpeg_encoder::ColorType::Rgb)
        .expect("a photograph");
    image::load_from_memory(&jpeg).expect("JPEG").to_luma8()
}

/// Four modules about the code there is nothing but the plate: `short` of them, and over `least`, both pixels.
pub(super) fn the_quiet_zone_is_free(
    print: &Print,
    picture: &RgbImage,
    inks: Inks,
    (short, least): (f64, f64),
    called: &str,
) {
    let code = print.marks.iter().max_by_key(|mark| mark.path.matches('M').count()).expect("a code");
    let letters = |it: char| !(it.is_ascii_digit() || it == '.' || it == '-');
    let numbers: Vec<f64> = code.path.split(letters).filter_map(|it| it.parse().ok()).collect();
    let reach = |from: usize| {
        let all = numbers.iter().skip(from).step_by(2).copied();
        (all.clone().fold(f64::INFINITY, f64::min), all.fold(f64::NEG_INFINITY, f64::max))
    };
    let ((left, right), (top, foot)) = (reach(0), reach(1));
    let quiet = 4.0 * (right - left) / 25.0 - short;
    assert!(quiet > least, "{called}");
    let plate = inks.plate.bytes();
    let [a, b, c, d, e, f] = code.matrix;
    // The picture is cut.
    let bleed = f64::from(print.width() - picture.width()) / 2.0;
    let (e, f) = (e - bleed, f - bleed);
    for (x, y, pixel) in picture.enumerate_pixels() {
        // Turned back, where the code is turned.
        let (px, py) = (f64::from(x) + 0.5 - e, f64::from(y) + 0.5 - f);
        let (px, py) = (a * px + b * py, c * px + d * py);
        let out = (left - px).max(px - right).max(top - py).max(py - foot);
        if out > 3.0 && out < quiet {
            let off = pixel.0.iter().zip(plate).map(|(a, b)| a.abs_diff(b)).max().unwrap_or(0);
            assert!(off <= 3, "{called} at {x} {y}: {pixel:?} is not {plate:?}");
        }
    }
}

fn read_png(bytes: &[u8]) -> (u32, Option<String>) {
    let grey = image::load_from_memory(bytes).expect("a picture").to_luma8();
    let text = read(&grey);
    (grey.width(), text)
}

#[test]
fn an_address_without_underscores_is_packed_in_capitals() {
    let packed = Code::of("https://harrow.example/ines").expect("a code");
    assert_eq!(packed.text(), "HTTPS://HARROW.EXAMPLE/INES");
    // The bytes of the same take a version more.
    let bytes = Code::of("https://harrow.example/in_s").expect("a code");
    assert_eq!(bytes.text(), "https://harrow.example/in_s");
    assert_eq!((packed.width(), bytes.width()), (25, 29));
    for all in ["https://a-b.example/x+y", "https://x.example/%C3%A9"] {
        assert_eq!(Code::of(all).expect("a code").text(), all.to_ascii_uppercase());
    }
    for one in ["https://a.example/?q", "https://a.example/é", "https://a.example/a~b"] {
        assert_eq!(Code::of(one).expect("a code").text(), one);
    }
}

#[test]
fn correction_is_lowered_past_41_modules() {
    let path = |count: usize| format!("https://a.example/{}", "_".repeat(count));
    // Version 6 holds 74 bytes with Q.
    assert_eq!(Code::of(&path(56)).expect("a code").width(), 41);
    // With M version 5 holds 84, version 6 holds 106.
    assert_eq!(Code::of(&path(57)).expect("a code").width(), 37);
    assert_eq!(Code::of(&path(66)).expect("a code").width(), 37);
    assert_eq!(Code::of(&path(67)).expect("a code").width(), 41);
    assert_eq!(Code::of(&path(88)).expect("a code").width(), 41);
    assert_eq!(Code::of(&path(89)).expect("a code").width(), 45);
    assert!(Code::of(&path(2_300)).is_ok());
    assert_eq!(Code::of(&path(1 << 20)), Err(TooLong));
}

#[test]
fn a_plain_png_is_read_at_every_size() {
    for address in ["https://harrow.example/ines", "https://harrow.example/ines_harrow_of_the_long_name"] {
        let code = Code::of(address).expect("a code");
        for (asked, given) in [(0, 64), (64, 64), (128, 128), (512, 512), (2048, 2048), (u32::MAX, 2048)] {
            let (side, text) = read_png(&png(&code, asked, DARK, LIGHT).expect("a picture"));
            assert_eq!(side, given);
            // A pixel or two a module are too few for this reader.
            if given >= 128 {
                assert_eq!(text.as_deref(), Some(code.text()), "{asked}");
            }
        }
    }
    // As many pixels as modules, when there are more of these.
    let long = Code::of(&format!("https://a.example/{}", "_".repeat(900))).expect("a code");
    assert_eq!(read_png(&png(&long, 64, DARK, LIGHT).expect("a picture")).0 as usize, long.width() + 8);
}

#[test]
fn a_plain_png_is_crisp_and_its_quiet_zone_is_free() {
    let code = Code::of("https://harrow.example/ines").expect("a code");
    for side in [64_u32, 333, 1000] {
        let picture =
            image::load_from_memory(&png(&code, side, DARK, LIGHT).expect("a picture")).expect("one").to_rgb8();
        let scale = side / 33;
        let quiet = (side - 25 * scale) / 2;
        assert!(quiet >= 4 * scale);
        for (x, y, pixel) in picture.enumerate_pixels() {
            let inside = (quiet..quiet + 25 * scale).contains(&x) && (quiet..quiet + 25 * scale).contains(&y);
            let dark = inside && code.dark(((x - quiet) / scale) as usize, ((y - quiet) / scale) as usize);
            assert_eq!(pixel.0, if dark { DARK.bytes() } else { LIGHT.bytes() }, "{x} {y}");
        }
    }
}

#[test]
fn a_plain_svg_shows_the_same_modules() {
    use resvg::{tiny_skia, usvg};
    for address in ["https://harrow.example/ines", "https://a.example/_&<\"'>"] {
        let code = Code::of(address).expect("a code");
        let text = svg(&code, DARK, LIGHT);
        assert!(!text.contains(address), "no word of the address is in it");
        let tree = usvg::Tree::from_str(&text, &usvg::Options::default()).expect("well formed");
        let side = code.width() as u32 + 8;
        let mut map = tiny_skia::Pixmap::new(side * 3, side * 3).expect("room");
        resvg::render(&tree, tiny_skia::Transform::from_scale(3.0, 3.0), &mut map.as_mut());
        for y in 0..side * 3 {
            for x in 0..side * 3 {
                let (column, row) = ((x / 3) as usize, (y / 3) as usize);
                let dark = column >= 4 && row >= 4 && code.dark(column - 4, row - 4);
                let pixel = map.pixel(x, y).expect("inside");
                let [r, g, b] = if dark { DARK.bytes() } else { LIGHT.bytes() };
                assert_eq!((pixel.red(), pixel.green(), pixel.blue()), (r, g, b), "{x} {y}");
            }
        }
    }
}
