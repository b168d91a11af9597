//! Parses raw JSON into a brief: everything defaulted, repaired or dropped becomes a warning.

mod address;
mod field_names;
mod item;
mod presentation;

use address::picture_address;
use field_names::*;
pub use field_names::{escaped, fold, foreign_field};
pub use item::{alone, links};

use super::json::{Json, Node};
use super::types::{Backdrop, Brief};
use super::warning::Warnings;
use crate::limits;
use crate::look::{Look, Palette};
use crate::nearest::nearest;
use crate::safe_url::ImageUrl;
use crate::theme::{Font, Layout, Photos};
use crate::username::Username;

/// Reads a brief. A bare list is read as its links.
pub fn brief(node: &Node, warnings: &mut Warnings) -> Brief {
    let mut brief = Brief::default();
    match &node.value {
        Json::List(items) => links(items, "", &mut brief, warnings),
        Json::Fields(fields) => whole_brief(&Named::of(fields, FIELDS, "", warnings), &mut brief, warnings),
        _ => {}
    }
    brief
}

fn whole_brief(fields: &Named<'_>, brief: &mut Brief, warnings: &mut Warnings) {
    marker(fields, warnings);
    brief.name = text_field(fields, "name", limits::NAME, warnings).map(|word| spaced(&word)).unwrap_or_default();
    brief.bio = text_field(fields, "bio", limits::BIO, warnings).unwrap_or_default();
    brief.location = text_field(fields, "location", limits::LOCATION, warnings).unwrap_or_default();
    brief.username = username(fields, warnings);
    brief.avatar = fields.get("avatar").and_then(|node| picture_address(node, "/avatar", warnings));
    brief.look = look(fields, warnings);
    brief.theme = palette(fields, brief.look.unwrap_or(Look::Painted), warnings);
    brief.layout = choice(
        fields,
        "layout",
        Layout::ALL,
        Layout::as_str,
        &[("grid", "bento"), ("cards", "bento"), ("column", "list"), ("free", "canvas"), ("linear", "list")],
        "bento",
        warnings,
    );
    brief.photos = choice(
        fields,
        "photos",
        Photos::ALL,
        Photos::as_str,
        &[
            ("color", "natural"),
            ("colour", "natural"),
            ("bw", "mono"),
            ("grayscale", "mono"),
            ("greyscale", "mono"),
            ("blackandwhite", "mono"),
        ],
        "natural",
        warnings,
    );
    brief.font = choice(
        fields,
        "font",
        Font::ALL,
        Font::as_str,
        &[
            ("serif", "book"),
            ("sans", "grotesk"),
            ("sansserif", "grotesk"),
            ("handwriting", "hand"),
            ("monospace", "mono"),
            ("default", "look"),
        ],
        "the look’s own",
        warnings,
    );
    brief.backdrop = backdrop(fields, warnings);
    if let Some(node) = fields.get("links") {
        match &node.value {
            Json::List(items) => links(items, "/links", brief, warnings),
            Json::Text(text) => {
                let items: Vec<Node> = text
                    .split(['\n', ','])
                    .filter(|part| !part.trim().is_empty())
                    .map(|part| Node { value: Json::Text(part.to_owned()), place: node.place })
                    .collect();
                warnings.add(
                    "/links",
                    Some(node),
                    "“links” is a list; the words were taken apart at their commas and lines.",
                );
                links(&items, "/links", brief, warnings);
            }
            Json::Fields(_) => links(std::slice::from_ref(node), "/links", brief, warnings),
            _ => warnings.add(
                "/links",
                Some(node),
                "“links” is a list of addresses, notes and tiles; what stood there was left out.",
            ),
        }
    }
}

