//! Title, description, crop, size and colour of an item, where its kind has them.

use super::super::json::{Json, Node};
use super::super::types::Item;
use super::super::warning::Warnings;
use super::address::{own_address, picture_address, titled_address};
use super::field_names::*;
use crate::language::Language;
use crate::limits;
use crate::number::{self, Percent, PosR, PosSide, PosX, PosY, PosZ, Zoom};
use crate::profile::Focus;
use crate::read::tile::own_names;
use crate::text::{Text, trim};
use crate::tile::kind::{Alt, Title};
use crate::tile::{Kind, KindName, Link, Picture, Pos, Size, TileColor};

/// Sets title, description, picture, crop, size and colour of an item, where its kind has them. `name` is its title when
/// it has none of its own.
pub(super) fn apply_presentation(
    item: &mut Item,
    fields: &Named<'_>,
    name: Option<&str>,
    path: &str,
    warnings: &mut Warnings,
) {
    let named = |name: &'static str, limit: usize, warnings: &mut Warnings| {
        let entry = fields.entry(name)?;
        text_of(entry.node, &entry.path(path), limit, warnings).filter(|text| !text.is_empty())
    };
    let beside = fields.get("url").and_then(|node| match &node.value {
        Json::Text(text) => titled_address(trim(text)).map(|(title, _)| title),
        _ => None,
    });
    let title: Option<Title> = named("caption", limits::TITLE, warnings)
        .or_else(|| named("title", limits::TITLE, warnings))
        .or_else(|| beside.or(name).map(str::to_owned))
        .map(|named| Text::cut(&named).0);
    let description = named("description", limits::DESCRIPTION, warnings);
    let alt: Option<Alt> = named("alt", limits::ALT, warnings).map(|named| Text::cut(&named).0);
    let (focus, zoom) = (
        fields.entry("focus").and_then(|entry| focus(entry.node, &entry.path(path), warnings)),
        fields.entry("zoom").and_then(|entry| zoom(entry.node, &entry.path(path), warnings)),
    );
    let picture = Picture { alt, focus, zoom };
    let preview = fields.entry("preview").and_then(|entry| picture_address(entry.node, &entry.path(path), warnings));
    warn_unsupported(&item.kind, title.is_some() || description.is_some(), fields, path, warnings);
    // A platform address with a title of its own is meant as a link, not as a handle.
    if let (Kind::Social(_), true) = (&item.kind, title.is_some() || description.is_some())
        && let Some(url) = own_address(fields, &item.kind)
    {
        item.kind = Kind::Link(Link::to(url));
    }
    if let Some(own) = item.kind.title_mut() {
        *own = title;
    }
    if let Some(crop) = item.kind.crop_mut() {
        *crop = picture;
    }
    if let Kind::Link(link) = &mut item.kind {
        link.description = description.map(|description| Text::cut(&description).0);
        link.me = fields.get("me").and_then(flag_of).unwrap_or_default();
    }
    if let Some(own) = item.kind.preview_mut() {
        *own = preview;
    }
    item.size = size(fields, item, path, warnings);
    item.color = color(fields, path, warnings);
    item.lang = fields.entry("lang").and_then(|entry| language(entry.node, &entry.path(path), warnings));
}

/// Languages by the names that models write for their tags.
const LANGUAGES: [(&str, &str); 22] = [
    ("english", "en"),
    ("spanish", "es"),
    ("espanol", "es"),
    ("portuguese", "pt"),
    ("portugues", "pt"),
    ("french", "fr"),
    ("francais", "fr"),
    ("german", "de"),
    ("deutsch", "de"),
    ("italian", "it"),
    ("italiano", "it"),
    ("dutch", "nl"),
    ("nederlands", "nl"),
    ("polish", "pl"),
    ("turkish", "tr"),
    ("russian", "ru"),
    ("arabic", "ar"),
    ("hebrew", "he"),
    ("hindi", "hi"),
    ("japanese", "ja"),
    ("korean", "ko"),
    ("chinese", "zh"),
];

/// A language, by its tag or its name.
pub(super) fn language(node: &Node, path: &str, warnings: &mut Warnings) -> Option<Language> {
    let text = text_of(node, path, crate::language::LONGEST, warnings).filter(|text| !text.is_empty())?;
    let folded = fold(&text);
    let named = LANGUAGES.iter().find(|(name, _)| *name == folded).map(|(_, tag)| *tag);
    match Language::parse(named.unwrap_or(&text)) {
        Ok(language) => {
            if let Some(tag) = named {
                warnings.add(path, Some(node), format!("“{}” was read as {tag}.", shown(&text)));
            }
            Some(language)
        }
        Err(_) => {
            let words = format!("“{}” is not a language tag, like en, pt-BR or ar; it was left out.", shown(&text));
            warnings.add(path, Some(node), words);
            None
        }
    }
}

