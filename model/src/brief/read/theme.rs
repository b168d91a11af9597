//! Look, palette and the other choices of a theme, matched leniently.

use std::cell::RefCell;

use super::super::json::{Json, Node};
use super::super::types::{Backdrop, Brief};
use super::super::warning::Warnings;
use super::address::picture_address;
use super::field_names::*;
use super::page::Page;
use crate::closed_set::ClosedSet;
use crate::color::HexColor;
use crate::limits;
use crate::look::{Look, Palette};
use crate::nearest_name::nearest;
use crate::number::{Blur, Dim};
use crate::safe_url::ImageUrl;
use crate::theme::{Background, BackgroundStyle, Theme, ThemeSource};

/// Other words for the values of a theme's choices.
const OTHERS: &[(&str, &str)] = &[
    ("grid", "bento"),
    ("cards", "bento"),
    ("masonry", "bento"),
    ("column", "list"),
    ("linear", "list"),
    ("vertical", "list"),
    ("stack", "list"),
    ("free", "canvas"),
    ("freeform", "canvas"),
    ("color", "natural"),
    ("colour", "natural"),
    ("bw", "mono"),
    ("grayscale", "mono"),
    ("greyscale", "mono"),
    ("blackandwhite", "mono"),
    ("serif", "book"),
    ("georgia", "book"),
    ("sans", "grotesk"),
    ("sansserif", "grotesk"),
    ("inter", "grotesk"),
    ("helvetica", "grotesk"),
    ("arial", "grotesk"),
    ("handwriting", "hand"),
    ("handwritten", "hand"),
    ("cursive", "hand"),
    ("monospace", "mono"),
    ("default", "look"),
    ("centered", "center"),
    ("centre", "center"),
    ("sharp", "none"),
    ("rounded", "medium"),
    ("pill", "large"),
    ("round", "circle"),
    ("circular", "circle"),
    ("outlined", "outline"),
    ("glassmorphism", "glass"),
];

/// The choices of a theme that a page states.
struct Choices<'p, 'a, 'w> {
    page: &'p Page<'a>,
    warnings: RefCell<&'w mut Warnings>,
}

impl ThemeSource for Choices<'_, '_, '_> {
    fn choice<T: ClosedSet>(&self, name: &str) -> Option<T> {
        // A page has an avatar, and a theme its shape.
        let (path, node) = self.page.get(if name == "avatar" { "avatarShape" } else { name })?;
        let mut warnings = self.warnings.borrow_mut();
        let text = text_of(node, &path, 80, &mut warnings)?;
        let what = T::what().split_once(' ').map_or(name, |(_, what)| what);
        let default = match name {
            "layout" => "bento",
            "photos" => "natural",
            _ => "the look’s own",
        };
        named(node, &path, what, &text, T::all(), T::wire, OTHERS, default, &mut warnings)
    }

    fn switch(&self, name: &str) -> Option<bool> {
        let (path, node) = self.page.get(name)?;
        let flag = flag_of(node);
        if flag.is_none() {
            let words = format!("“{name}” is true or false; what stood there was left out{}", told(node));
            self.warnings.borrow_mut().add(&path, Some(node), words);
        }
        flag
    }
}

/// Reads the theme, and what a brief says of it into the brief.
pub(super) fn theme(page: &Page<'_>, brief: &mut Brief, warnings: &mut Warnings) -> Theme {
    let named_look = page.get("look").and_then(|(path, node)| look(&path, node, warnings));
    brief.look = named_look;
    brief.theme = palette(page, brief, warnings);
    let mut theme = Theme::of(brief.shown_look());
    theme.palette = brief.shown_palette();
    theme.fill(&Choices { page, warnings: RefCell::new(warnings) });
    brief.layout = page.has("layout").then_some(theme.layout);
    brief.photos = page.has("photos").then_some(theme.photos);
    brief.font = page.has("font").then_some(theme.font);
    theme.accent = page.get("accent").and_then(|(path, node)| color(node, &path, warnings));
    if let Some((path, node)) = page.get("backdrop") {
        theme.background = match &node.value {
            Json::Fields(fields) => background(fields, &path, warnings),
            _ => Background::default(),
        };
        brief.backdrop = match (&node.value, theme.background.style, &theme.background.image) {
            (Json::Fields(_), BackgroundStyle::Solid, _) => Backdrop::Solid,
            (Json::Fields(_), BackgroundStyle::Dots, _) => Backdrop::Dots,
            (Json::Fields(_), BackgroundStyle::Grid, _) => Backdrop::Grid,
            (Json::Fields(_), BackgroundStyle::Image, Some(image)) => Backdrop::Picture(image.clone()),
            (Json::Fields(_), ..) => Backdrop::Scene,
            _ => backdrop(node, &path, warnings),
        };
    }
    theme
}

