//! Contrast (looks, 1.4).

use mantel_model::HexColor;
use mantel_model::color_name::name_of;
use mantel_model::contrast::{AA, SHAPES, accent_text, best_ink, held_accent, on, ratio, weak};
use mantel_model::look::Look;
use mantel_model::theme::Theme;
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

#[test]
fn what_a_look_does_not_show_are_choices_that_a_theme_has() {
    for look in Look::ALL {
        for field in Theme::CHOICES {
            let values = (field.values)();
            let shown = values.iter().filter(|(value, _)| look.shows(field.name, value)).count();
            assert!(shown > 1, "{look} leaves no choice of {}", field.name);
        }
    }
    let night = Look::Night;
    assert!(!night.shows("radius", "none") && night.shows("radius", "large") && night.shows("ambient", "on"));
}

proptest! {
    #[test]
    fn words_on_any_accent_surface_or_page_colour_read(c in any::<[u8; 3]>(), s in any::<[u8; 3]>()) {
        let (color, surface) = (HexColor::rgb(c[0], c[1], c[2]), HexColor::rgb(s[0], s[1], s[2]));
        prop_assert!(ratio(best_ink(color), color) >= AA);
        prop_assert!(ratio(accent_text(color, surface), surface) >= AA);
        for palette in Look::ALL.iter().flat_map(|look| look.palettes()) {
            let its = palette.entry();
            prop_assert!(ratio(on(color, its), color) >= AA);
            let held = held_accent(color, its);
            prop_assert!(ratio(held, its.surface) >= SHAPES, "{held} on {}", its.name);
            prop_assert!(held == color || ratio(color, its.surface) < SHAPES, "{color} was moved on {}", its.name);
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

#[test]
fn an_invisible_accent_is_held_where_it_can_be_seen() {
    let hold = |look: Look, hex: &str| held_accent(HexColor::parse(hex).unwrap(), look.first_palette().entry());
    let (night, lofi) = (Look::Night.first_palette().entry(), Look::Lofi.first_palette().entry());
    assert!(ratio(hold(Look::Night, "#000000"), night.surface) >= SHAPES);
    assert!(ratio(hold(Look::Lofi, "#ffffff"), lofi.surface) >= SHAPES);
    assert_eq!(hold(Look::Night, "#ffb020").to_string(), "#ffb020");
    let (darkened, lightened) =
        (weak(HexColor::rgb(255, 255, 255), lofi.surface), weak(HexColor::rgb(0, 0, 0), night.surface));
    assert!(darkened.unwrap().darker && !lightened.unwrap().darker);
}
