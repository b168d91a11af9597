//! The colours of a page elsewhere, and the palette nearest to them.

use super::html::Page;
use super::tree::Tree;
use crate::color::HexColor;
use crate::contrast;
use crate::look::{Look, Palette};

/// What a page's colours are there.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Colors {
    /// Behind everything.
    pub ground: Option<HexColor>,
    /// Buttons and links.
    pub accent: Option<HexColor>,
    /// Text.
    pub text: Option<HexColor>,
}

/// The palette nearest to a page's colours by its lightness, and its accent made legible there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ThemeSuggestion {
    /// The palette, of a look that everybody may use.
    pub palette: Palette,
    /// The page's accent, moved as far as it must be to be read on the palette's surface (4.5 to 1).
    pub accent: Option<HexColor>,
    /// Whether it had to be moved.
    pub moved: bool,
}

impl ThemeSuggestion {
    /// For a page's colours in the order of [`MovedIn::colors`](super::MovedIn::colors): ground, accent, text. `None`
    /// without a ground.
    pub fn of(colors: &[HexColor]) -> Option<Self> {
        let mut colors = colors.iter().copied();
        Colors { ground: colors.next(), accent: colors.next(), text: colors.next() }.suggestion()
    }
}

impl Colors {
    /// Takes what the other knows and this does not.
    pub fn or(self, other: Self) -> Self {
        Self {
            ground: self.ground.or(other.ground),
            accent: self.accent.or(other.accent),
            text: self.text.or(other.text),
        }
    }

    /// Ground, accent and text, as far as they are known; no colour twice.
    pub fn listed(self) -> Vec<HexColor> {
        let mut list = Vec::new();
        for color in [self.ground, self.accent, self.text].into_iter().flatten() {
            if !list.contains(&color) {
                list.push(color);
            }
        }
        list
    }

    /// The nearest palette; `None` when the ground is not known.
    pub fn suggestion(self) -> Option<ThemeSuggestion> {
        let ground = self.ground?;
        let free = Look::ALL.iter().filter(|look| look.entry().free).flat_map(|look| look.palettes());
        let distance = |palette: &Palette| distance(palette.entry().bg, ground);
        let palette = free.min_by(|a, b| distance(a).total_cmp(&distance(b)))?;
        let weak = self.accent.and_then(|accent| contrast::weak(accent, palette.entry().surface));
        Some(ThemeSuggestion { palette, accent: weak.map(|weak| weak.nearest).or(self.accent), moved: weak.is_some() })
    }
}

/// How far apart two grounds are: by their lightness, and half as much by their hue.
fn distance(a: HexColor, b: HexColor) -> f64 {
    let lightness = |color: HexColor| contrast::luminance(color).sqrt();
    let hue = |color: HexColor| {
        let [r, g, b] = color.bytes().map(|byte| f64::from(byte) / 255.0);
        (r - g, b - (r + g) / 2.0)
    };
    let (one, other) = (hue(a), hue(b));
    let apart = ((one.0 - other.0).powi(2) + (one.1 - other.1).powi(2)).sqrt();
    (lightness(a) - lightness(b)).abs() + apart / 2.0
}

/// A CSS colour: hex, `rgb()`, `hsl()` and the names that pages use; of a gradient its first colour. `None` for what
/// is see-through or none.
pub(super) fn color(text: &str) -> Option<HexColor> {
    let text = text.get(..text.floor_char_boundary(400)).unwrap_or_default().trim().to_ascii_lowercase();
    if text.contains("gradient(") {
        let inside = text.split_once('(')?.1;
        let at = inside.find(['#']).or_else(|| inside.find("rgb")).or_else(|| inside.find("hsl"))?;
        return color(inside.get(at..)?);
    }
    if let Some(digits) = text.strip_prefix('#') {
        let digits: String = digits.chars().take_while(char::is_ascii_hexdigit).collect();
        return hex(&digits);
    }
    if let Some(rest) = text.strip_prefix("rgb") {
        let numbers = numbers(rest)?;
        let alpha = numbers.get(3).copied().unwrap_or(1.0);
        let [r, g, b] = [*numbers.first()?, *numbers.get(1)?, *numbers.get(2)?].map(byte);
        return (alpha >= 0.5).then(|| HexColor::rgb(r, g, b));
    }
    if let Some(rest) = text.strip_prefix("hsl") {
        let numbers = numbers(rest)?;
        let alpha = numbers.get(3).copied().unwrap_or(1.0);
        let (hue, saturation, lightness) = (*numbers.first()?, *numbers.get(1)? / 100.0, *numbers.get(2)? / 100.0);
        return (alpha >= 0.5).then(|| hsl(hue, saturation.clamp(0.0, 1.0), lightness.clamp(0.0, 1.0)));
    }
    let word: String = text.chars().take_while(char::is_ascii_alphabetic).collect();
    NAMES.iter().find(|(name, _)| *name == word).and_then(|(_, digits)| hex(digits))
}

