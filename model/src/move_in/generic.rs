//! Any page: its headings and the links that lead away from it, in document order, and what its data says besides.

use super::address::{Base, Resolved, resolve};
use super::boilerplate::{is_boilerplate, is_stock_description, owners_title};
use super::collector::{Collector, FoundLink};
use super::colors;
use super::embedded::{self, Embedded, Person};
use super::error::ReadError;
use super::found::MovedIn;
use super::html::{HtmlForm, Link, Page, PageElement};
use super::source::{Source, known_address};
use crate::address::Address;
use crate::brief::detect;
use crate::limits;
use crate::safe_url::SafeUrl;
use crate::tile::Kind;

/// Reads a page.
pub(super) fn read(page: &Page, embedded: &Embedded, source: Source, base: Option<Base>) -> Result<MovedIn, ReadError> {
    let mut out = Collector::new(source, base);
    out.colors = colors::of_page(page);
    for part in &page.parts {
        if out.is_full() && matches!(part, PageElement::Link(_)) {
            out.pass_over(1);
            continue;
        }
        one(part, &mut out);
    }
    let (base, source) = (out.base.clone(), out.source);
    let keep = |title: &str, url: &SafeUrl| {
        let of_service = |url| is_boilerplate(title, &url, source, base.as_ref()) || is_here(&url, base.as_ref());
        !url.parts().is_some_and(of_service)
    };
    out.described_again(|out| embedded.data.iter().for_each(|tree| embedded::lists(tree, out, &keep)));
    let person = embedded::person(&embedded.linked);
    out.described_again(|out| same_as(&person, out, &keep));
    let owner = embedded.data.iter().find_map(|tree| embedded::owner(tree, 0)).unwrap_or_default();
    profile(page, &person, &owner, &mut out);
    out.pass_over(page.more);
    let few = out.link_count() < 3 && page.script_count > 0;
    out.in_part = few && page.wants_script && embedded.data.is_empty();
    out.finish()
}

fn one(part: &PageElement, out: &mut Collector) {
    match part {
        PageElement::Heading(1, _) | PageElement::Paragraph(_) => {}
        PageElement::Heading(_, text) => out.heading(text),
        PageElement::Outline(text) => out.fixed_heading(text),
        PageElement::Link(found) => link(found, out),
        PageElement::Frame(src, title) => frame(src, title, out),
        PageElement::Form(found) => form(found, out),
    }
}

fn link(link: &Link, out: &mut Collector) {
    let title = link.lines.first().map_or(link.label.as_str(), String::as_str);
    let description = link.lines.get(1..).unwrap_or_default().join(" ");
    let mut found = FoundLink {
        title,
        url: &link.href,
        description: &description,
        image: link.image.as_deref().unwrap_or_default(),
        ..FoundLink::default()
    };
    match resolve(&link.href, out.base.as_ref(), false) {
        Resolved::Good(url) => {
            let Some(parts) = url.parts() else { return };
            if is_boilerplate(title, &parts, out.source, out.base.as_ref()) {
                return;
            }
            if is_here(&parts, out.base.as_ref()) {
                if out.source == Source::LinkBreeze && url.as_str().contains("/go/") {
                    found.changed = Some(
                        "It leads through {} and its counter, since the page does not say where it goes. The backup file does.",
                    );
                } else if out.source == Source::LinkStack && url.as_str().contains("/vcard/") {
                    return out.leave(title, "it was a contact card there, and Mantel keeps none");
                } else if out.source == Source::Page && is_page_of_it(&parts, out.base.as_ref()) {
                    found.restriction = Some("it leads to another page of the same site".to_owned());
                } else {
                    return;
                }
            }
        }
        Resolved::Nowhere => return,
        Resolved::Refused(_) => {}
    }
    // A picture of an icon's size says nothing beside a handle; a link that has only one is named by its host.
    found.social = link.lines.is_empty() && link.image.is_none();
    out.link(&found);
}

/// Whether an address is on the page's own site.
fn is_here(url: &Address, base: Option<&Base>) -> bool {
    let host = url.host.strip_prefix("www.").unwrap_or(&url.host);
    !host.is_empty() && base.is_some_and(|base| base.bare_host() == host)
}

