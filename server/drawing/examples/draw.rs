//! Draws the card of a page, for looking at: `draw PAGE.json OUT.jpg [FOLDER]`.
//!
//! PAGE is a page file (`mantel export`). FOLDER holds pictures named `avatar`, `picture`, `cover` and `backdrop` (png, jpg or
//! webp); those that are there are shown. OUT ending in `.png` gives the pixels before JPEG. Further words: `--fonts FOLDER`
//! for faces that the pages lack, `--palette NAME`, `--address URL`, and `--time N` draws it N times more and tells the
//! milliseconds of each. `--sticker` draws the page's sticker instead, `--a6` its card of A6, as PNG, SVG or PDF by the
//! ending of OUT.
#![allow(
    clippy::print_stderr,
    clippy::expect_used,
    clippy::unwrap_used,
    clippy::panic,
    reason = "a tool for developers"
)]

mod arguments;

use std::path::{Path, PathBuf};
use std::time::Instant;

use arguments::{flag, option};
use mantel_drawing::qr::{BLEED, a6, sticker};
use mantel_drawing::{Drawer, Fonts, Parts, Picture, Pictures};
use mantel_model::id::SeededIds;
use mantel_model::look::Palette;
use mantel_model::read::read_page_file;

fn main() {
    let mut words: Vec<String> = std::env::args().skip(1).collect();
    let fonts = option(&mut words, "--fonts").map(PathBuf::from);
    let palette = option(&mut words, "--palette");
    let address = option(&mut words, "--address").unwrap_or_else(|| "https://harrow.example/ines".to_owned());
    let times: u32 = option(&mut words, "--time").map_or(0, |it| it.parse().expect("a number"));
    let (as_sticker, as_a6) = (flag(&mut words, "--sticker"), flag(&mut words, "--a6"));
    let [page, out, rest @ ..] = words.as_slice() else { panic!("draw PAGE.json OUT.jpg [FOLDER]") };
    let text = std::fs::read_to_string(page).expect("a readable page");
    let json = serde_json::from_str(&text).expect("JSON");
    let mut draft = read_page_file(&json, &mut SeededIds::new(1)).expect("a page").draft;
    if let Some(name) = palette {
        draft.theme.palette = Palette::find(&name).expect("a palette");
    }
    let folder = rest.first().map(PathBuf::from);
    let load = |name: &str| folder.as_deref().and_then(|folder| picture(folder, name));
    let pictures =
        Pictures { avatar: load("avatar"), picture: load("picture"), cover: load("cover"), backdrop: load("backdrop") };
    if as_sticker || as_a6 {
        let (start, fonts) = (Instant::now(), Fonts::new(fonts.as_deref()));
        let print = if as_a6 { a6(&fonts, &draft, &address, &pictures) } else { sticker(&fonts, &draft, &address) };
        let print = print.expect("a print");
        let bytes = match out.rsplit('.').next() {
            Some("svg") => print.svg().expect("a print").into_bytes(),
            Some("pdf") => print.pdf(if as_a6 { f64::from(BLEED) } else { 0.0 }).expect("a print"),
            _ => print.png(None).expect("a print"),
        };
        eprintln!("{} ms, {} bytes", start.elapsed().as_millis(), bytes.len());
        return std::fs::write(out, bytes).expect("a place to write to");
    }
    let drawer = Drawer::new(Fonts::new(fonts.as_deref()));
    for number in 0..=times {
        let start = Instant::now();
        let bytes = drawer.jpeg(&draft, &address, &pictures).expect("a card");
        eprintln!("{number}: {} ms, {} bytes", start.elapsed().as_millis(), bytes.len());
        if number == 0 && !out.ends_with(".png") {
            std::fs::write(out, bytes).expect("a place to write to");
        }
    }
    if out.ends_with(".png") {
        let pixels = drawer.pixels(&Parts::of(&draft, &address), &pictures).expect("a card");
        image::save_buffer(out, &pixels.rgb(), pixels.width(), pixels.height(), image::ColorType::Rgb8)
            .expect("a place to write to");
    }
}

fn picture(folder: &Path, name: &str) -> Option<Picture> {
    let path =
        ["png", "jpg", "webp"].iter().map(|end| folder.join(format!("{name}.{end}"))).find(|path| path.exists())?;
    let image = image::open(path).expect("a picture").to_rgba8();
    Picture::new(image.width(), image.height(), image.into_raw())
}
