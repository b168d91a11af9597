//! Detects what kind of tile a string is: by exact host or dot-suffix, never by substring.
//!
//! Order: music, video, code, social, picture; any other address is a link, any other text a note.

mod address;
mod contact;
mod music;
mod picture;
mod profile;
mod repository;
mod video;

use address::decoded;
pub(crate) use address::whole_address;

use crate::address::Address;
use crate::safe_url::SafeUrl;
use crate::text::{Text, trim};
use crate::tile::{Kind, Link, Note, Picture, Platform, Social};

/// The tile content for a string. Never fails: anything unrecognised is a note (cut to its limit).
pub fn detect(input: &str) -> Kind {
    let input = trim(input);
    address(input).or_else(|| contact::handle(input)).or_else(|| repository::repo(input)).unwrap_or_else(|| note(input))
}

/// Whether a string is more than a note: an address, an email, a handle or a repository.
pub fn is_link(input: &str) -> bool {
    !matches!(detect(input), Kind::Text(_))
}

fn note(input: &str) -> Kind {
    Kind::Text(Note { text: Text::cut(input).0, look: None })
}

fn address(input: &str) -> Option<Kind> {
    let safe = whole_address(input)?;
    let url = safe.parts()?;
    let found = match url.scheme.as_str() {
        "mailto" if url.query.is_empty() => Some(social(Platform::Email, &decoded(&url.path))),
        "tel" => Some(social(Platform::Phone, &decoded(&url.path))),
        "mailto" => None,
        _ => web(&url, &safe),
    };
    // An empty handle, as from `https://.bandcamp.com`, is not a profile.
    let named = |kind: &Kind| !matches!(kind, Kind::Social(kind) if kind.handle.is_empty());
    Some(found.filter(named).unwrap_or_else(|| link(safe)))
}

/// The content at a web address; `None` for a plain link.
fn web(url: &Address, safe: &SafeUrl) -> Option<Kind> {
    let host = url.host.trim_end_matches('.');
    let host =
        host.strip_prefix("www.").or_else(|| host.strip_prefix("m.").filter(|rest| *rest != "me")).unwrap_or(host);
    let host = country(host);
    let segments: Vec<String> = url.segments().map(decoded).collect();
    let segments: Vec<&str> = segments.iter().map(String::as_str).collect();
    music::music(host, &segments, safe)
        .or_else(|| video::video(host, &segments, url, safe))
        .or_else(|| repository::code(host, &segments))
        .or_else(|| profile::platform(host, &segments, url))
        .or_else(|| picture::picture(url))
}

/// `de.linkedin.com` and `uk.pinterest.com` are the site itself in another language.
fn country(host: &str) -> &str {
    match host.split_once('.') {
        Some((tongue, site @ ("linkedin.com" | "pinterest.com"))) if tongue.len() == 2 => site,
        _ => host,
    }
}

fn link(url: SafeUrl) -> Kind {
    Kind::Link(Link { url, title: None, description: None, image: None, picture: Picture::default() })
}

fn social(platform: Platform, handle: &str) -> Kind {
    Kind::Social(Social { platform, handle: Text::cut(handle).0 })
}

fn under(host: &str, base: &str) -> bool {
    host == base || host.strip_suffix(base).is_some_and(|rest| rest.ends_with('.'))
}
