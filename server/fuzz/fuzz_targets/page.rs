//! The reader of pages that owners link to: any bytes give facts that any page of ours can show.
//! `cd server && cargo +nightly fuzz run page`

#![no_main]

use libfuzzer_sys::fuzz_target;
use mantel_server::enrich::page::facts;
use url::Url;

fuzz_target!(|data: &[u8]| {
    let Ok(at) = Url::parse("https://site.example/a/page") else { return };
    // The first byte chooses what the server said of the page.
    let (kind, page) = match data.split_first() {
        Some((first, rest)) => (["text/html", "text/html; charset=utf-8", "text/html; charset=shift_jis", ""][usize::from(first % 4)], rest),
        None => ("", data),
    };
    let facts = facts(page, kind, &at);
    for text in [&facts.title, &facts.description, &facts.artist].into_iter().flatten() {
        assert!(!text.is_empty() && text.chars().count() <= 600 && !text.chars().any(char::is_control));
    }
    for address in [&facts.image, &facts.icon].into_iter().flatten() {
        assert!(address.starts_with("https://") || address.starts_with("http://"));
    }
});
