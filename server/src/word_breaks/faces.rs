//! The faces of stylesheets among those that are built in (`mantel_drawing`).

use mantel_drawing::text::{Face, faces as built_in};

/// A face that browsers get: family, weight, whether it is italic.
type Named = (&'static str, u16, bool, &'static Face);

/// The face by the name that a stylesheet gives it, `family|weight|style`. Where the family lacks it, browsers take another of
/// its faces and slant or embolden that, which leaves its letters as wide.
///
/// Source: CSS Fonts 4, 5.2 "Matching font styles": the style first, then the weight.
pub fn face(named: &str) -> Option<&'static Face> {
    let mut parts = named.split('|');
    let (family, weight, style) = (parts.next()?, parts.next()?.parse::<u16>().ok()?, parts.next()?);
    let of_family = || FACES.iter().filter(|face| face.0 == family);
    let italic = style != "normal";
    let has_style = of_family().any(|face| face.2 == italic);
    let matching = of_family().filter(|face| !has_style || face.2 == italic);
    matching.min_by_key(|face| distance(weight, face.1)).map(|face| face.3)
}

/// How far a weight is from the wanted one, in the order in which browsers look: from 400 to 500 up to 500 first, then below,
/// then above; under 400 below first, over 500 above first.
fn distance(wanted: u16, weight: u16) -> (u8, u16) {
    let away = wanted.abs_diff(weight);
    let side = match wanted {
        400..=500 if weight >= wanted && weight <= 500 => 0,
        0..=500 if weight <= wanted => 1,
        501.. if weight >= wanted => 1,
        _ => 2,
    };
    (side, away)
}

static FACES: [Named; 39] = [
    ("Cormorant", 600, true, &built_in::CORMORANT_600_ITALIC),
    ("Cormorant", 700, true, &built_in::CORMORANT_700_ITALIC),
    ("Cormorant", 600, false, &built_in::CORMORANT_600),
    ("EB Garamond", 500, false, &built_in::GARAMOND_500),
    ("EB Garamond", 700, false, &built_in::GARAMOND_700),
    ("EB Garamond", 500, true, &built_in::GARAMOND_500_ITALIC),
    ("EB Garamond", 600, true, &built_in::GARAMOND_600_ITALIC),
    ("Caprasimo", 400, false, &built_in::CAPRASIMO),
    ("Nanum Pen Script", 400, false, &built_in::NANUM_PEN),
    ("Courier Prime", 700, false, &built_in::COURIER_PRIME_700),
    ("Shippori Mincho", 700, false, &built_in::SHIPPORI_700),
    ("Shippori Mincho", 800, false, &built_in::SHIPPORI_800),
    ("Zen Old Mincho", 400, false, &built_in::ZEN_OLD_400),
    ("Zen Old Mincho", 500, false, &built_in::ZEN_OLD_500),
    ("Zen Old Mincho", 700, false, &built_in::ZEN_OLD_700),
    ("Figtree", 500, false, &built_in::FIGTREE_500),
    ("Figtree", 600, false, &built_in::FIGTREE_600),
    ("Figtree", 700, false, &built_in::FIGTREE_700),
    ("Schibsted Grotesk", 400, false, &built_in::GROTESK_400),
    ("Schibsted Grotesk", 500, false, &built_in::GROTESK_500),
    ("Schibsted Grotesk", 600, false, &built_in::GROTESK_600),
    ("Schibsted Grotesk", 700, false, &built_in::GROTESK_700),
    ("Young Serif", 400, false, &built_in::YOUNG_SERIF),
    ("Pixelify Sans", 500, false, &built_in::PIXELIFY_500),
    ("Pixelify Sans", 600, false, &built_in::PIXELIFY_600),
    ("Sometype Mono", 500, false, &built_in::SOMETYPE_500),
    ("Sometype Mono", 600, false, &built_in::SOMETYPE_600),
    ("Sometype Mono", 700, false, &built_in::SOMETYPE_700),
    ("Chonburi", 400, false, &built_in::CHONBURI),
    ("Old Standard TT", 400, false, &built_in::OLD_STANDARD_400),
    ("Old Standard TT", 400, true, &built_in::OLD_STANDARD_400_ITALIC),
    ("Old Standard TT", 700, false, &built_in::OLD_STANDARD_700),
    ("League Gothic", 400, false, &built_in::LEAGUE_GOTHIC),
    ("Michroma", 400, false, &built_in::MICHROMA),
    ("Saira Condensed", 400, false, &built_in::SAIRA_400),
    ("Saira Condensed", 500, false, &built_in::SAIRA_500),
    ("Saira Condensed", 600, false, &built_in::SAIRA_600),
    ("Martian Mono", 400, false, &built_in::MARTIAN_400),
    ("Martian Mono", 500, false, &built_in::MARTIAN_500),
];

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests fail by panicking")]
mod tests {
    use super::*;
    use crate::word_breaks::boxes;

    #[test]
    fn every_face_that_a_look_sets_words_in_is_known() {
        let unknown: Vec<_> = boxes::faces().filter(|named| face(named).is_none()).collect();
        assert!(unknown.is_empty(), "{unknown:?}");
        assert!(boxes::faces().count() > 6);
    }

    #[test]
    fn a_face_that_a_family_lacks_is_the_one_that_browsers_take() {
        let is = |named: &str, wanted: &'static Face| assert!(std::ptr::eq(face(named).unwrap(), wanted), "{named}");
        is("EB Garamond|400|normal", &built_in::GARAMOND_500);
        is("EB Garamond|600|normal", &built_in::GARAMOND_700);
        is("EB Garamond|700|italic", &built_in::GARAMOND_600_ITALIC);
        is("Old Standard TT|500|normal", &built_in::OLD_STANDARD_400);
        is("Figtree|700|italic", &built_in::FIGTREE_700);
        is("Figtree|400|normal", &built_in::FIGTREE_500);
        is("Saira Condensed|700|normal", &built_in::SAIRA_600);
        is("Nanum Pen Script|600|normal", &built_in::NANUM_PEN);
        assert!(face("Comic Sans|400|normal").is_none());
    }
}
