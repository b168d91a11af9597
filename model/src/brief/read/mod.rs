//! From the brief as written to the brief understood: everything defaulted, repaired or dropped is a warning.

mod field_names;
mod item;
mod presentation;
mod warnings;

use field_names::*;
pub(in crate::brief) use item::{alone, is_blank, item, links};
pub(in crate::brief) use warnings::Notes;

use super::detect::whole_address;
use super::json::{Json, Node};
use super::{Backdrop, Brief};
use crate::look::{Look, Palette};
use crate::nearest::nearest;
use crate::theme::{Font, Layout, Photos};
use crate::{ImageUrl, Username, limits};

/// Reads a brief. A list alone is its links.
pub(in crate::brief) fn brief(node: &Node, notes: &mut Notes) -> Brief {
    let mut brief = Brief::default();
    match &node.value {
        Json::List(items) => links(items, "", &mut brief, notes),
        Json::Fields(fields) => whole(&Named::of(fields, FIELDS, "", notes), &mut brief, notes),
        _ => {}
    }
    brief
}

fn whole(fields: &Named<'_>, brief: &mut Brief, notes: &mut Notes) {
    marker(fields, notes);
    brief.name = words(fields, "name", limits::NAME, notes).map(|word| spaced(&word)).unwrap_or_default();
    brief.bio = words(fields, "bio", limits::BIO, notes).unwrap_or_default();
    brief.location = words(fields, "location", limits::LOCATION, notes).unwrap_or_default();
    brief.username = username(fields, notes);
    brief.avatar = fields.get("avatar").and_then(|node| picture_address(node, "/avatar", notes));
    brief.look = look(fields, notes);
    brief.theme = palette(fields, brief.look.unwrap_or(Look::Painted), notes);
    brief.layout = choice(
        fields,
        "layout",
        Layout::ALL,
        Layout::as_str,
        &[("grid", "bento"), ("cards", "bento"), ("column", "list"), ("free", "canvas"), ("linear", "list")],
        "bento",
        notes,
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
        notes,
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
        notes,
    );
    brief.backdrop = backdrop(fields, notes);
    if let Some(node) = fields.get("links") {
        match &node.value {
            Json::List(items) => links(items, "/links", brief, notes),
            Json::Text(text) => {
                let items: Vec<Node> = text
                    .split(['\n', ','])
                    .filter(|part| !part.trim().is_empty())
                    .map(|it| Node { value: Json::Text(it.to_owned()), place: node.place })
                    .collect();
                notes.add(
                    "/links",
                    Some(node),
                    "“links” is a list; the words were taken apart at their commas and lines.",
                );
                links(&items, "/links", brief, notes);
            }
            Json::Fields(_) => links(std::slice::from_ref(node), "/links", brief, notes),
            _ => notes.add(
                "/links",
                Some(node),
                "“links” is a list of addresses, notes and tiles; what stood there was left out.",
            ),
        }
    }
}

/// A name with one space wherever there was white space.
pub(super) fn spaced(name: &str) -> String {
    name.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The format marker: 1, if anything.
fn marker(fields: &Named<'_>, notes: &mut Notes) {
    let Some(node) = fields.get("mantel") else { return };
    match &node.value {
        Json::Number(it) if (*it - 1.0).abs() < f64::EPSILON => {}
        Json::Text(it) if it.trim() == "1" => {
            notes.add("/mantel", Some(node), "“mantel” is the number 1; the words were read as it.")
        }
        _ => notes.add("/mantel", Some(node), "“mantel” names the format, which is 1; the file was read as that."),
    }
}

fn username(fields: &Named<'_>, notes: &mut Notes) -> Option<Username> {
    let node = fields.get("username")?;
    let text = text_of(node, "/username", 200, notes)?;
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
            notes.add(
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
            notes.add(
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

fn look(fields: &Named<'_>, notes: &mut Notes) -> Option<Look> {
    let node = fields.get("look")?;
    let text = text_of(node, "/look", 80, notes)?;
    if let Some(look) = Look::parse(&text) {
        return Some(look);
    }
    if let Some(look) = Look::retired(&fold(&text)) {
        notes.add("/look", Some(node), format!("The look “{}” has retired; its pages open as {look}.", shown(&text)));
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
            notes.add("/look", Some(node), format!("“{}” was read as the look {look}.", shown(&text)));
            Some(look)
        }
        None => {
            notes.add(
                "/look",
                Some(node),
                format!("“{}” is not a look, so painted was used. Looks are {}.", shown(&text), and(&names)),
            );
            None
        }
    }
}

fn palette(fields: &Named<'_>, look: Look, notes: &mut Notes) -> Option<Palette> {
    let node = fields.get("theme")?;
    let text = text_of(node, "/theme", 80, notes)?;
    if let Some(palette) = look.palette(&text) {
        return Some(palette);
    }
    let names: Vec<&str> = look.palettes().map(Palette::name).collect();
    if let Some(palette) = nearest(&text, &names).and_then(|nearest| look.palette(nearest)) {
        notes.add("/theme", Some(node), format!("“{}” was read as the palette {}.", shown(&text), palette.name()));
        return Some(palette);
    }
    let first = look.first_palette().name();
    let whose = match Palette::find(&fold(&text)) {
        Some(other) => format!("“{}” is a palette of {}", shown(&text), other.look()),
        None => format!("“{}” is not a palette of {look}", shown(&text)),
    };
    notes.add("/theme", Some(node), format!("{whose}, so {first} was used. Palettes of {look} are {}.", and(&names)));
    None
}

fn backdrop(fields: &Named<'_>, notes: &mut Notes) -> Backdrop {
    let Some(node) = fields.get("backdrop") else { return Backdrop::Scene };
    let Some(text) = text_of(node, "/backdrop", limits::URL_BYTES, notes) else { return Backdrop::Scene };
    match text.to_ascii_lowercase().as_str() {
        "solid" | "plain" | "color" | "colour" => return Backdrop::Solid,
        "dots" | "dotted" => return Backdrop::Dots,
        "grid" | "lines" => return Backdrop::Grid,
        "scene" | "look" | "default" | "" => return Backdrop::Scene,
        _ => {}
    }
    if text.starts_with('/') && !text.starts_with("/media/") {
        notes.add(
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
            notes.add("/backdrop", Some(node), format!("“{}” is not a backdrop, so the look’s scene was used. It can be solid, dots, grid or the address of a picture.", shown(&text)));
            Backdrop::Scene
        }
    }
}

pub(super) fn picture_address(node: &Node, path: &str, notes: &mut Notes) -> Option<ImageUrl> {
    let text = text_of(node, path, limits::URL_BYTES, notes)?;
    if text.is_empty() {
        return None;
    }
    let whole = if text.starts_with("/media/") || text.contains("://") {
        Some(text.clone())
    } else {
        whole_address(&text).map(|address| address.to_string())
    };
    match whole.as_deref().map(ImageUrl::parse) {
        Some(Ok(image)) => Some(image),
        _ => {
            notes.add(
                path,
                Some(node),
                format!(
                    "“{}” is not the address of a picture and was left out. It starts with https://.",
                    shown(&text)
                ),
            );
            None
        }
    }
}
