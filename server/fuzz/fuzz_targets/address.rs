//! Addresses of links and pictures: what is let through has a scheme of the list, nobody's password and no control
//! character, and is let through again as it is.

#![no_main]

use libfuzzer_sys::fuzz_target;
use mantel_model::limits::URL_BYTES;
use mantel_model::{ImageUrl, SafeUrl};
use url::Url;

fn sound(address: &str) {
    assert!(address.len() <= URL_BYTES && !address.chars().any(char::is_control), "{address:?}");
    let url = Url::parse(address).unwrap();
    assert!(matches!(url.scheme(), "https" | "http" | "mailto" | "tel"), "{address}");
    assert!(url.username().is_empty() && url.password().is_none(), "{address}");
}

fuzz_target!(|text: &str| {
    if let Ok(url) = SafeUrl::parse(text) {
        sound(url.as_str());
        assert_eq!(SafeUrl::parse(url.as_str()).as_ref(), Ok(&url));
        assert!(!url.shown_host().is_empty());
    }
    if let Ok(url) = ImageUrl::parse(text) {
        assert_eq!(ImageUrl::parse(url.as_str()).as_ref(), Ok(&url));
        match url.own_name() {
            Some(name) => assert!(!name.is_empty() && !name.contains(['/', '\\', '%']) && !name.contains(".."), "{name}"),
            None => sound(url.as_str()),
        }
    }
});
