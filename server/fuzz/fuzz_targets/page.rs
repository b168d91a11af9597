//! The parser of linked pages: any bytes give facts that can be shown on any page.

#![no_main]

#[allow(dead_code, reason = "the server calls the rest")]
#[path = "../readers/link_metadata.rs"]
mod link_metadata;

use libfuzzer_sys::fuzz_target;
use link_metadata::page::facts;
use mantel_model::ImageUrl;
use mantel_model::limits::{DESCRIPTION, TITLE};
use url::Url;

/// Content types that a server may send; the first byte selects one.
const KINDS: [&str; 4] = ["text/html", "text/html; charset=utf-8", "text/html; charset=shift_jis", ""];

fuzz_target!(|data: &[u8]| {
    let Ok(at) = Url::parse("https://site.example/a/page") else { return };
    let Some((first, page)) = data.split_first() else { return };
    let facts = facts(page, KINDS[usize::from(first % 4)], &at);
    for (text, most) in [(&facts.title, TITLE), (&facts.artist, TITLE), (&facts.description, DESCRIPTION)] {
        let Some(text) = text else { continue };
        assert!(!text.is_empty() && text.chars().count() <= most && !text.chars().any(char::is_control), "{text:?}");
    }
    for address in [&facts.image, &facts.icon].into_iter().flatten() {
        assert!(ImageUrl::parse(address).is_ok_and(|value| value.as_str() == address), "{address}");
    }
});
