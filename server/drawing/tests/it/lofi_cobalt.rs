//! The cards of lofi and cobalt: colours that can be read, words in their place.

use mantel_drawing::look::{cobalt, lofi};
use mantel_drawing::tints::Tints;
use mantel_drawing::{Drawer, Fonts, Parts, Pictures};
use mantel_model::HexColor;
use mantel_model::contrast::{AA, ratio};
use mantel_model::look::Look;

use super::pages::{page, pictures, whole, with_theme};

const ADDRESS: &str = "https://harrow.example/ines";

fn readable(palette: &str, what: &str, ink: HexColor, ground: HexColor) {
    let found = ratio(ink, ground);
    assert!(found >= AA, "{palette}: {what} has {found:.2}");
}

#[test]
fn words_can_be_read_in_every_palette() {
    for palette in Look::Lofi.palettes() {
        let mut draft = page(&whole());
        draft.theme.palette = palette;
        let tints = Tints::of(&draft.theme);
        let tones = lofi::Tones::of(&tints);
        readable(palette.name(), "the menu", tones.ink, tones.bar);
        readable(palette.name(), "the name", tones.ink, tones.surface);
        readable(palette.name(), "the note", tones.note_ink(), tones.note);
        readable(palette.name(), "the count", tones.count(), tones.bar);
    }
    for palette in Look::Cobalt.palettes() {
        let mut draft = page(&whole());
        draft.theme.palette = palette;
        let tints = Tints::of(&draft.theme);
        let tones = cobalt::Tones::of(&tints);
        for sky in tones.sky {
            readable(palette.name(), "the name", tones.name, sky);
        }
        let ground = if tones.night { tones.sky[2] } else { tints.bg };
        readable(palette.name(), "the address", tones.address, ground);
        readable(palette.name(), "the caption", tints.ink, tints.surface);
        readable(palette.name(), "the badge", tints.accent_ink, tints.accent);
    }
}

#[test]
fn words_can_be_read_on_a_ground_of_the_owners() {
    for color in ["#000000", "#ffffff", "#808080", "#ffff00", "#0000ff"] {
        for style in ["scene", "solid"] {
            let json = with_theme(&serde_json::json!({"background": {"style": style, "color": color}}));
            for palette in Look::Cobalt.palettes() {
                let mut draft = page(&json);
                draft.theme.palette = palette;
                let tints = Tints::of(&draft.theme);
                let tones = cobalt::Tones::of(&tints);
                let scene = style == "scene";
                let grounds = if scene { tones.sky.to_vec() } else { vec![tints.bg] };
                // The middle of a sky may be a mid grey, on which the better ink has a little over 4.5 and its ends less.
                let worst = grounds.iter().map(|ground| ratio(tones.name, *ground)).fold(f64::INFINITY, f64::min);
                assert!(worst >= if scene { 3.0 } else { AA }, "{color}, {style}, {}: {worst:.2}", palette.name());
                let below = if scene && tones.night { tones.sky[2] } else { tints.bg };
                readable(palette.name(), "the address", tones.address, below);
            }
        }
    }
}

#[test]
fn missing_parts_leave_the_scene() {
    let drawer = Drawer::new(Fonts::new(None));
    let only = serde_json::json!({"profile": {"name": "Ines"}, "theme": {"style": "lofi"}, "tiles": []});
    for look in [Look::Lofi, Look::Cobalt] {
        let mut draft = page(&only);
        draft.theme.palette = look.first_palette();
        let parts = Parts::of(&draft, ADDRESS);
        let bare = drawer.pixels(&parts, &Pictures::default()).unwrap();
        let mut full = page(&whole());
        full.theme.palette = look.first_palette();
        let full = drawer.pixels(&Parts::of(&full, ADDRESS), &pictures()).unwrap();
        // Where picture, stamp and record would be: the same scene as to its left and right, not a box in one colour.
        let colors: std::collections::HashSet<_> = (900..1190).map(|x| bare.at(x, 450)).collect();
        assert!(colors.len() > 2, "{look:?}: {colors:?}");
        assert!((900..1190).any(|x| bare.at(x, 520) != full.at(x, 520)), "{look:?}");
    }
}