const NAMES: &[(&str, &str)] = &[
    ("white", "ffffff"),
    ("black", "000000"),
    ("red", "ff0000"),
    ("green", "008000"),
    ("blue", "0000ff"),
    ("yellow", "ffff00"),
    ("orange", "ffa500"),
    ("purple", "800080"),
    ("pink", "ffc0cb"),
    ("gray", "808080"),
    ("grey", "808080"),
    ("teal", "008080"),
    ("navy", "000080"),
    ("maroon", "800000"),
    ("beige", "f5f5dc"),
    ("ivory", "fffff0"),
    ("gold", "ffd700"),
    ("tomato", "ff6347"),
    ("crimson", "dc143c"),
    ("indigo", "4b0082"),
    ("lavender", "e6e6fa"),
    ("whitesmoke", "f5f5f5"),
];

fn hex(digits: &str) -> Option<HexColor> {
    let six = match digits.len() {
        3 | 4 => digits.chars().take(3).flat_map(|digit| [digit, digit]).collect::<String>(),
        6 | 8 => digits.get(..6)?.to_owned(),
        _ => return None,
    };
    let clear = match digits.len() {
        4 => digits.get(3..)?.repeat(2),
        8 => digits.get(6..)?.to_owned(),
        _ => "ff".to_owned(),
    };
    if u8::from_str_radix(&clear, 16).ok()? < 128 {
        return None;
    }
    HexColor::parse(&format!("#{six}")).ok()
}

/// The numbers between brackets; percentages of an alpha are shares.
fn numbers(text: &str) -> Option<Vec<f64>> {
    let inside = text.split_once('(')?.1.split(')').next()?;
    let parts = inside.split([',', ' ', '/']).filter(|part| !part.is_empty()).take(4);
    let read = parts.enumerate().map(|(at, part)| {
        let number =
            part.trim_end_matches(|letter: char| letter.is_ascii_alphabetic() || letter == '%').parse::<f64>().ok()?;
        Some(if at == 3 && part.ends_with('%') { number / 100.0 } else { number })
    });
    read.collect()
}

#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "clamped to 0..=255 before")]
fn byte(number: f64) -> u8 {
    number.round().clamp(0.0, 255.0) as u8
}

fn hsl(hue: f64, saturation: f64, lightness: f64) -> HexColor {
    let chroma = saturation * lightness.min(1.0 - lightness);
    let channel = |offset: f64| {
        let k = (offset + hue.rem_euclid(360.0) / 30.0).rem_euclid(12.0);
        byte((lightness - chroma * (k - 3.0).min(9.0 - k).clamp(-1.0, 1.0)) * 255.0)
    };
    HexColor::rgb(channel(0.0), channel(8.0), channel(4.0))
}

/// Names of fields and variables, by what they colour; looked for in this order.
const GROUND: &[&str] = &["background", "bg", "ground", "surface", "body", "paper"];
const ACCENT: &[&str] = &["accent", "primary", "brand", "button", "btn", "link", "highlight"];
const TEXT: &[&str] = &["text", "foreground", "fg", "ink", "typeface", "font"];

/// The colours in a theme given as JSON, found by the names of its fields, however it is nested.
pub(super) fn of_theme(theme: &Tree) -> Colors {
    let mut colors = Colors::default();
    walk(theme, "", 0, &mut colors);
    colors
}

fn walk(tree: &Tree, path: &str, depth: usize, colors: &mut Colors) {
    if depth > 5 {
        return;
    }
    for (name, value) in tree.fields().iter().take(60) {
        let name =
            if path.is_empty() { name.to_ascii_lowercase() } else { format!("{path}.{}", name.to_ascii_lowercase()) };
        if name.len() > 200 {
            continue;
        }
        match value {
            Tree::Text(text) => named(&name, text, colors),
            Tree::Fields(_) => walk(value, &name, depth + 1, colors),
            _ => {}
        }
    }
}

/// Sorts one colour in by its name: what colours a button's text is no ground, what lies behind a button is the accent.
fn named(name: &str, value: &str, colors: &mut Colors) {
    let has = |words: &[&str]| words.iter().any(|word| name.contains(word));
    if has(&["shadow", "border", "muted", "overlay", "hover"]) {
        return;
    }
    let Some(color) = color(value) else { return };
    let (accent, text, ground) = (has(ACCENT), has(TEXT), has(GROUND));
    let slot = if accent && !text {
        &mut colors.accent
    } else if text && !accent {
        &mut colors.text
    } else if ground && !accent && !text {
        &mut colors.ground
    } else {
        return;
    };
    slot.get_or_insert(color);
}