/// Whether it is a page there, and not the same one again.
fn is_page_of_it(url: &Address, base: Option<&Base>) -> bool {
    url.path != "/" && base.is_some_and(|base| base.path.trim_end_matches('/') != url.path.trim_end_matches('/'))
}

/// A film or a record that the page plays; other frames are parts of the page.
fn frame(src: &str, title: &str, out: &mut Collector) {
    let Resolved::Good(url) = resolve(src, out.base.as_ref(), false) else { return };
    let Some(parts) = url.parts() else { return };
    let host = parts.host.strip_prefix("www.").unwrap_or(&parts.host);
    let segments: Vec<&str> = parts.segments().collect();
    let page = match (host, segments.as_slice()) {
        ("youtube.com" | "youtube-nocookie.com", ["embed", "videoseries", ..]) => {
            parts.query_value("list").map(|list| format!("https://www.youtube.com/playlist?list={list}"))
        }
        ("youtube.com" | "youtube-nocookie.com", ["embed", id, ..]) if is_id(id) => {
            Some(format!("https://www.youtube.com/watch?v={id}"))
        }
        ("player.vimeo.com", ["video", id, ..]) => Some(format!("https://vimeo.com/{id}")),
        ("open.spotify.com", ["embed", rest @ ..]) => Some(format!("https://open.spotify.com/{}", rest.join("/"))),
        ("embed.music.apple.com", rest) => Some(format!("https://music.apple.com/{}", rest.join("/"))),
        ("w.soundcloud.com", _) => parts.query_value("url"),
        ("youtube.com" | "youtube-nocookie.com", _) => None,
        _ => Some(url.to_string()),
    };
    let Some(page) = page else { return };
    if matches!(detect::detect(&page), Kind::Video(_) | Kind::Music(_)) {
        let title = if ["youtube video player", "spotify embed", "video player"]
            .iter()
            .any(|stock| title.to_ascii_lowercase().starts_with(stock))
        {
            ""
        } else {
            title
        };
        out.link(&FoundLink { title, url: &page, ..FoundLink::default() });
    }
}

/// Whether it can be the identity of a film.
fn is_id(text: &str) -> bool {
    (6..=20).contains(&text.len())
        && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_'))
}

/// A form: Mantel keeps none, so it leads to whoever it is sent to.
fn form(form: &HtmlForm, out: &mut Collector) {
    const REASON: &str = "it was a form there, and Mantel keeps no forms";
    let title = if form.title.is_empty() { "A form" } else { &form.title };
    out.forget_heading(title);
    let Resolved::Good(url) = resolve(&form.action, out.base.as_ref(), false) else { return out.leave(title, REASON) };
    if url.as_str().starts_with("mailto:") {
        out.link(&FoundLink { title, url: url.as_str(), ..FoundLink::default() });
        return;
    }
    if url.parts().is_some_and(|url| is_here(&url, out.base.as_ref())) {
        return out.leave(title, REASON);
    }
    let Some(page) = page_of_form(&url) else { return out.leave(title, REASON) };
    out.link(&FoundLink {
        title,
        url: &page,
        changed: Some("It was a form there. Mantel keeps no forms, so it leads to {}."),
        ..FoundLink::default()
    });
}

/// The page on which a form of a newsletter can be filled in: its address takes no visitors itself.
fn page_of_form(url: &SafeUrl) -> Option<String> {
    let parts = url.parts()?;
    let host = parts.host.as_str();
    let query = if parts.query.is_empty() { String::new() } else { format!("?{}", parts.query) };
    if host.ends_with("list-manage.com") {
        return Some(format!("https://{host}{}{query}", parts.path.replacen("/subscribe/post", "/subscribe", 1)));
    }
    if host == "buttondown.com" || host == "buttondown.email" {
        let name = parts.segments().last()?.to_owned();
        return Some(format!("https://buttondown.com/{name}"));
    }
    if host == "docs.google.com" {
        return Some(format!("https://{host}{}", parts.path.replacen("/formResponse", "/viewform", 1)));
    }
    Some(format!("https://{host}/"))
}