/// A name with each run of whitespace collapsed to one space.
pub(super) fn spaced(name: &str) -> String {
    name.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Checks the format marker: 1, if present.
fn marker(fields: &Named<'_>, warnings: &mut Warnings) {
    let Some(node) = fields.get("mantel") else { return };
    match &node.value {
        Json::Number(it) if (*it - 1.0).abs() < f64::EPSILON => {}
        Json::Text(it) if it.trim() == "1" => {
            warnings.add("/mantel", Some(node), "“mantel” is the number 1; the words were read as it.")
        }
        _ => warnings.add("/mantel", Some(node), "“mantel” names the format, which is 1; the file was read as that."),
    }
}

fn username(fields: &Named<'_>, warnings: &mut Warnings) -> Option<Username> {
    let node = fields.get("username")?;
    let text = text_of(node, "/username", 200, warnings)?;
    if let Ok(name) = Username::parse(&text) {
        return Some(name);
    }
    let mut kept = String::new();
    for it in text.trim_start_matches('@').chars() {
        match it {
            _ if it.is_ascii_alphanumeric() || it == '_' => kept.push(it.to_ascii_lowercase()),
            ' ' | '-' | '.' if !kept.ends_with('-') && !kept.is_empty() => kept.push('-'),
            _ => {}
        }
    }
    let kept: String = kept.trim_matches('-').chars().take(limits::USERNAME_MAX).collect();
    match Username::parse(&kept) {
        Ok(name) => {
            warnings.add(
                "/username",
                Some(node),
                format!(
                    "“{}” is not a username, so {name} was used. A username has 3 to 30 letters, numbers, - or _.",
                    shown(&text)
                ),
            );
            Some(name)
        }
        Err(_) => {
            warnings.add(
                "/username",
                Some(node),
                format!(
                    "“{}” is not a username and was left out. A username has 3 to 30 letters, numbers, - or _.",
                    shown(&text)
                ),
            );
            None
        }
    }
}

fn look(fields: &Named<'_>, warnings: &mut Warnings) -> Option<Look> {
    let node = fields.get("look")?;
    let text = text_of(node, "/look", 80, warnings)?;
    if let Some(look) = Look::parse(&text) {
        return Some(look);
    }
    if let Some(look) = Look::retired(&fold(&text)) {
        warnings.add(
            "/look",
            Some(node),
            format!("The look “{}” has retired; its pages open as {look}.", shown(&text)),
        );
        return Some(look);
    }
    let names: Vec<&str> = Look::ALL.iter().map(|look| look.as_str()).collect();
    let other = match fold(&text).as_str() {
        "desk" => Some("cozy"),
        "cosy" => Some("cozy"),
        "watercolor" | "watercolour" => Some("painted"),
        "japanese" => Some("washi"),
        "dark" | "cyberpunk" => Some("night"),
        _ => nearest(&text, &names),
    };
    match other.and_then(Look::parse) {
        Some(look) => {
            warnings.add("/look", Some(node), format!("“{}” was read as the look {look}.", shown(&text)));
            Some(look)
        }
        None => {
            warnings.add(
                "/look",
                Some(node),
                format!("“{}” is not a look, so painted was used. Looks are {}.", shown(&text), joined(&names)),
            );
            None
        }
    }
}

fn palette(fields: &Named<'_>, look: Look, warnings: &mut Warnings) -> Option<Palette> {
    let node = fields.get("theme")?;
    let text = text_of(node, "/theme", 80, warnings)?;
    if let Some(palette) = look.palette(&text) {
        return Some(palette);
    }
    let names: Vec<&str> = look.palettes().map(Palette::name).collect();
    if let Some(palette) = nearest(&text, &names).and_then(|nearest| look.palette(nearest)) {
        warnings.add("/theme", Some(node), format!("“{}” was read as the palette {}.", shown(&text), palette.name()));
        return Some(palette);
    }
    let first = look.first_palette().name();
    let whose = match Palette::find(&fold(&text)) {
        Some(other) => format!("“{}” is a palette of {}", shown(&text), other.look()),
        None => format!("“{}” is not a palette of {look}", shown(&text)),
    };
    warnings.add(
        "/theme",
        Some(node),
        format!("{whose}, so {first} was used. Palettes of {look} are {}.", joined(&names)),
    );
    None
}

fn backdrop(fields: &Named<'_>, warnings: &mut Warnings) -> Backdrop {
    let Some(node) = fields.get("backdrop") else { return Backdrop::Scene };
    let Some(text) = text_of(node, "/backdrop", limits::URL_BYTES, warnings) else { return Backdrop::Scene };
    match text.to_ascii_lowercase().as_str() {
        "solid" | "plain" | "color" | "colour" => return Backdrop::Solid,
        "dots" | "dotted" => return Backdrop::Dots,
        "grid" | "lines" => return Backdrop::Grid,
        "scene" | "look" | "default" | "" => return Backdrop::Scene,
        _ => {}
    }
    if text.starts_with('/') && !text.starts_with("/media/") {
        warnings.add(
            "/backdrop",
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
            warnings.add("/backdrop", Some(node), format!("“{}” is not a backdrop, so the look’s scene was used. It can be solid, dots, grid or the address of a picture.", shown(&text)));
            Backdrop::Scene
        }
    }
}
