//! Detects what kind of tile a string is: by exact host or dot-suffix, never by substring.
//!
//! Order: music, video, code, social, picture; any other address is a link, any other text a note. What is refused, and
//! what counts as a domain, a repository or a number, is said in [`safety`], [`domain`], [`repository`] and [`contact`].

mod address;
mod contact;
mod domain;
mod picture;
mod repository;
mod safety;
mod top_level_domain_table;
mod word_pairs;

pub(crate) use address::{whole_address, written};
pub use safety::{problem, refusal};

use crate::address::{Address, decoded};
use crate::safe_url::{CREDENTIALS_CUT, SafeUrl, without_credentials};
use crate::text::{Text, clean};
use crate::tile::handle;
use crate::tile::media_site::{plays_music, plays_video};
use crate::tile::profile_address;
use crate::tile::{Kind, Link, Music, Note, Picture, Platform, Social, Video};

/// The tile content for a string and what there is to say about it. No content when it is refused (see [`refusal`]);
/// credentials are cut out of addresses.
pub fn read(input: &str) -> (Option<Kind>, Option<String>) {
    let input = &clean(input);
    if let Some(refused) = safety::refused(input) {
        return (None, Some(format!("This is not a safe address: {refused}.")));
    }
    match without_credentials(input) {
        // Behind them there may be what is refused: `name:secret@harrow.https://…`.
        Some(cut) => match safety::refused(&cut) {
            Some(refused) => (None, Some(format!("This is not a safe address: {refused}."))),
            None => (Some(understood(&cut)), Some(CREDENTIALS_CUT.to_owned())),
        },
        None => (Some(understood(input)), None),
    }
}

/// The tile content for a string. Never fails: anything unrecognised is a note (cut to its limit). What [`read`] would
/// refuse is a note, too, and never contains a password.
pub fn detect(input: &str) -> Kind {
    let input = &clean(input);
    match without_credentials(input) {
        Some(cut) => understood(&cut),
        None => understood(input),
    }
}

/// Whether a string is more than a note: an address, an email, a handle or a repository.
pub fn is_link(input: &str) -> bool {
    !matches!(detect(input), Kind::Text(_))
}

fn understood(input: &str) -> Kind {
    let found = address(input)
        .or_else(|| profile_address::of_app_link(input).map(Kind::Social))
        .or_else(|| repository::of_git_address(input))
        .or_else(|| contact::contact(input))
        .or_else(|| repository::repository(input));
    found.unwrap_or_else(|| note(input))
}

fn note(input: &str) -> Kind {
    Kind::Text(Note { text: Text::cut(input).0, look: None })
}

fn address(input: &str) -> Option<Kind> {
    whole_address(input).map(kind_of)
}

/// The tile content at an address, whose every character counts: what ends in a comma keeps it, where [`detect`] takes
/// it for the sentence's.
pub(crate) fn kind_of(safe: SafeUrl) -> Kind {
    let Some(url) = safe.parts() else { return link(safe) };
    let found = match url.scheme.as_str() {
        "mailto" if url.query.is_empty() => social(Platform::Email, &decoded(&url.path)),
        "tel" => social(Platform::Phone, &decoded(&url.path)),
        "mailto" => None,
        _ => web(&url, &safe),
    };
    found.unwrap_or_else(|| link(safe))
}

/// The content at a web address; `None` for a plain link.
fn web(url: &Address, safe: &SafeUrl) -> Option<Kind> {
    let (title, image, picture) = (None, None, Picture::default());
    if plays_music(url) {
        return Some(Kind::Music(Music { url: safe.clone(), title, image, picture }));
    }
    if plays_video(url) {
        return Some(Kind::Video(Video { url: safe.clone(), title, image, picture }));
    }
    repository::at_address(url)
        .or_else(|| profile_address::profile(url).map(Kind::Social))
        .or_else(|| picture::picture(url))
}

fn link(url: SafeUrl) -> Kind {
    Kind::Link(Link::to(url))
}

/// A profile, if the platform has such handles.
fn social(platform: Platform, text: &str) -> Option<Kind> {
    handle::valid(platform, text).map(|handle| Kind::Social(Social { platform, handle }))
}