/// The look that words name, and the sentence that says so unless they are its name.
fn look_called(text: &str) -> Option<(Look, Option<String>)> {
    if let Some(look) = Look::parse(text) {
        return Some((look, None));
    }
    let folded = fold(text);
    if let Some(look) = Look::retired(&folded) {
        return Some((look, Some(format!("The look “{}” has retired; its pages open as {look}.", shown(text)))));
    }
    let names: Vec<&str> = Look::ALL.iter().map(|look| look.as_str()).collect();
    let other = match folded.as_str() {
        "desk" | "cosy" => Some("cozy"),
        "watercolor" | "watercolour" => Some("painted"),
        "japanese" => Some("washi"),
        "dark" | "darkmode" | "cyberpunk" | "neon" => Some("night"),
        _ => nearest(text, &names),
    };
    let look = other.and_then(Look::parse)?;
    Some((look, Some(format!("“{}” was read as the look {look}.", shown(text)))))
}

fn look(path: &str, node: &Node, warnings: &mut Warnings) -> Option<Look> {
    let text = text_of(node, path, 80, warnings)?;
    match look_called(&text) {
        Some((look, words)) => {
            words.into_iter().for_each(|words| warnings.add(path, Some(node), words));
            Some(look)
        }
        None => {
            let names: Vec<&str> = Look::ALL.iter().map(|look| look.as_str()).collect();
            warnings.add(
                path,
                Some(node),
                format!("“{}” is not a look, so painted was used. Looks are {}.", shown(&text), joined(&names)),
            );
            None
        }
    }
}

fn palette(page: &Page<'_>, brief: &mut Brief, warnings: &mut Warnings) -> Option<Palette> {
    let (path, node) = page.get("theme")?;
    let text = text_of(node, &path, 80, warnings)?;
    let look = brief.shown_look();
    if let Some(palette) = look.palette(&text) {
        return Some(palette);
    }
    let names: Vec<&str> = look.palettes().map(Palette::name).collect();
    if let Some(palette) = nearest(&text, &names).and_then(|nearest| look.palette(nearest)) {
        warnings.add(&path, Some(node), format!("“{}” was read as the palette {}.", shown(&text), palette.name()));
        return Some(palette);
    }
    let other = Palette::find(&fold(&text));
    if !page.has("look") {
        // What names no palette of the default look may name a look, or a palette of another.
        if let Some(palette) = other {
            brief.look = Some(palette.look());
            let words = format!("“{}” is a palette of {}, so that look was used.", shown(&text), palette.look());
            warnings.add(&path, Some(node), words);
            return Some(palette);
        }
        if let Some((look, words)) = look_called(&text) {
            brief.look = Some(look);
            let words = words.unwrap_or_else(|| format!("“{}” is a look, so it was used as one.", shown(&text)));
            warnings.add(&path, Some(node), words);
            return None;
        }
    }
    let first = look.first_palette().name();
    let whose = match other {
        Some(other) => format!("“{}” is a palette of {}", shown(&text), other.look()),
        None => format!("“{}” is not a palette of {look}", shown(&text)),
    };
    warnings.add(
        &path,
        Some(node),
        format!("{whose}, so {first} was used. Palettes of {look} are {}.", joined(&names)),
    );
    None
}

fn backdrop(node: &Node, path: &str, warnings: &mut Warnings) -> Backdrop {
    let Some(text) = text_of(node, path, limits::URL_BYTES, warnings) else { return Backdrop::Scene };
    match text.to_ascii_lowercase().as_str() {
        "solid" | "plain" | "color" | "colour" => return Backdrop::Solid,
        "dots" | "dotted" => return Backdrop::Dots,
        "grid" | "lines" => return Backdrop::Grid,
        "scene" | "look" | "default" | "" => return Backdrop::Scene,
        _ => {}
    }
    if text.starts_with('/') && !text.starts_with("/media/") {
        warnings.add(
            path,
            Some(node),
            format!(
                "“{}” names a picture that is not here, so the look’s scene was used. Give its whole address.",
                shown(&text)
            ),
        );
        return Backdrop::Scene;
    }
    match ImageUrl::parse(&text) {
        Ok(image) => Backdrop::Picture(image),
        Err(_) => {
            warnings.add(path, Some(node), format!("“{}” is not a backdrop, so the look’s scene was used. It can be solid, dots, grid or the address of a picture.", shown(&text)));
            Backdrop::Scene
        }
    }
}

