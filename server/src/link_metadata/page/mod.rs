//! Any web page: Open Graph first, then JSON-LD, then what HTML has always had.

mod charset;
mod head;
mod json_ld;

pub use head::words;
use head::{Head, Link};
use json_ld::Thing;
use mantel_model::facts::Facts;
use url::Url;

use super::clean::{self, seconds};

/// What the beginning of a page says of it. `kind` is the `Content-Type` it came with; what is no HTML says nothing.
pub fn facts(bytes: &[u8], kind: &str, at: &Url) -> Facts {
    let kind = kind.trim().to_ascii_lowercase();
    let html = kind.is_empty() || kind.starts_with("text/html") || kind.starts_with("application/xhtml");
    if html { read(&charset::decoded(bytes, &kind), at) } else { Facts::default() }
}

fn read(page: &str, at: &Url) -> Facts {
    let head = Head::read(page);
    let base = head.base.as_deref().and_then(|base| at.join(base.trim()).ok()).unwrap_or_else(|| at.clone());
    let thing = json_ld::about(&head.blocks).unwrap_or_default();
    Facts {
        title: title(&head, &thing),
        description: described(&head, &thing),
        image: pictured(&head, &thing, &base),
        icon: icon(&head.links, &base),
        artist: thing.maker.as_deref().and_then(clean::title),
        duration: lasting(&head, &thing, page),
        ..Facts::default()
    }
}

fn title(head: &Head, thing: &Thing) -> Option<String> {
    let said = [head.meta(&["og:title", "twitter:title"]), thing.name.as_deref(), Some(&head.title)];
    said.into_iter().flatten().find_map(clean::title)
}

fn described(head: &Head, thing: &Thing) -> Option<String> {
    let open = head.meta(&["og:description", "twitter:description", "description"]);
    [open, thing.description.as_deref()].into_iter().flatten().find_map(clean::description)
}

fn pictured(head: &Head, thing: &Thing, base: &Url) -> Option<String> {
    const NAMES: &[&str] =
        &["og:image:secure_url", "og:image", "og:image:url", "twitter:image", "twitter:image:src", "thumbnailurl"];
    let linked = head.links.iter().find(|link| link.rel == "image_src" || link.rel == "thumbnailurl");
    let said = NAMES.iter().filter_map(|name| head.meta(&[name]));
    let said = said.chain(thing.image.as_deref()).chain(linked.map(|linked| linked.href.as_str()));
    said.filter_map(|it| clean::address(it, base)).next()
}

/// How long it takes, seconds.
fn lasting(head: &Head, thing: &Thing, page: &str) -> Option<u32> {
    let open = head.meta(&["og:video:duration", "video:duration", "music:duration", "duration"]);
    open.and_then(seconds).or(thing.duration).or_else(|| player(page))
}

/// What a player in a script says: YouTube's pages hold their length there, before anywhere else.
fn player(page: &str) -> Option<u32> {
    let (_, rest) = page.split_once("\"lengthSeconds\":\"")?;
    seconds(rest.get(..rest.find('"')?)?)
}

/// The icon that serves best in a small place: of those with sizes the smallest from 48 px on, else any; drawings last,
/// because not every place can show them.
fn icon(links: &[Link], base: &Url) -> Option<String> {
    let icons = links
        .iter()
        .filter(|link| link.rel.split_ascii_whitespace().any(|it| it == "icon" || it == "apple-touch-icon"));
    let ranked = icons.filter_map(|icon| Some((rank(icon), clean::address(&icon.href, base)?)));
    // The first of those that serve alike.
    ranked.min_by_key(|it| it.0).map(|it| it.1)
}

/// How ill an icon serves.
fn rank(icon: &Link) -> u32 {
    const DRAWN: u32 = 100_000;
    let path = icon.href.split(['?', '#']).next().unwrap_or_default().to_ascii_lowercase();
    if icon.kind.contains("svg") || path.ends_with(".svg") || icon.sizes.trim() == "any" && !path.ends_with(".ico") {
        return DRAWN;
    }
    let sides = icon.sizes.split_ascii_whitespace().filter_map(|it| it.split_once(['x', 'X'])?.0.parse::<u32>().ok());
    match (sides.max(), icon.rel.contains("apple")) {
        (Some(side @ 48..=10_000), _) => side,
        // Apple's are 180 px.
        (None, true) => 180,
        (None, false) => 20_000,
        (Some(side), _) => 30_000 + 10_000_u32.saturating_sub(side),
    }
}

#[cfg(test)]
mod tests;
