//! Draws a sheet of all icons, for looking at: `icons OUT.png [AVATAR] [--name NAME] [--palettes] [--fonts FOLDER]`.
//!
//! A column for each look, or for each palette: the opaque sizes with the monogram and the avatar, masked as on a home
//! screen, then the clear ones on dark and on light. Tells the bytes and milliseconds of each size.
#![allow(
    clippy::print_stderr,
    clippy::expect_used,
    clippy::unwrap_used,
    clippy::panic,
    reason = "a tool for developers"
)]

mod arguments;

use std::path::PathBuf;
use std::time::Instant;

use arguments::{flag, option};
use image::{Rgba, RgbaImage, imageops};
use mantel_drawing::icon::{IconSize, icon};
use mantel_drawing::{Fonts, Parts, Picture, Pictures};
use mantel_model::id::SeededIds;
use mantel_model::look::{Look, Palette};
use mantel_model::read::read_page_file;
use serde_json::json;

/// Width of a column, pixels.
const COLUMN: u32 = 244;

fn main() {
    let mut words: Vec<String> = std::env::args().skip(1).collect();
    let name = option(&mut words, "--name").unwrap_or_else(|| "Ines Harrow".to_owned());
    let accent = option(&mut words, "--accent");
    let fonts = Fonts::new(option(&mut words, "--fonts").map(PathBuf::from).as_deref());
    let all = flag(&mut words, "--palettes");
    let [out, rest @ ..] = words.as_slice() else { panic!("icons OUT.png [AVATAR]") };
    let avatar = rest.first().map(|path| {
        let image = image::open(path).expect("a picture").to_rgba8();
        Picture::new(image.width(), image.height(), image.into_raw()).expect("a picture of no more than 8192 pixels")
    });
    let pictures = Pictures { avatar, ..Pictures::default() };
    let palettes: Vec<Palette> =
        Look::ALL.iter().flat_map(|look| look.palettes().take(if all { usize::MAX } else { 1 })).collect();
    let columns = u32::try_from(palettes.len()).expect("a few");
    let mut sheet = RgbaImage::from_pixel(columns * COLUMN + 20, 860, Rgba([246, 244, 238, 255]));
    let dark = RgbaImage::from_pixel(sheet.width(), 100, Rgba([40, 40, 48, 255]));
    imageops::replace(&mut sheet, &dark, 0, 660);
    for (column, palette) in palettes.into_iter().enumerate() {
        let x = i64::try_from(column).expect("a few") * i64::from(COLUMN) + 20;
        let mut theme = json!({"style": palette.look(), "preset": palette.name()});
        if let Some(accent) = &accent {
            theme["accent"] = json!(accent);
        }
        let profile = json!({"name": name, "avatar": "https://pictures.example/avatar.jpg"});
        let file = json!({"mantel": 1, "profile": profile, "theme": theme, "tiles": []});
        let mut page = read_page_file(&file, &mut SeededIds::new(1)).expect("a page").draft;
        page.theme.palette = palette;
        let parts = Parts::of(&page, "https://harrow.example/ines");
        let draw = |pictures: &Pictures, size: IconSize| {
            let start = Instant::now();
            let bytes = icon(&fonts, &parts, pictures, size).expect("an icon");
            let shown = if pictures.avatar.is_some() { "avatar" } else { "letter" };
            let time = start.elapsed().as_secs_f64() * 1000.0;
            eprintln!("{:8} {:9} {shown} {size:?} {} bytes {time:.1} ms", palette.look(), palette.name(), bytes.len());
            image::load_from_memory(&bytes).expect("a picture").to_rgba8()
        };
        for (row, pictures) in [&Pictures::default(), &pictures].into_iter().enumerate() {
            let row = i64::try_from(row).expect("two");
            let touch = masked(draw(pictures, IconSize::Touch), 40.0);
            imageops::overlay(&mut sheet, &touch, x, 16 + 194 * row);
            let app = draw(pictures, IconSize::App192);
            imageops::overlay(&mut sheet, &masked(app, 96.0), x, 410);
            let large = masked(draw(pictures, IconSize::App512), 256.0);
            if row == 1 {
                let half = imageops::resize(&large, 192, 192, imageops::FilterType::Triangle);
                imageops::overlay(&mut sheet, &half, x, 410);
            }
            for y in [680, 780] {
                imageops::overlay(&mut sheet, &draw(pictures, IconSize::Tab), x + 108 * row, y);
                imageops::overlay(&mut sheet, &draw(pictures, IconSize::Small), x + 70 + 108 * row, y);
            }
        }
    }
    sheet.save(out).expect("a place to write to");
}

/// An icon with round corners of a radius, as a home screen cuts it.
fn masked(mut icon: RgbaImage, radius: f64) -> RgbaImage {
    let side = f64::from(icon.width());
    for (x, y, pixel) in icon.enumerate_pixels_mut() {
        let into = |at: u32| (radius - f64::from(at) - 0.5).max(f64::from(at) + 0.5 - (side - radius)).max(0.0);
        if into(x).hypot(into(y)) > radius {
            pixel.0[3] = 0;
        }
    }
    icon
}
