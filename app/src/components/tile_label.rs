//! What a row says: a tile's name, and what it is, in words.

use mantel_model::brief::Item;
use mantel_model::layout::link_kind::LinkKind;
use mantel_model::tile::{Kind, Size};

/// A tile's name, short enough for a row.
pub fn title(kind: &Kind) -> String {
    let own = kind.own_title().filter(|title| !title.trim().is_empty());
    let words = own.unwrap_or_else(|| match kind {
        Kind::Link(it) => it.url.shown_host(),
        Kind::Image(it) => file(it.src.as_str()),
        Kind::Video(it) => it.url.shown_host(),
        Kind::Music(it) => it.url.shown_host(),
        _ => "Nothing written yet".to_owned(),
    });
    if let Kind::Social(it) = kind {
        return it.handle.to_string();
    }
    words.replace('\n', " ")
}

/// What it is, where it leads and how large.
pub fn about(item: &Item) -> String {
    let size = size(item.shown_size());
    match &item.kind {
        Kind::Link(it) => match LinkKind::of(it, None) {
            LinkKind::Letter => format!("Letter, {}, {size}", address(it.url.as_str())),
            _ => format!("{}, {size}", address(it.url.as_str())),
        },
        Kind::Image(it) => format!("{}, {size}", file(it.src.as_str())),
        Kind::Video(it) => format!("{}, {size}", it.url.shown_host()),
        Kind::Music(it) => format!("{}, {size}", it.url.shown_host()),
        Kind::Text(it) if it.look.is_some() => "Stamp".to_owned(),
        Kind::Text(_) => format!("Note, {size}"),
        Kind::Heading(_) => "Heading".to_owned(),
        Kind::Github(_) => format!("Repository, {size}"),
        Kind::Social(it) => it.platform.label().to_owned(),
    }
}

/// A kind in one word, for what a pasted line becomes.
pub fn name(kind: &Kind) -> String {
    match kind {
        Kind::Link(it) if matches!(LinkKind::of(it, None), LinkKind::Letter) => "Letter".to_owned(),
        Kind::Social(it) => it.platform.label().to_owned(),
        Kind::Text(it) if it.look.is_some() => "Stamp".to_owned(),
        kind => kind.name().label().to_owned(),
    }
}

/// A size in words.
pub const fn size(size: Size) -> &'static str {
    match size {
        Size::S => "small",
        Size::W => "wide",
        Size::T => "tall",
        Size::L => "large",
    }
}

/// Host and path, without what people do not read.
fn address(url: &str) -> String {
    let plain = url.split_once("://").map_or(url, |it| it.1).trim_start_matches("www.").trim_end_matches('/');
    shorten(plain, 44)
}

fn file(url: &str) -> String {
    let path = url.split(['?', '#']).next().unwrap_or_default().trim_end_matches('/');
    shorten(path.rsplit('/').next().unwrap_or(path), 36)
}

/// At most `most` letters.
pub fn shorten(text: &str, most: usize) -> String {
    match text.char_indices().nth(most) {
        Some((at, _)) => format!("{}…", text.get(..at).unwrap_or_default()),
        None => text.to_owned(),
    }
}

/// A clause as a sentence.
pub fn sentence(clause: &str) -> String {
    let mut letters = clause.chars();
    let first: String = letters.next().map(|letter| letter.to_uppercase().to_string()).unwrap_or_default();
    let rest = letters.as_str();
    let end = if clause.ends_with(['.', '?', '!']) { "" } else { "." };
    format!("{first}{rest}{end}")
}
