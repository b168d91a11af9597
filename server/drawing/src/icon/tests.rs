//! Icons of every look, palette and size, and of odd names.

use mantel_model::HexColor;
use mantel_model::look::{Look, Palette};
use mantel_model::theme::BackgroundStyle;
use serde_json::json;

use super::{IconSize, icon};
use crate::look::tests::page;
use crate::{Fonts, Parts, Picture, Pictures};

const ADDRESS: &str = "https://harrow.example/ines";

fn parts(palette: Palette, name: &str) -> Parts {
    let profile = json!({"name": name, "avatar": "https://pictures.example/cat.jpg"});
    Parts::of(&page(palette, profile, json!([])), ADDRESS)
}

/// Noise, which no encoder makes smaller.
fn noise() -> Pictures {
    let mut state = 1_u32;
    let rgba = (0..300 * 300).flat_map(|_| {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        let [r, g, b, _] = state.to_be_bytes();
        [r, g, b, 255]
    });
    Pictures { avatar: Picture::new(300, 300, rgba.collect()), ..Pictures::default() }
}

/// A picture of one colour.
fn flat(rgb: [u8; 3]) -> Pictures {
    let [r, g, b] = rgb;
    Pictures { avatar: Picture::new(40, 40, [r, g, b, 255].repeat(1600)), ..Pictures::default() }
}

fn read(file: &[u8], size: IconSize) -> image::DynamicImage {
    image::load_from_memory_with_format(file, image::ImageFormat::from_mime_type(size.mime()).unwrap()).unwrap()
}

fn drawn(fonts: &Fonts, parts: &Parts, pictures: &Pictures, size: IconSize) -> Vec<u8> {
    let bytes = icon(fonts, parts, pictures, size).unwrap();
    assert!(bytes.len() <= size.most_bytes(), "{} {size:?} {}", parts.name, bytes.len());
    bytes
}

/// Every size in the first palette of each look; in the others the small ones, whose colours are those of all.
fn palettes_and_sizes() -> impl Iterator<Item = (Palette, IconSize)> {
    let sizes = |palette: Palette| {
        let all = palette == palette.look().first_palette();
        IconSize::ALL.into_iter().filter(move |size| all || !matches!(size, IconSize::App192 | IconSize::App512))
    };
    let palettes = Look::ALL.iter().flat_map(|look| look.palettes());
    palettes.flat_map(move |palette| sizes(palette).map(move |size| (palette, size)))
}

#[test]
fn every_look_draws_every_palette_in_every_size() {
    let fonts = Fonts::new(None);
    let noise = noise();
    for (palette, size) in palettes_and_sizes() {
        let parts = parts(palette, "Ines");
        for pictures in [&Pictures::default(), &noise] {
            let what = format!("{} {size:?}", palette.name());
            let icon = read(&drawn(&fonts, &parts, pictures, size), size);
            assert_eq!((icon.width(), icon.height()), (size.side(), size.side()), "{what}");
            assert!(!size.opaque() || !icon.color().has_alpha(), "{what}");
            let rgba = icon.to_rgba8();
            let last = size.side() - 1;
            // A signal panel has two corners that are not cut.
            let corners = [(0, 0), (last, 0), (0, last), (last, last)].map(|(x, y)| rgba.get_pixel(x, y).0[3]);
            let clear = corners.iter().filter(|opacity| **opacity < 60).count();
            assert!(if size.opaque() { corners == [255; 4] } else { clear >= 2 }, "{what}: {corners:?}");
            let opaque = rgba.pixels().filter(|pixel| pixel.0[3] > 120).count();
            assert!(opaque * 2 > rgba.pixels().len(), "{what} is hardly there: {opaque}");
        }
    }
}

#[test]
fn the_letter_is_seen_in_every_palette() {
    let fonts = Fonts::new(None);
    for (palette, size) in palettes_and_sizes() {
        let draw =
            |name: &str| read(&drawn(&fonts, &parts(palette, name), &Pictures::default(), size), size).to_rgba8();
        let (one, other) = (draw("I"), draw("W"));
        let changed = one.pixels().zip(other.pixels()).filter(|(one, other)| one != other).count();
        assert!(changed * 50 > one.pixels().len(), "{} {size:?}: {changed}", palette.name());
    }
}

