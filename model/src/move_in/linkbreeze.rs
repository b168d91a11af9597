//! LinkBreeze: the backup that it writes. Its pages are read as any others; their links pass through its own counter.

use super::collector::{Collector, FoundLink};
use super::colors::{self, Colors};
use super::error::ReadError;
use super::found::MovedIn;
use super::restriction::restriction;
use super::source::Source;
use super::tree::Tree;

/// Whether a file is a backup: it has rows of profiles or pages, of links, of settings and of themes.
pub(super) fn is_backup(tree: &Tree) -> bool {
    let rows = |name: &str| matches!(tree.get(name), Some(Tree::List(_)));
    rows("links") && (rows("profile") || rows("pages")) && (rows("settings") || rows("themes"))
}

/// Reads a backup: of several pages the default one; links of the others are listed below their names.
pub(super) fn read(tree: &Tree) -> Result<MovedIn, ReadError> {
    let mut out = Collector::new(Source::LinkBreeze, None);
    let rows = |name: &str| tree.get(name).map(Tree::items).unwrap_or_default();
    let pages = rows("pages");
    let main = pages.iter().find(|page| page.get("isDefault").is_some_and(Tree::is_true)).or_else(|| pages.first());
    for about in main.into_iter().chain(rows("profile").first()) {
        out.name(about.text(&["title", "displayName", "display_name"]).unwrap_or_default());
        out.bio(about.text(&["bio"]).unwrap_or_default());
        out.avatar(about.text(&["avatarUrl", "avatar_url"]).unwrap_or_default());
        let socials = about.first(&["socialLinks", "social_links"]).and_then(Tree::inside).unwrap_or(Tree::Null);
        for social in socials.items() {
            let url = social.text(&["url", "href"]).unwrap_or_default();
            let title = social.text(&["platform"]).unwrap_or_default();
            out.link(&FoundLink { title, url, loose: true, social: true, ..FoundLink::default() });
        }
    }
    out.colors = theme(rows("themes"));
    let main_id = main.and_then(|page| page.get("id")).and_then(Tree::id);
    let page_of = |link: &Tree| link.first(&["pageId", "page_id"]).and_then(Tree::id);
    let own = |link: &Tree| main_id.is_none() || page_of(link).is_none() || page_of(link) == main_id;
    let all = in_order(rows("links"));
    all.iter().filter(|link| own(link)).for_each(|link| one(link, &mut out));
    for page in pages.iter().filter(|page| page.get("id").and_then(Tree::id) != main_id) {
        let id = page.get("id").and_then(Tree::id);
        let links = all.iter().filter(|link| !own(link) && page_of(link) == id);
        out.heading(page.text(&["title", "slug"]).unwrap_or_default());
        links.for_each(|link| one(link, &mut out));
    }
    out.finish()
}

fn in_order(links: &[Tree]) -> Vec<&Tree> {
    let place = |link: &Tree| link.first(&["orderIndex", "order_index"]).and_then(Tree::as_number).unwrap_or(f64::MAX);
    let mut links: Vec<&Tree> = links.iter().collect();
    links.sort_by(|a, b| place(a).total_cmp(&place(b)));
    links
}

fn one(link: &Tree, out: &mut Collector) {
    let title = link.text(&["title"]).unwrap_or_default();
    let url = link.text(&["url"]).unwrap_or_default();
    match link.text(&["type"]).unwrap_or("url") {
        "vcard" | "file" if url.starts_with('/') => {
            out.leave(title, "it was a file on that server; add it from where it is kept")
        }
        "header" | "heading" | "section" => out.heading(title),
        kind => {
            let address = match kind {
                "phone" if !url.contains(':') => format!("tel:{url}"),
                "email" if !url.contains(':') => format!("mailto:{url}"),
                _ => url.to_owned(),
            };
            let found = FoundLink {
                title,
                url: &address,
                description: link.text(&["description"]).unwrap_or_default(),
                image: link.text(&["imageUrl", "image_url"]).unwrap_or_default(),
                loose: true,
                restriction: restriction(link),
                ..FoundLink::default()
            };
            if !out.link(&found) {
                out.leave(title, "it has no address of its own");
            }
        }
    }
}

fn theme(themes: &[Tree]) -> Colors {
    let active = themes.iter().find(|theme| theme.get("isActive").is_some_and(Tree::is_true));
    let Some(theme) = active.or_else(|| themes.first()) else { return Colors::default() };
    // `#1a1a2e,#16213e`: the colours of its gradient.
    let ground = theme.text(&["backgroundValue", "background_value"]).and_then(colors::color);
    Colors {
        ground,
        accent: theme.text(&["primaryColor", "primary_color"]).and_then(colors::color),
        text: theme.text(&["textColor", "text_color"]).and_then(colors::color),
    }
}
