//! Whole addresses: with a scheme, also one that is written sloppily, or a domain without one.

use std::borrow::Cow;

use super::domain;
use crate::address::decoded;
use crate::limits;
use crate::safe_url::SafeUrl;
use crate::text::halfwidth;

/// Pairs of marks that people put around an address.
const AROUND: [(char, char); 6] = [('"', '"'), ('“', '”'), ('„', '“'), ('«', '»'), ('\'', '\''), ('`', '`')];

/// The address that a string is: with a scheme, or a bare domain with an optional path. Full-width and percent-encoded
/// forms, marks around it and a comma after it are understood. Within `<` and `>` a comma is the address's own: so an
/// address is written that ends in one.
pub(crate) fn whole_address(input: &str) -> Option<SafeUrl> {
    // Percent-encoding makes a byte three.
    if input.is_empty() || input.len() > limits::URL_BYTES * 3 {
        return None;
    }
    let text = halfwidth(input);
    let text = without_comma(text.trim());
    let (text, exact) = match text.strip_prefix('<').and_then(|rest| rest.strip_suffix('>')) {
        Some(text) => (text.trim(), true),
        None => (without_marks(text), false),
    };
    let text = unescaped(text);
    let text = if exact { &text } else { without_comma(&text) };
    if text.is_empty() || text.contains(char::is_whitespace) {
        return None;
    }
    if let Some(rest) = text.strip_prefix("//") {
        return SafeUrl::parse(&format!("https://{rest}")).ok();
    }
    if let Some(address) = with_scheme(text) {
        return SafeUrl::parse(&address).ok();
    }
    if text.contains("://") {
        return None;
    }
    let text = if text.contains(['/', '?', '#']) { text } else { text.strip_suffix('.').unwrap_or(text) };
    domain::is_address(text).then(|| SafeUrl::parse(&format!("https://{text}")).ok()).flatten()
}

/// An address as text that [`whole_address`] reads as this very address.
pub(crate) fn written(url: &SafeUrl) -> Cow<'_, str> {
    let text = url.as_str();
    if text.ends_with([',', ';']) { format!("<{text}>").into() } else { text.into() }
}

/// Strips a pair of marks around the text.
fn without_marks(text: &str) -> &str {
    let within = |(open, close): &(char, char)| text.strip_prefix(*open).and_then(|rest| rest.strip_suffix(*close));
    AROUND.iter().find_map(within).map_or(text, str::trim)
}

/// Strips the commas and semicolons that a sentence or a list has after an address.
fn without_comma(text: &str) -> &str {
    text.trim_end_matches([',', ';'])
}

/// An address that was percent-encoded as a whole: `https%3A%2F%2Fharrow.example`, `harrow.example%2Fshop`.
fn unescaped(text: &str) -> Cow<'_, str> {
    let start = text.split(['/', '?', '#', ':']).next().unwrap_or_default();
    if start.contains('%') && !start.contains(char::is_whitespace) { decoded(text).into() } else { text.into() }
}

/// The address, if it begins with a scheme that links may have: `https:/x`, `https:\\x` and `https//x` are taken as
/// browsers and people mean them.
fn with_scheme(text: &str) -> Option<Cow<'_, str>> {
    let start = text.get(..7).unwrap_or(text).to_ascii_lowercase();
    if start.starts_with("mailto:") || start.starts_with("tel:") {
        return Some(text.into());
    }
    let (scheme, length) = match start.as_str() {
        _ if start.starts_with("https:") || start.starts_with("https/") => ("https", 5),
        _ if start.starts_with("http:") || start.starts_with("http//") => ("http", 4),
        _ => return None,
    };
    let rest = text.get(length..)?;
    if rest.starts_with('/') && !rest.starts_with("//") {
        return None;
    }
    let host = rest.trim_start_matches([':', '/', '\\']);
    (!host.is_empty()).then(|| format!("{scheme}://{host}").into())
}