/// What the page's data calls the same person elsewhere.
fn same_as(person: &Person, out: &mut Collector, keep: &dyn Fn(&str, &SafeUrl) -> bool) {
    for text in &person.same_as {
        let Resolved::Good(url) = resolve(text, out.base.as_ref(), true) else { continue };
        if out.knows(&url) || !keep("", &url) {
            continue;
        }
        out.link(&FoundLink { url: url.as_str(), social: true, ..FoundLink::default() });
    }
}

fn profile(page: &Page, person: &Person, owner: &Person, out: &mut Collector) {
    let heading = page.parts.iter().find_map(|part| match part {
        PageElement::Heading(1, text) => Some(text.as_str()),
        _ => None,
    });
    let made_by_hand = matches!(out.source, Source::LinkStack | Source::LinkBreeze | Source::LittleLink);
    let fits = |text: &str| text.chars().count() <= limits::NAME;
    let heading = heading.filter(|text| fits(text));
    let og = page.meta(&["og:title", "twitter:title"]).map(owners_title).filter(|title| !title.is_empty());
    let inside =
        heading.filter(|heading| og.is_some_and(|title| title.to_lowercase().contains(&heading.to_lowercase())));
    let names = [
        heading.filter(|_| made_by_hand),
        Some(person.name.as_str()).filter(|name| !name.is_empty()),
        inside,
        og,
        Some(owner.name.as_str()).filter(|name| !name.is_empty()),
        heading,
        Some(owners_title(&page.title)).filter(|title| !title.is_empty()),
    ];
    out.name(owners_title(names.into_iter().flatten().next().unwrap_or_default()));
    let described =
        page.meta(&["og:description", "description", "twitter:description"]).filter(|text| !is_stock_description(text));
    let below = below_heading(page).filter(|_| made_by_hand || described.is_none());
    let bios = [below, Some(person.description.as_str()), Some(owner.description.as_str()), described];
    out.bio(
        bios.into_iter().flatten().find(|text| !text.is_empty() && !is_stock_description(text)).unwrap_or_default(),
    );
    out.location(if person.place.is_empty() { &owner.place } else { &person.place });
    let card = page.meta(&["og:image", "twitter:image"]).filter(|_| !made_by_hand).unwrap_or_default();
    for address in [page.avatar.as_deref().unwrap_or_default(), &person.image, &owner.image, card] {
        out.avatar(address);
    }
    let address = out.base.as_ref().and_then(Base::address);
    if let Some(known) = address.and_then(|address| known_address(address.as_str())) {
        out.username(&known.user);
        out.name(&known.user);
    }
}

/// The paragraph between the page's first heading and its first link.
fn below_heading(page: &Page) -> Option<&str> {
    let parts = page.parts.iter().skip_while(|part| !matches!(part, PageElement::Heading(1, _))).skip(1);
    let mut parts = parts
        .take_while(|part| !matches!(part, PageElement::Link(_) | PageElement::Heading(..) | PageElement::Form(_)));
    parts.find_map(|part| match part {
        PageElement::Paragraph(text) if text.chars().count() <= limits::BIO => Some(text.as_str()),
        _ => None,
    })
}

/// Reads the bookmarks of a browser or an outline: every folder a heading, every link a tile.
pub(super) fn outline(page: &Page, source: Source) -> Result<MovedIn, ReadError> {
    let mut out = Collector::new(source, None);
    for part in &page.parts {
        match part {
            PageElement::Heading(1, _) | PageElement::Paragraph(_) | PageElement::Frame(..) | PageElement::Form(_) => {}
            PageElement::Heading(_, text) | PageElement::Outline(text) => out.heading(text),
            // Firefox's own lists.
            PageElement::Link(link) if link.href.starts_with("place:") => {}
            PageElement::Link(_) if out.is_full() => out.pass_over(1),
            PageElement::Link(link) => {
                let title = link.lines.first().map(String::as_str).unwrap_or_default();
                out.link(&FoundLink { title, url: &link.href, ..FoundLink::default() });
            }
        }
    }
    out.pass_over(page.more);
    out.finish()
}
