//! Labels of tiles in lists: name, description, kind and size as text.

use mantel_model::SafeUrl;
use mantel_model::brief::Item;
use mantel_model::layout::link_kind::LinkKind;
use mantel_model::tile::{Kind, Size};

/// The name of a tile, short enough for a row.
pub fn title(kind: &Kind) -> String {
    let own_title = kind.own_title().filter(|title| !title.trim().is_empty());
    let title = own_title.unwrap_or_else(|| match (kind, kind.shown_address()) {
        (Kind::Image(image), _) => file(image.src.as_str()),
        (_, Some(url)) => url.shown_host(),
        (_, None) => "Nothing written yet".to_owned(),
    });
    if let Kind::Social(social) = kind {
        return social.handle.to_string();
    }
    title.replace('\n', " ")
}

/// The tile's kind, address and size.
pub fn about(item: &Item) -> String {
    let size = size(item.shown_size());
    match &item.kind {
        Kind::Link(link) => match LinkKind::of(link, None) {
            LinkKind::Letter => format!("Letter, {}, {size}", address(link.url.as_str())),
            _ => format!("{}, {size}", address(link.url.as_str())),
        },
        Kind::Image(image) => format!("{}, {size}", file(image.src.as_str())),
        Kind::Text(note) if note.look.is_some() => "Stamp".to_owned(),
        Kind::Heading(_) => "Heading".to_owned(),
        Kind::Social(social) => social.platform.label().to_owned(),
        kind => {
            let what = kind.shown_address().map_or_else(|| kind.name().label().to_owned(), SafeUrl::shown_host);
            format!("{what}, {size}")
        }
    }
}

/// A kind in one word.
pub fn name(kind: &Kind) -> String {
    match kind {
        Kind::Link(link) if matches!(LinkKind::of(link, None), LinkKind::Letter) => "Letter".to_owned(),
        Kind::Social(social) => social.platform.label().to_owned(),
        Kind::Text(note) if note.look.is_some() => "Stamp".to_owned(),
        kind => kind.name().label().to_owned(),
    }
}

/// A size as text.
pub const fn size(size: Size) -> &'static str {
    match size {
        Size::S => "small",
        Size::W => "wide",
        Size::T => "tall",
        Size::L => "large",
    }
}

/// Host and path, without scheme and `www.`.
fn address(url: &str) -> String {
    let plain = url.split_once("://").map_or(url, |(_, rest)| rest).trim_start_matches("www.").trim_end_matches('/');
    shorten(plain, 44)
}

/// The name of a picture's file; that of an upload is a hash, which says nothing.
fn file(url: &str) -> String {
    if !url.contains("://") {
        return "Picture".to_owned();
    }
    let path = url.split(['?', '#']).next().unwrap_or_default().trim_end_matches('/');
    shorten(path.rsplit('/').next().unwrap_or(path), 36)
}

/// At most `max` characters.
pub fn shorten(text: &str, max: usize) -> String {
    match text.char_indices().nth(max) {
        Some((end, _)) => format!("{}…", text.get(..end).unwrap_or_default()),
        None => text.to_owned(),
    }
}

/// A clause as a sentence, with a capital and a full stop.
pub fn sentence(clause: &str) -> String {
    let mut letters = clause.chars();
    let first: String = letters.next().map(|letter| letter.to_uppercase().to_string()).unwrap_or_default();
    let rest = letters.as_str();
    let end = if clause.ends_with(['.', '?', '!']) { "" } else { "." };
    format!("{first}{rest}{end}")
}

/// "1 tile", "12 tiles".
pub fn tile_count(tiles: usize) -> String {
    if tiles == 1 { "1 tile".to_owned() } else { format!("{tiles} tiles") }
}

/// What a page holds besides the profile: "nothing but the profile", "1 tile", "12 tiles".
pub fn page_contents(tiles: usize) -> String {
    if tiles == 0 { "nothing but the profile".to_owned() } else { tile_count(tiles) }
}
