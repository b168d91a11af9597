//! Addresses: with a scheme, or bare domains with a known ending.

use super::contact::is_host;
use crate::safe_url::SafeUrl;

/// An address with a scheme, or a bare domain with an optional path.
pub(crate) fn whole_address(input: &str) -> Option<SafeUrl> {
    if input.is_empty() || input.contains(char::is_whitespace) {
        return None;
    }
    if input.contains("://")
        || input.to_ascii_lowercase().starts_with("mailto:")
        || input.to_ascii_lowercase().starts_with("tel:")
    {
        return SafeUrl::parse(input).ok();
    }
    if let Some(rest) = input.strip_prefix("//") {
        return SafeUrl::parse(&format!("https://{rest}")).ok();
    }
    let host = input.split(['/', '?', '#']).next().unwrap_or_default();
    let host = host
        .rsplit_once(':')
        .filter(|(_, port)| !port.is_empty() && port.bytes().all(|byte| byte.is_ascii_digit()))
        .map_or(host, |(host, _)| host);
    let domain = is_host(host) && (input.len() > host.len() || has_known_domain_ending(host));
    domain.then(|| SafeUrl::parse(&format!("https://{input}")).ok()).flatten()
}

/// Whether a bare domain without a path has a known ending: "etc.and" in a note is not an address.
fn has_known_domain_ending(host: &str) -> bool {
    const ENDINGS: &[&str] = &[
        "com", "org", "net", "io", "dev", "app", "page", "me", "co", "social", "art", "shop", "store", "blog", "site",
        "xyz", "info", "eu", "uk", "de", "fr", "nl", "pl", "pt", "es", "it", "ch", "at", "be", "se", "no", "dk", "fi",
        "cz", "ie", "us", "ca", "au", "nz", "jp", "kr", "cn", "in", "br", "mx", "ar", "tv", "fm", "gg", "cc", "to",
        "is", "ly", "ai", "studio", "design", "photo", "photos", "gallery", "music", "band", "cafe", "coffee",
        "online", "club", "link", "bio", "garden", "town", "world", "life", "space", "tech", "cloud", "wiki", "edu",
        "gov", "example", "biz", "ru", "ua", "gr", "hu", "ro", "tr", "il", "za",
    ];
    let end = host.rsplit('.').next().unwrap_or_default().to_ascii_lowercase();
    ENDINGS.contains(&end.as_str()) || end.starts_with("xn--")
}

/// Lenient percent-decoding.
pub(super) fn decoded(text: &str) -> String {
    let bytes = text.as_bytes();
    let mut out = Vec::with_capacity(bytes.len());
    let mut at = 0;
    while let Some(byte) = bytes.get(at) {
        let code = (*byte == b'%')
            .then(|| text.get(at + 1..at + 3).and_then(|digits| u8::from_str_radix(digits, 16).ok()))
            .flatten();
        out.push(code.unwrap_or(*byte));
        at += if code.is_some() { 3 } else { 1 };
    }
    String::from_utf8(out).unwrap_or_else(|_| text.to_owned())
}