/// The background of a page file.
fn background(fields: &[(String, Node)], path: &str, warnings: &mut Warnings) -> Background {
    let mut background = Background::default();
    let mut styled = false;
    for (name, node) in fields.iter().filter(|(_, node)| node.value != Json::Null) {
        let here = path_to(path, name);
        let number = |least: f64, most: f64, warnings: &mut Warnings| {
            let number = number_of(node);
            if number.is_none_or(|number| !(least..=most).contains(&number)) {
                let words = format!("“{name}” is a number from {least} to {most}; the nearest was used{}", told(node));
                warnings.add(&here, Some(node), words);
            }
            number
        };
        match name.as_str() {
            "style" | "type" => {
                let Some(text) = text_of(node, &here, 80, warnings) else { continue };
                let all = BackgroundStyle::ALL;
                let style = named(
                    node,
                    &here,
                    "background style",
                    &text,
                    all,
                    BackgroundStyle::as_str,
                    &[("picture", "image"), ("color", "solid")],
                    "the look’s scene",
                    warnings,
                );
                styled = style.is_some();
                background.style = style.unwrap_or(background.style);
            }
            "image" | "url" | "src" => background.image = picture_address(node, &here, warnings),
            "dim" => {
                background.dim = number(limits::DIM.0, limits::DIM.1, warnings).map_or(background.dim, Dim::clamped)
            }
            "blur" => {
                background.blur =
                    number(limits::BLUR.0, limits::BLUR.1, warnings).map_or(background.blur, Blur::clamped)
            }
            "grain" if flag_of(node).is_some() => background.grain = flag_of(node).unwrap_or(background.grain),
            "color" => background.color = color(node, &here, warnings),
            _ => warn_unknown(Entry { name, node, instead: None }, path, warnings),
        }
    }
    if !styled && background.image.is_some() {
        background.style = BackgroundStyle::Image;
    }
    background
}

/// A colour: `#rrggbb`, three digits, `rgb(…)`, or one of the names that every list of colours has.
fn color(node: &Node, path: &str, warnings: &mut Warnings) -> Option<HexColor> {
    let text = text_of(node, path, 80, warnings)?;
    if let Ok(color) = HexColor::parse(&text) {
        return Some(color);
    }
    match color_called(&text) {
        Some(color) => {
            warnings.add(path, Some(node), format!("“{}” was read as the colour {color}.", shown(&text)));
            Some(color)
        }
        None => {
            let words =
                format!("“{}” is not a colour and was left out. Write six hex digits, like #9c3a34.", shown(&text));
            warnings.add(path, Some(node), words);
            None
        }
    }
}

fn color_called(text: &str) -> Option<HexColor> {
    const NAMES: [(&str, &str); 18] = [
        ("black", "000000"),
        ("white", "ffffff"),
        ("grey", "808080"),
        ("gray", "808080"),
        ("red", "cc0000"),
        ("green", "008000"),
        ("blue", "0000ff"),
        ("navy", "000080"),
        ("teal", "008080"),
        ("yellow", "ffff00"),
        ("gold", "ffd700"),
        ("orange", "ffa500"),
        ("coral", "ff7f50"),
        ("pink", "ffc0cb"),
        ("purple", "800080"),
        ("violet", "ee82ee"),
        ("brown", "a52a2a"),
        ("turquoise", "40e0d0"),
    ];
    let folded = fold(text);
    let digits = NAMES
        .iter()
        .find(|(name, _)| *name == folded)
        .map_or(text.trim().trim_start_matches('#'), |(_, digits)| digits);
    if digits.len() == 3 && digits.is_ascii() {
        return HexColor::parse(&digits.chars().fold("#".to_owned(), |text, digit| format!("{text}{digit}{digit}")))
            .ok();
    }
    if let Some(parts) = digits.strip_prefix("rgb(").and_then(|rest| rest.strip_suffix(')')) {
        let parts: Vec<u8> = parts.split(',').filter_map(|part| part.trim().parse().ok()).collect();
        return match parts.as_slice() {
            [r, g, b] => Some(HexColor::rgb(*r, *g, *b)),
            _ => None,
        };
    }
    HexColor::parse(&format!("#{digits}")).ok()
}
