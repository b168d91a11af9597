//! Contrast (looks, 1.4).

use mantel_model::HexColor;
use mantel_model::color_name::name_of;
use mantel_model::contrast::{AA, accent_text, best_ink, on, ratio, weak};
use mantel_model::look::Look;
use proptest::prelude::*;

#[test]
fn the_measure_agrees_with_known_ratios() {
    let ink = |text: &str| HexColor::parse(text).unwrap();
    assert!((ratio(ink("#000000"), ink("#ffffff")) - 21.0).abs() < 0.001);
    assert!((ratio(ink("#767676"), ink("#ffffff")) - 4.54).abs() < 0.01);
}

#[test]
fn every_palette_reaches_aa_in_the_five_pairs_of_the_table() {
    for palette in Look::ALL.iter().flat_map(|look| look.palettes()) {
        let it = palette.entry();
        let pairs = [
            ("ink/surface", it.ink, it.surface),
            ("soft/surface", it.soft, it.surface),
            ("accent/surface", it.accent, it.surface),
            ("accent-ink/accent", it.accent_ink, it.accent),
            ("on/bg", it.on, it.bg),
        ];
        for (name, a, b) in pairs {
            assert!(ratio(a, b) >= AA, "{} {name} is {:.2}", it.name, ratio(a, b));
        }
        assert_eq!(it.dark, best_ink(it.surface) == HexColor::rgb(255, 255, 255), "{}", it.name);
    }
}

#[test]
fn a_weak_accent_is_told_with_the_nearest_that_reads() {
    let ink = |text: &str| HexColor::parse(text).unwrap();
    let (red, cream) = (ink("#e8604c"), ink("#fdf6e6"));
    let found = weak(red, cream).unwrap();
    assert!((found.ratio - ratio(red, cream)).abs() < 1e-9 && found.ratio < AA);
    assert!(ratio(found.nearest, cream) >= AA);
    assert_eq!(name_of(found.nearest), "red", "{}", found.nearest);
    assert_eq!(weak(found.nearest, cream), None);
}

#[test]
fn colours_have_the_names_people_would_give_them() {
    let names = [
        ("#ffffff", "white"),
        ("#fdf6e6", "cream"),
        ("#f3eee3", "cream"),
        ("#000000", "black"),
        ("#1c2420", "black"),
        ("#888c88", "grey"),
        ("#b3261e", "red"),
        ("#e8604c", "red"),
        ("#f08a2b", "orange"),
        ("#6b4406", "brown"),
        ("#ffd866", "yellow"),
        ("#1d5144", "green"),
        ("#4ec27a", "green"),
        ("#1f9aa6", "teal"),
        ("#3a49b8", "blue"),
        ("#7a3fb5", "violet"),
        ("#e86aa6", "pink"),
        ("#f6c3cf", "pink"),
    ];
    for (hex, name) in names {
        assert_eq!(name_of(HexColor::parse(hex).unwrap()), name, "{hex}");
    }
}

proptest! {
    #[test]
    fn words_on_any_accent_surface_or_page_colour_read(c in any::<[u8; 3]>(), s in any::<[u8; 3]>()) {
        let (color, surface) = (HexColor::rgb(c[0], c[1], c[2]), HexColor::rgb(s[0], s[1], s[2]));
        prop_assert!(ratio(best_ink(color), color) >= AA);
        prop_assert!(ratio(accent_text(color, surface), surface) >= AA);
        for palette in Look::ALL.iter().flat_map(|look| look.palettes()) {
            prop_assert!(ratio(on(color, palette.entry()), color) >= AA);
        }
    }
}

#[test]
fn an_accent_that_reads_is_left_alone_and_a_weak_one_keeps_its_hue() {
    let red = HexColor::rgb(0x9c, 0x3a, 0x34);
    let cream = HexColor::rgb(0xfd, 0xfa, 0xf3);
    assert_eq!(accent_text(red, cream), red);
    let [r, g, b] = accent_text(HexColor::rgb(0xff, 0x8a, 0x80), cream).bytes();
    assert!(r > g && r > b, "still red: {r} {g} {b}");
}
