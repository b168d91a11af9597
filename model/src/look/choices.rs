//! Which choices of a theme change nothing in a look. Pickers leave them out; REST and MCP accept them everywhere.

use super::Look;

/// A look, a field of the theme by its name in JSON, and the values that a visitor could not tell from the look's own.
type Unseen = (Look, &'static str, &'static [&'static str]);

const UNSEEN: &[Unseen] = &[
    // Its panels are square already.
    (Look::Night, "radius", &["none"]),
    // Their sheets lie flat: they have neither shadow nor tilt that could go.
    (Look::Washi, "tileStyle", &["flat"]),
    (Look::Cobalt, "tileStyle", &["flat"]),
    (Look::Night, "tileStyle", &["flat"]),
    // Their own typefaces.
    (Look::Lofi, "font", &["pixel"]),
    (Look::Cobalt, "font", &["poster"]),
    // Its avatar is a disc already.
    (Look::Cobalt, "avatar", &["circle"]),
    // Their profile, headings and notes begin at the left already.
    (Look::Cozy, "align", &["left"]),
    (Look::Washi, "align", &["left"]),
    (Look::Lofi, "align", &["left"]),
    (Look::Night, "align", &["left"]),
    // What moves there is what moves anyway: a pixel of cloud, the brightness of a star.
    (Look::Lofi, "ambient", &["on"]),
    (Look::Cobalt, "ambient", &["on"]),
];

impl Look {
    /// Whether a value of a field shows in this look. For a switch the value is `on`.
    pub fn shows(self, field: &str, value: &str) -> bool {
        !UNSEEN.iter().any(|(look, name, values)| *look == self && *name == field && values.contains(&value))
    }
}
