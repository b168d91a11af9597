//! LinkStack: the file that it exports, the whole of it or the links alone.

use super::collector::{Collector, FoundLink, enclosed_as};
use super::error::ReadError;
use super::found::MovedIn;
use super::html;
use super::restriction::restriction;
use super::source::Source;
use super::tree::Tree;

/// Whether a file is an export of LinkStack, or of LittleLink Custom, from which it came.
pub(super) fn is_export(tree: &Tree) -> bool {
    let links = tree.get("links").map(Tree::items).unwrap_or_default();
    tree.get("littlelink_name").is_some()
        || tree.get("littlelink_description").is_some()
        || links.iter().any(|link| link.get("button_id").is_some() && link.get("type_params").is_some())
        || links.iter().any(|link| link.get("button_id").is_some() && link.get("click_number").is_some())
}

/// Reads an export.
pub(super) fn read(tree: &Tree) -> Result<MovedIn, ReadError> {
    let mut out = Collector::new(Source::LinkStack, None);
    out.name(tree.text(&["name", "littlelink_name"]).unwrap_or_default());
    out.bio(&plain(tree.text(&["littlelink_description"]).unwrap_or_default()));
    out.username(tree.text(&["littlelink_name"]).unwrap_or_default());
    out.avatar(tree.text(&["image"]).filter(|address| address.contains("://")).unwrap_or_default());
    if let Some(picture) = tree.text(&["image_data"]) {
        let kind = match tree.text(&["image_extension"]).unwrap_or("png").to_ascii_lowercase().as_str() {
            "jpg" | "jpeg" => "image/jpeg",
            "webp" => "image/webp",
            "gif" => "image/gif",
            "avif" => "image/avif",
            _ => "image/png",
        };
        out.avatar_file = enclosed_as(kind, picture);
    }
    let mut links: Vec<&Tree> = tree.get("links").map(Tree::items).unwrap_or_default().iter().collect();
    let place = |link: &Tree| {
        let pinned = link.get("up_link").is_some_and(Tree::is_true);
        (!pinned, link.get("order").and_then(Tree::as_number).unwrap_or(f64::MAX))
    };
    links.sort_by(|a, b| {
        let (a, b) = (place(a), place(b));
        a.0.cmp(&b.0).then(a.1.total_cmp(&b.1))
    });
    links.iter().for_each(|link| one(link, &mut out));
    out.finish()
}

/// What a block is: its type, or in older exports the number of its button.
fn kind(link: &Tree) -> &str {
    let button = link.get("button_id").and_then(Tree::as_number).unwrap_or_default();
    #[expect(clippy::cast_possible_truncation, reason = "a small number, or none that is known")]
    match button as i64 {
        42 => "heading",
        43 | 47 => "spacer",
        6 | 7 => "email",
        44 => "telephone",
        93 => "text",
        94 => "icon",
        96 => "vcard",
        _ => link.text(&["type"]).unwrap_or_default(),
    }
}

fn one(link: &Tree, out: &mut Collector) {
    let params = link.get("type_params").and_then(Tree::inside).unwrap_or(Tree::Null);
    let title = link.text(&["title"]).or_else(|| params.text(&["title"])).unwrap_or_default();
    let url = link.text(&["link"]).or_else(|| params.text(&["link", "url", "href"])).unwrap_or_default();
    match kind(link) {
        "heading" => out.heading(&plain(title)),
        "spacer" => {}
        "text" => {
            let text = if title.is_empty() { params.text(&["text"]).unwrap_or_default() } else { title };
            out.note(&plain(text), None);
        }
        "vcard" => out.leave(
            if title.is_empty() { "Contact card" } else { title },
            "it was a contact card there, and Mantel keeps none",
        ),
        kind => {
            let address = match kind {
                "telephone" if !url.contains(':') => format!("tel:{url}"),
                "email" if !url.contains(':') => format!("mailto:{url}"),
                _ => url.to_owned(),
            };
            let plain = plain(title);
            let found = FoundLink {
                title: &plain,
                url: &address,
                loose: true,
                restriction: restriction(link),
                social: kind == "icon",
                ..FoundLink::default()
            };
            if !out.link(&found) {
                out.leave(
                    if plain.is_empty() { "A link without a title" } else { &plain },
                    "it has no address of its own",
                );
            }
        }
    }
}

/// The words of a text that may hold HTML, a line for each paragraph.
fn plain(text: &str) -> String {
    if !text.contains(['<', '&']) {
        return text.to_owned();
    }
    html::words(text)
}