/// Warns about fields that a kind of tile does not have (decisions, Tile fields).
pub(super) fn warn_unsupported(kind: &Kind, titled: bool, fields: &Named<'_>, path: &str, warnings: &mut Warnings) {
    let of = if titled && matches!(kind, Kind::Social(_)) && own_address(fields, kind).is_some() {
        KindName::Link
    } else {
        kind.name()
    };
    let held = |name: &str| {
        let name = match name {
            "caption" => "title",
            "preview" if of != KindName::Image => "image",
            name => name,
        };
        own_names(of).contains(&name) && name != "look"
    };
    let label = of.label().to_lowercase();
    let called = match of {
        KindName::Social => ["A ", "profile"],
        KindName::Music => ["", "Music"],
        _ if label.starts_with(['a', 'e', 'i', 'o', 'u']) => ["An ", &label],
        _ => ["A ", &label],
    };
    for name in PRESENTATION.iter().filter(|name| !held(name)) {
        if let Some(entry) = fields.entry(name) {
            let words = format!("{} has no “{name}”, so it was left out{}", called.concat(), told(entry.node));
            warnings.add(&entry.path(path), Some(entry.node), words);
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
    let entry = fields.entry("size")?;
    let (node, here) = (entry.node, entry.path(path));
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
    let entry = fields.entry("color")?;
    let (node, here) = (entry.node, entry.path(path));
    let text = text_of(node, &here, 80, warnings)?;
    named(node, &here, "colour", &text, TileColor::ALL, TileColor::as_str, &OTHERS, "auto", warnings)
}

/// A point of a picture: `{x, y}`, `[x, y]`, `"50% 30%"`, `"top left"`.
pub(super) fn focus(node: &Node, path: &str, warnings: &mut Warnings) -> Option<Focus> {
    let part = |name: &str| node.field(name).and_then(number_of);
    let written = part("x").zip(part("y"));
    let point = written.or_else(|| match &node.value {
        Json::List(items) => match items.as_slice() {
            [x, y] => number_of(x).zip(number_of(y)),
            _ => None,
        },
        Json::Text(text) => point_in(text),
        _ => None,
    });
    let Some((x, y)) = point else {
        let words =
            format!("A focus is a point like {{\"x\": 50, \"y\": 30}}; what stood there was left out{}", told(node));
        warnings.add(path, Some(node), words);
        return None;
    };
    let (kept_x, kept_y) = (Percent::clamped(x), Percent::clamped(y));
    let inside = |number: f64| (0.0..=100.0).contains(&number);
    let (print_x, print_y) = (number::print(kept_x.get()), number::print(kept_y.get()));
    if !inside(x) || !inside(y) {
        warnings.add(path, Some(node), format!("The focus lies outside 0 to 100, so {print_x}, {print_y} was used."));
    } else if written.is_none() {
        warnings.add(path, Some(node), format!("{} was read as the point {print_x}, {print_y}.", gist(node)));
    }
    Some(Focus { x: kept_x, y: kept_y })
}

/// `50% 30%`, `50, 30`, `center`, `top left`.
fn point_in(text: &str) -> Option<(f64, f64)> {
    if text.len() > 40 {
        return None;
    }
    let (mut x, mut y, mut numbers) = (None, None, Vec::new());
    for word in text.split([' ', ',', '-', '/']).filter(|word| !word.is_empty()) {
        match fold(word).as_str() {
            "left" => x = Some(0.0),
            "right" => x = Some(100.0),
            "top" => y = Some(0.0),
            "bottom" => y = Some(100.0),
            "center" | "centre" | "middle" => numbers.push(50.0),
            _ => numbers.push(number::read(word.trim_end_matches('%'))?),
        }
    }
    match (x, y, numbers.as_slice()) {
        (None, None, [x, y]) => Some((*x, *y)),
        (None, None, [both]) => Some((*both, *both)),
        (x, y, [] | [_]) if x.is_some() || y.is_some() => Some((x.unwrap_or(50.0), y.unwrap_or(50.0))),
        _ => None,
    }
}

pub(super) fn zoom(node: &Node, path: &str, warnings: &mut Warnings) -> Option<Zoom> {
    let percent = matches!(&node.value, Json::Text(text) if text.trim().ends_with('%'));
    let Some(number) = number_of(node).map(|number| if percent { number / 100.0 } else { number }) else {
        let words = format!("A zoom is a number from 1 to 3; what stood there was left out{}", told(node));
        warnings.add(path, Some(node), words);
        return None;
    };
    let kept = Zoom::clamped(number);
    if !(1.0..=3.0).contains(&number) {
        warnings.add(path, Some(node), format!("“zoom” goes from 1 to 3, so {} was used.", number::print(kept.get())));
    }
    Some(kept)
}

/// The place of a tile on the canvas: numbers out of their range are moved into it.
pub(super) fn place(node: &Node, path: &str, warnings: &mut Warnings) -> Option<Pos> {
    let mut part = |name: &str, (least, most): (f64, f64), default: Option<f64>| {
        let Some(field) = node.field(name).filter(|field| field.value != Json::Null) else { return default };
        let Some(number) = number_of(field) else {
            let words = format!("“{name}” is a number; what stood there was left out{}", told(field));
            warnings.add(&path_to(path, name), Some(field), words);
            return default;
        };
        let kept = number.clamp(least, most);
        if kept != number {
            let (least, most, used) = (number::print(least), number::print(most), number::print(kept));
            let words = format!("“{name}” goes from {least} to {most}, so {used} was used.");
            warnings.add(&path_to(path, name), Some(field), words);
        }
        Some(kept)
    };
    let (x, y) = (part("x", limits::POS_X, None), part("y", limits::POS_Y, None));
    let (w, h) = (part("w", limits::POS_SIDE, None), part("h", limits::POS_SIDE, None));
    let (r, z) = (part("r", limits::POS_R, Some(0.0))?, part("z", limits::POS_Z, Some(0.0))?);
    let (Some(x), Some(y), Some(w), Some(h)) = (x, y, w, h) else {
        warnings.add(path, Some(node), "A place has x, y, w and h; without them the tile is placed automatically.");
        return None;
    };
    if let Json::Fields(fields) = &node.value {
        for (name, field) in fields.iter().filter(|(name, _)| !["x", "y", "w", "h", "r", "z"].contains(&name.as_str()))
        {
            warn_unknown(Entry { name, node: field, instead: None }, path, warnings);
        }
    }
    Some(Pos {
        x: PosX::clamped(x),
        y: PosY::clamped(y),
        w: PosSide::clamped(w),
        h: PosSide::clamped(h),
        r: PosR::clamped(r),
        z: PosZ::clamped(z),
    })
}
