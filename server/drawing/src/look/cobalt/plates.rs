//! The plates of the page: clouds, moon, stars, rays, cut by public/draw/cobalt.py for the page's stylesheet and printed
//! here in whatever ink they are given.

use mantel_model::HexColor;

const PLATES: &str = include_str!("../../../../../style/looks/cobalt/plates.css");

/// The elements of a plate in one ink, in the plate's own measure; empty for a name that the stylesheet does not have.
pub fn inked(name: &str, ink: HexColor) -> String {
    let inside = inside(name).unwrap_or_default();
    let inside = inside.replace("%23000", &ink.to_string()).replace("%23", "#").replace("%25", "%");
    format!("<g fill=\"{ink}\">{inside}</g>")
}

/// What is inside the drawing of a plate.
fn inside(name: &str) -> Option<&'static str> {
    let (_, rest) = PLATES.split_once(&format!("--cobalt-{name}:url(\"data:image/svg+xml,<svg "))?;
    let (drawing, _) = rest.split_once("</svg>\")")?;
    drawing.split_once('>').map(|(_, inside)| inside)
}

#[cfg(test)]
mod tests {
    use super::inside;

    #[test]
    fn the_stylesheet_has_every_plate_that_is_printed() {
        for name in ["sky", "line", "moon", "outline", "hatch", "burst", "star"] {
            assert!(inside(name).is_some_and(|it| it.starts_with('<') && it.ends_with('>')), "{name}");
        }
    }
}