#[test]
fn the_avatar_shows_at_64_and_more_but_not_at_32() {
    let fonts = Fonts::new(None);
    for look in Look::ALL {
        let parts = parts(look.palettes().next().unwrap(), "Ines");
        for size in IconSize::ALL {
            let [dark, light] = [[20; 3], [235; 3]].map(|rgb| drawn(&fonts, &parts, &flat(rgb), size));
            assert_eq!(dark == light, size == IconSize::Small, "{look:?} {size:?}");
        }
    }
}

#[test]
fn an_accent_of_the_owner_shows() {
    let fonts = Fonts::new(None);
    for look in Look::ALL {
        let plain = parts(look.palettes().next().unwrap(), "Ines");
        let mut own = plain.clone();
        own.theme.accent = Some(HexColor::rgb(0x70, 0x30, 0xa0));
        let [plain, own] = [plain, own].map(|parts| drawn(&fonts, &parts, &Pictures::default(), IconSize::Tab));
        assert_ne!(plain, own, "{look:?}");
    }
}

#[test]
fn odd_names_have_the_mark_of_the_look_or_their_letter() {
    let fonts = Fonts::new(None);
    let stack = format!("Z{}algo", "\u{301}\u{316}\u{334}".repeat(25));
    let long = "W".repeat(80);
    for look in Look::ALL {
        let palette = look.palettes().next().unwrap();
        let draw = |name: &str| drawn(&fonts, &parts(palette, name), &Pictures::default(), IconSize::Tab);
        let mark = draw("🌸🌸");
        // Without a folder of fonts no face has these.
        for name in ["水野 春香", "ليلى حداد", "प्रिया", "👩‍👩‍👧‍👦 Ines"] {
            assert_eq!(draw(name), mark, "{look:?} {name}");
        }
        assert_ne!(draw("Ines"), mark, "{look:?}");
        assert_eq!(draw("ines"), draw("Ines"), "{look:?}");
        assert_eq!(draw(""), draw("Ines"), "{look:?}: the address has the name");
        assert_eq!(draw("\u{e000}\u{e001}"), draw("Ines"), "{look:?}: what no font may draw is no name");
        assert_eq!(draw("\u{202e}\u{7}Ines"), draw("Ines"), "{look:?}: controls are no letters");
        for name in ["<script>&\"'</svg>", "---", ". . .", "ß", "Ǆ", &stack, &long, "\u{301}"] {
            draw(name);
        }
    }
}

#[test]
fn the_same_page_has_the_same_icon() {
    let (one, other) = (Fonts::new(None), Fonts::new(None));
    let pictures = noise();
    for look in Look::ALL {
        for size in [IconSize::Tab, IconSize::Touch] {
            let parts = parts(look.palettes().next().unwrap(), "Ines");
            assert_eq!(
                drawn(&one, &parts, &pictures, size),
                drawn(&other, &parts, &pictures, size),
                "{look:?} {size:?}"
            );
        }
    }
}

#[test]
fn other_grounds_are_opaque() {
    let fonts = Fonts::new(None);
    for look in Look::ALL {
        for style in [BackgroundStyle::Solid, BackgroundStyle::Dots, BackgroundStyle::Grid, BackgroundStyle::Image] {
            let mut parts = parts(look.palettes().next().unwrap(), "Ines");
            parts.theme.background.style = style;
            parts.theme.background.color = Some(HexColor::rgb(0xff, 0xff, 0xff));
            let icon = read(&drawn(&fonts, &parts, &Pictures::default(), IconSize::Touch), IconSize::Touch).to_rgb8();
            assert!(icon.get_pixel(0, 0).0.iter().all(|channel| *channel > 150), "{look:?} {style:?}");
        }
    }
}