/// The colours of a page: its styles, its theme colour, its first button.
pub(super) fn of_page(page: &Page) -> Colors {
    let mut colors = Colors::default();
    declarations(&page.body_style, &mut colors);
    for (selector, block) in rules(&page.styles) {
        let body = selector
            .split(',')
            .any(|one| matches!(one.trim(), "body" | "html" | ":root" | "html,body" | "#wrapper" | ".container"));
        let button = !body
            && selector
                .split(',')
                .any(|one| matches!(one.trim(), "a" | ".button" | ".btn" | "a.button" | ".button-default"));
        if body {
            declarations(block, &mut colors);
        } else if button && colors.accent.is_none() {
            colors.accent = property(block, "background-color").or_else(|| property(block, "background"));
        }
    }
    if colors.accent.is_none() {
        let styled = page.links().filter(|link| !link.style.is_empty()).take(20);
        let mut grounds = styled.filter_map(|link| {
            property(&link.style, "background-color").or_else(|| property(&link.style, "background"))
        });
        colors.accent = grounds.next();
    }
    let theme = page.meta(&["theme-color"]).and_then(color);
    if colors.ground.is_none() {
        colors.ground = theme;
    }
    if colors.accent.is_none() {
        colors.accent = theme.filter(|theme| Some(*theme) != colors.ground);
    }
    colors
}

/// The rules of a stylesheet: selector and declarations. Nested blocks are passed over.
fn rules(styles: &str) -> impl Iterator<Item = (&str, &str)> {
    styles.split('}').filter_map(|rule| rule.rsplit_once('{')).map(|(selector, block)| {
        let selector = selector.rsplit(['{', ';', '/']).next().unwrap_or_default().trim();
        (selector, block)
    })
}

fn property(block: &str, name: &str) -> Option<HexColor> {
    let parts = block.split(';').filter_map(|part| part.split_once(':'));
    parts.filter(|(property, _)| property.trim().eq_ignore_ascii_case(name)).find_map(|(_, value)| color(value))
}

fn declarations(block: &str, colors: &mut Colors) {
    for (property, value) in block.split(';').filter_map(|part| part.split_once(':')) {
        let property = property.trim().to_ascii_lowercase();
        match property.as_str() {
            "background" | "background-color" if colors.ground.is_none() => colors.ground = color(value),
            "color" if colors.text.is_none() => colors.text = color(value),
            "accent-color" if colors.accent.is_none() => colors.accent = color(value),
            _ if property.starts_with("--") && property.len() < 60 => {
                named(property.trim_start_matches('-'), value, colors);
            }
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Colors, Tree, color, of_page, of_theme};
    use crate::move_in::html::scan;

    fn shown(colors: Colors) -> String {
        colors.listed().iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn colours_are_read_as_stylesheets_write_them() {
        for (text, hex) in [
            ("#D6E6E6", Some("#d6e6e6")),
            ("#abc", Some("#aabbcc")),
            ("#aabbccff", Some("#aabbcc")),
            ("#aabbcc10", None),
            ("rgb(31, 100, 112)", Some("#1f6470")),
            ("rgb(31 100 112 / 90%)", Some("#1f6470")),
            ("rgba(0,0,0,.2)", None),
            ("hsl(120, 100%, 25%)", Some("#008000")),
            ("White", Some("#ffffff")),
            ("linear-gradient(180deg, #102030 0%, #fff 100%)", Some("#102030")),
            ("transparent", None),
            ("inherit", None),
            ("url(x.png)", None),
            ("#", None),
        ] {
            assert_eq!(color(text).map(|color| color.to_string()).as_deref(), hex, "{text}");
        }
    }

    #[test]
    fn a_theme_in_json_is_read_by_its_names() {
        let theme = r##"{"background": {"color": "#d6e6e6"}, "buttonStyle": {"backgroundStyle": {"color": "#1f6470"},
            "textStyle": {"color": "#fff"}, "shadowStyle": {"color": "#000"}}, "typeface": {"color": "#17303d"}}"##;
        let theme = Tree::parse(theme).unwrap_or(Tree::Null);
        assert_eq!(shown(of_theme(&theme)), "#d6e6e6 #1f6470 #17303d");
    }

    #[test]
    fn a_pages_colours_are_those_of_its_body_and_buttons() {
        let page = scan(
            "<style>/* x */ :root{--lb-accent:#a78bfa;--lb-text:#eee} body { background: #101020; color:#fafafa }</style>\
             <body><a class=button href=https://a.example style='background-color:#123456'>A</a>",
        );
        assert_eq!(shown(of_page(&page)), "#101020 #a78bfa #eeeeee");
        let page = scan(
            "<meta name=theme-color content='#fdfaf3'><body style='background-color:#222'><a href=x style='background:#00f'>A</a>",
        );
        assert_eq!(shown(of_page(&page)), "#222222 #0000ff");
    }

    #[test]
    fn the_nearest_palette_is_as_light_as_the_page_and_its_accent_is_legible() {
        let dark = Colors { ground: color("#0b0b10"), accent: color("#101020"), text: None };
        let found = dark.suggestion();
        assert!(found.is_some_and(|found| found.palette.entry().dark && found.moved));
        let light = Colors { ground: color("#ffffff"), accent: color("#9c3a34"), text: None };
        let found = light.suggestion();
        assert!(found.is_some_and(|found| !found.palette.entry().dark && !found.moved && found.accent == light.accent));
        assert_eq!(Colors::default().suggestion(), None);
    }
}
