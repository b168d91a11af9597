//! Bento (bento.me): the data in a saved page. Tiles stand on a grid of 8 columns, two to a cell of ours; their order
//! is that of their rows.

use super::address::Base;
use super::collector::{Collector, FoundLink};
use super::colors;
use super::error::ReadError;
use super::found::{MovedIn, size_of};
use super::restriction::restriction;
use super::source::Source;
use super::tree::Tree;
use crate::tile::Size;

/// Whether the data of a page is Bento's.
pub(super) fn is_bento(props: &Tree) -> bool {
    props.at("profile.bento.items").is_some()
}

/// Reads `pageProps`.
pub(super) fn read(props: &Tree, base: Option<Base>) -> Result<MovedIn, ReadError> {
    let mut out = Collector::new(Source::Bento, base);
    if let Some(profile) = props.get("profile") {
        out.name(&profile.first(&["name", "displayName"]).map(words).unwrap_or_default());
        out.bio(&profile.first(&["description", "bio"]).map(words).unwrap_or_default());
        out.location(profile.text(&["location"]).unwrap_or_default());
        let avatar = profile.first(&["image", "avatar", "imageUrl", "avatarUrl", "profileImage"]);
        out.avatar(avatar.and_then(address).unwrap_or_default());
        out.username(profile.text(&["handle", "username"]).unwrap_or_default());
        let themes = [profile.get("theme"), profile.at("bento.theme"), profile.at("bento.style"), profile.get("style")];
        out.colors =
            themes.into_iter().flatten().map(colors::of_theme).fold(colors::Colors::default(), colors::Colors::or);
    }
    for item in in_order(props.at("profile.bento.items").map(Tree::items).unwrap_or_default()) {
        tile(item, &mut out);
    }
    out.finish()
}

/// By row, then by column; what has no place comes last, in its own order.
fn in_order(items: &[Tree]) -> Vec<&Tree> {
    let part = |item: &Tree, name: &str| {
        item.first(&[&format!("position.desktop.{name}"), &format!("position.mobile.{name}")]).and_then(Tree::as_number)
    };
    let place = |item: &Tree| (part(item, "y").unwrap_or(f64::MAX), part(item, "x").unwrap_or(f64::MAX));
    let mut items: Vec<&Tree> = items.iter().collect();
    items.sort_by(|a, b| {
        let (a, b) = (place(a), place(b));
        a.0.total_cmp(&b.0).then(a.1.total_cmp(&b.1))
    });
    items
}

fn tile(item: &Tree, out: &mut Collector) {
    let data = item.get("data").unwrap_or(item);
    let kind = data.text(&["type"]).unwrap_or_default();
    let title =
        data.first(&["overrides.title", "title", "overrides.mapCaption", "caption"]).map(words).unwrap_or_default();
    let size = data.text(&["style.desktop", "style.mobile"]).and_then(size);
    let href = data.text(&["href", "url", "link"]).unwrap_or_default();
    let picture = data
        .first(&["overrides.image", "overrides.imageUrl", "image", "imageUrl", "thumbnail", "media"])
        .and_then(address)
        .unwrap_or_default();
    match kind {
        "section-header" | "section" | "heading" => out.heading(&title),
        "rich-text" | "text" | "note" => {
            let text = data.first(&["content", "text", "title", "overrides.title"]).map(words).unwrap_or_default();
            out.note(&text, None);
        }
        "media" | "image" | "photo" | "video" => {
            let (src, leads) = match data.text(&["url", "src"]) {
                Some(src) => (src, data.text(&["href", "link"]).unwrap_or_default()),
                None => (picture, href),
            };
            let title = data.first(&["caption", "overrides.title", "title"]).map(words).unwrap_or_default();
            let moving = [".mp4", ".webm", ".mov"].iter().any(|end| src.to_ascii_lowercase().contains(end));
            let taken = !moving && out.picture(src, &title, leads, size);
            let found = FoundLink {
                title: &title,
                url: leads,
                loose: true,
                size,
                restriction: restriction(data),
                ..FoundLink::default()
            };
            if !taken && !out.link(&found) {
                let reason =
                    if moving { "a film inside Bento has no address here" } else { "its picture has no address" };
                out.leave(if title.is_empty() { "A picture" } else { &title }, reason);
            }
        }
        _ => {
            let taken = out.link(&FoundLink {
                title: &title,
                url: href,
                image: picture,
                size,
                loose: true,
                restriction: restriction(data),
                ..FoundLink::default()
            });
            if !taken {
                out.leave(
                    if title.is_empty() { "A tile without a title" } else { &title },
                    "it has no address of its own",
                );
            }
        }
    }
}

/// `2x4` is two rows by four columns of half cells.
fn size(style: &str) -> Option<Size> {
    let (rows, columns) = style.split_once('x')?;
    let (rows, columns) = (rows.trim().parse::<u32>().ok()?, columns.trim().parse::<u32>().ok()?);
    Some(size_of(columns.div_ceil(2), rows.div_ceil(2)))
}

/// The address of a picture: a text, or an object with one.
fn address(value: &Tree) -> Option<&str> {
    value.as_text().or_else(|| value.text(&["url", "src", "href"]))
}

/// The words of a text: as it is, or as the editor's document (`{type: "doc", content: […]}`).
fn words(value: &Tree) -> String {
    if let Some(text) = value.as_text() {
        return text.to_owned();
    }
    let mut out = String::new();
    collect(value, 0, &mut out);
    out.trim().to_owned()
}

fn collect(node: &Tree, depth: usize, out: &mut String) {
    if depth > 12 || out.len() > 8000 {
        return;
    }
    if let Some(text) = node.get("text").and_then(Tree::as_text) {
        out.push_str(text);
    }
    if node.text(&["type"]) == Some("hardBreak") {
        out.push('\n');
    }
    let inner = node.get("content").map(Tree::items).unwrap_or_default();
    for child in inner {
        collect(child, depth + 1, out);
    }
    let block = matches!(node.text(&["type"]), Some("paragraph" | "heading" | "listItem" | "blockquote"));
    if block && !out.is_empty() && !out.ends_with('\n') {
        out.push('\n');
    }
}
