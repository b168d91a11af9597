//! Title, description, crop, size and colour of an item, where its kind has them.

use super::super::types::Item;
use super::super::warning::Warnings;
use super::address::own_address;
use super::field_names::*;
use crate::limits;
use crate::number::{self, Percent, Zoom};
use crate::profile::Focus;
use crate::read::tile::own_names;
use crate::text::Text;
use crate::tile::kind::{Alt, Title};
use crate::tile::{Kind, KindName, Picture, Size, TileColor};

/// Sets title, description, picture, crop, size and colour of an item, where its kind has them.
pub(super) fn apply_presentation(item: &mut Item, fields: &Named<'_>, path: &str, warnings: &mut Warnings) {
    let named = |name: &'static str, limit: usize, warnings: &mut Warnings| {
        fields
            .get(name)
            .and_then(|field| text_of(field, &format!("{path}/{name}"), limit, warnings))
            .filter(|text| !text.is_empty())
    };
    let title: Option<Title> = named("caption", limits::TITLE, warnings)
        .or_else(|| named("title", limits::TITLE, warnings))
        .map(|named| Text::cut(&named).0);
    let description = named("description", limits::DESCRIPTION, warnings);
    let alt: Option<Alt> = named("alt", limits::ALT, warnings).map(|named| Text::cut(&named).0);
    let picture = Picture { alt, focus: focus(fields, path, warnings), zoom: zoom(fields, path, warnings) };
    warn_unsupported(&item.kind, title.is_some() || description.is_some(), fields, path, warnings);
    // A platform address with a title of its own is meant as a link, not as a handle.
    if let (Kind::Social(_), true) = (&item.kind, title.is_some() || description.is_some())
        && let Some(url) = own_address(fields)
    {
        item.kind = Kind::Link(crate::tile::Link {
            url,
            title: None,
            description: None,
            image: None,
            picture: Picture::default(),
        });
    }
    if let Some(own) = item.kind.title_mut() {
        *own = title;
    }
    if let Some(crop) = item.kind.crop_mut() {
        *crop = picture;
    }
    if let Kind::Link(it) = &mut item.kind {
        it.description = description.map(|description| Text::cut(&description).0);
    }
    item.size = size(fields, item, path, warnings);
    item.color = color(fields, path, warnings);
}

/// Warns about fields that a kind of tile does not have (decisions, Tile fields).
pub(super) fn warn_unsupported(kind: &Kind, titled: bool, fields: &Named<'_>, path: &str, warnings: &mut Warnings) {
    const ALL: [&str; 6] = ["title", "caption", "description", "alt", "focus", "zoom"];
    let of = if titled && matches!(kind, Kind::Social(_)) && own_address(fields).is_some() {
        KindName::Link
    } else {
        kind.name()
    };
    let held = |name: &str| own_names(of).contains(&if name == "caption" { "title" } else { name });
    let label = of.label().to_lowercase();
    let called = match of {
        KindName::Social => ["A ", "profile"],
        KindName::Music => ["", "Music"],
        _ if label.starts_with(['a', 'e', 'i', 'o', 'u']) => ["An ", &label],
        _ => ["A ", &label],
    };
    for name in ALL.iter().filter(|name| !held(name)) {
        if let Some(node) = fields.get(name) {
            let words = format!("{} has no “{name}”, so it was left out.", called.concat());
            warnings.add(&format!("{path}/{name}"), Some(node), words);
        }
    }
}

