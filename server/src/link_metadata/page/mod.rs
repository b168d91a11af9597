//! Any web page: Open Graph first, then JSON-LD, then plain HTML.

mod charset;
mod head;
mod json_ld;

use head::{Head, Link};
use json_ld::Item;
use mantel_model::facts::Facts;
use url::Url;

use super::clean::{self, seconds};

/// The metadata from the beginning of a page; none if its content type is not HTML.
pub fn facts(bytes: &[u8], content_type: &str, url: &Url) -> Facts {
    html(bytes, content_type).map_or_else(Facts::default, |page| read(&page, url))
}

/// The text of a page; `None` if its content type is not HTML.
pub fn html(bytes: &[u8], content_type: &str) -> Option<String> {
    let content_type = content_type.trim().to_ascii_lowercase();
    let is_html = content_type.is_empty()
        || content_type.starts_with("text/html")
        || content_type.starts_with("application/xhtml");
    is_html.then(|| charset::decode(bytes, &content_type))
}

fn read(page: &str, url: &Url) -> Facts {
    let head = Head::read(page);
    let base = head.base.as_deref().and_then(|base| url.join(base.trim()).ok()).unwrap_or_else(|| url.clone());
    let item = json_ld::subject(&head.blocks).unwrap_or_default();
    Facts {
        title: title(&head, &item),
        description: description(&head, &item),
        image: image(&head, &item, &base),
        icon: icon(&head.links, &base),
        artist: item.creator.as_deref().and_then(clean::title),
        duration: duration(&head, &item, page),
        ..Facts::default()
    }
}

fn title(head: &Head, item: &Item) -> Option<String> {
    let candidates = [head.meta(&["og:title", "twitter:title"]), item.name.as_deref(), Some(&head.title)];
    candidates.into_iter().flatten().find_map(clean::title)
}

fn description(head: &Head, item: &Item) -> Option<String> {
    let open = head.meta(&["og:description", "twitter:description", "description"]);
    [open, item.description.as_deref()].into_iter().flatten().find_map(clean::description)
}

fn image(head: &Head, item: &Item, base: &Url) -> Option<String> {
    const NAMES: &[&str] =
        &["og:image:secure_url", "og:image", "og:image:url", "twitter:image", "twitter:image:src", "thumbnailurl"];
    let linked = head.links.iter().find(|link| link.rel == "image_src" || link.rel == "thumbnailurl");
    let named = NAMES.iter().filter_map(|name| head.meta(&[name]));
    let candidates = named.chain(item.image.as_deref()).chain(linked.map(|linked| linked.href.as_str()));
    candidates.filter_map(|candidate| clean::address(candidate, base)).next()
}

/// Its duration, seconds.
fn duration(head: &Head, item: &Item, page: &str) -> Option<u32> {
    let open = head.meta(&["og:video:duration", "video:duration", "music:duration", "duration"]);
    open.and_then(seconds).or(item.duration).or_else(|| player_duration(page))
}

/// The duration in the script of a player: YouTube's pages have it only there at first.
fn player_duration(page: &str) -> Option<u32> {
    let (_, rest) = page.split_once("\"lengthSeconds\":\"")?;
    seconds(rest.get(..rest.find('"')?)?)
}

/// The best icon for small sizes: the smallest of at least 48 px, else any; SVG last, because not every client renders
/// it.
fn icon(links: &[Link], base: &Url) -> Option<String> {
    let icons = links
        .iter()
        .filter(|link| link.rel.split_ascii_whitespace().any(|rel| rel == "icon" || rel == "apple-touch-icon"));
    let ranked = icons.filter_map(|icon| Some((rank(icon), clean::address(&icon.href, base)?)));
    // The first of several equals.
    ranked.min_by_key(|(rank, _)| *rank).map(|(_, address)| address)
}

/// The rank of an icon; lower is better.
fn rank(icon: &Link) -> u32 {
    const SVG: u32 = 100_000;
    let path = icon.href.split(['?', '#']).next().unwrap_or_default().to_ascii_lowercase();
    if icon.media_type.contains("svg")
        || path.ends_with(".svg")
        || icon.sizes.trim() == "any" && !path.ends_with(".ico")
    {
        return SVG;
    }
    let sides =
        icon.sizes.split_ascii_whitespace().filter_map(|size| size.split_once(['x', 'X'])?.0.parse::<u32>().ok());
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