pub(super) fn size(fields: &Named<'_>, item: &Item, path: &str, warnings: &mut Warnings) -> Option<Size> {
    const OTHERS: [(&str, &str); 18] = [
        ("small", "s"),
        ("sm", "s"),
        ("1x1", "s"),
        ("square", "s"),
        ("wide", "w"),
        ("2x1", "w"),
        ("m", "w"),
        ("md", "w"),
        ("medium", "w"),
        ("tall", "t"),
        ("1x2", "t"),
        ("large", "l"),
        ("lg", "l"),
        ("2x2", "l"),
        ("big", "l"),
        ("xl", "l"),
        ("xlarge", "l"),
        ("full", "l"),
    ];
    let node = fields.get("size")?;
    let here = format!("{path}/size");
    let text = text_of(node, &here, 80, warnings)?;
    if let Some(size) = Size::parse(&text) {
        return Some(size);
    }
    let meant = OTHERS
        .iter()
        .find(|(other, _)| *other == fold(&text))
        .map(|(_, size)| *size)
        .or_else(|| Some(fold(&text)).and_then(|name| Size::parse(&name)).map(Size::as_str));
    match meant.and_then(Size::parse) {
        Some(size) => {
            warnings.add(
                &here,
                Some(node),
                format!("“{}” was read as {size}, {}.", shown(&text), size.label().to_lowercase()),
            );
            Some(size)
        }
        None => {
            let used = item.kind.default_size();
            warnings.add(
                &here,
                Some(node),
                format!(
                    "“{}” is not a size, so {used}, {}, was used. Sizes are s, w, t and l.",
                    shown(&text),
                    used.label().to_lowercase()
                ),
            );
            None
        }
    }
}

pub(super) fn color(fields: &Named<'_>, path: &str, warnings: &mut Warnings) -> Option<TileColor> {
    const OTHERS: [(&str, &str); 24] = [
        ("yellow", "butter"),
        ("gold", "butter"),
        ("cream", "butter"),
        ("green", "mint"),
        ("sage", "mint"),
        ("blue", "sky"),
        ("turquoise", "sky"),
        ("teal", "sky"),
        ("cyan", "sky"),
        ("aqua", "sky"),
        ("lightblue", "sky"),
        ("purple", "lilac"),
        ("violet", "lilac"),
        ("lavender", "lilac"),
        ("pink", "rose"),
        ("red", "rose"),
        ("coral", "peach"),
        ("orange", "peach"),
        ("apricot", "peach"),
        ("white", "surface"),
        ("paper", "surface"),
        ("primary", "accent"),
        ("default", "auto"),
        ("none", "auto"),
    ];
    let node = fields.get("color")?;
    let here = format!("{path}/color");
    let text = text_of(node, &here, 80, warnings)?;
    named(node, &here, "colour", &text, TileColor::ALL, TileColor::as_str, &OTHERS, "auto", warnings)
}

pub(super) fn focus(fields: &Named<'_>, path: &str, warnings: &mut Warnings) -> Option<Focus> {
    let node = fields.get("focus")?;
    let here = format!("{path}/focus");
    let part = |name: &str| node.field(name).and_then(number_of);
    let (Some(x), Some(y)) = (part("x"), part("y")) else {
        warnings.add(
            &here,
            Some(node),
            "“focus” is a point like {\"x\": 50, \"y\": 30}; what stood there was left out.",
        );
        return None;
    };
    let (kept_x, kept_y) = (Percent::clamped(x), Percent::clamped(y));
    let inside = |number: f64| (0.0..=100.0).contains(&number);
    if !inside(x) || !inside(y) {
        warnings.add(
            &here,
            Some(node),
            format!(
                "The focus lies outside 0 to 100, so {}, {} was used.",
                number::print(kept_x.get()),
                number::print(kept_y.get())
            ),
        );
    }
    Some(Focus { x: kept_x, y: kept_y })
}

pub(super) fn zoom(fields: &Named<'_>, path: &str, warnings: &mut Warnings) -> Option<Zoom> {
    let node = fields.get("zoom")?;
    let here = format!("{path}/zoom");
    let Some(number) = number_of(node) else {
        warnings.add(&here, Some(node), "“zoom” is a number from 1 to 3; what stood there was left out.");
        return None;
    };
    let kept = Zoom::clamped(number);
    if !(1.0..=3.0).contains(&number) {
        warnings.add(&here, Some(node), format!("“zoom” goes from 1 to 3, so {} was used.", number::print(kept.get())));
    }
    Some(kept)
}
