//! What is refused, and what is cut out: addresses that run or read something, and credentials (decisions, Handles and
//! addresses).

use super::repository;
use crate::address::decoded;
use crate::safe_url::without_credentials;
use crate::text::{clean, halfwidth};
use crate::tile::profile_address;

/// Longest start of a text that is looked at for a scheme, bytes.
const START: usize = 400;

/// Why a string is refused as an item: its scheme runs or reads something (`javascript:`, `data:`, `file:`, however it is
/// disguised), or is no scheme of links (`ftp://`). `None` for what may become a tile. A clause, for messages.
pub fn refusal(input: &str) -> Option<String> {
    refused(&clean(input))
}

/// The same of a text without invisible characters.
pub(super) fn refused(input: &str) -> Option<String> {
    let (scheme, rest) = input.split_once(':').unwrap_or_default();
    let web = |scheme: &str| scheme.eq_ignore_ascii_case("https") || scheme.eq_ignore_ascii_case("http");
    // `1.https://…`, `a.https://…`: the mark of a list.
    let marked = scheme.rsplit_once('.').is_some_and(|(mark, scheme)| mark.len() <= 2 && web(scheme));
    let named = |scheme: &str| {
        (1..=20).contains(&scheme.len())
            && scheme.starts_with(|first: char| first.is_ascii_alphabetic())
            && !marked
            && scheme.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'-' | b'.'))
    };
    let refused = if let Some(script) = script(input) {
        script.to_owned()
    } else if named(scheme) && rest.starts_with("//") {
        let understood =
            web(scheme) || profile_address::of_app_link(input).is_some() || repository::of_git_address(input).is_some();
        if understood { return None } else { scheme.to_ascii_lowercase() }
    } else {
        return None;
    };
    Some(format!("links of the kind \"{refused}:\" are not allowed; use https, http, mailto or tel"))
}

/// Why a string is not taken where nothing is changed in silence: what [`refusal`] says, or that it has credentials.
pub fn problem(input: &str) -> Option<String> {
    let input = &clean(input);
    let credentials =
        || without_credentials(input).map(|_| "the address contains a user name or password; leave it out".to_owned());
    refused(input).or_else(credentials)
}

/// The scheme, if a browser would run or read what follows it.
fn script(input: &str) -> Option<&'static str> {
    let end = (0..=START.min(input.len())).rev().find(|end| input.is_char_boundary(*end))?;
    let start = input.get(..end)?;
    if !start.contains([':', '&', '%', '：']) {
        return None;
    }
    let start = plain(start);
    let squeezed: String = start.chars().filter(|it| !it.is_whitespace()).collect::<String>().to_ascii_lowercase();
    let after = |scheme: &str| squeezed.strip_prefix(scheme).and_then(|rest| rest.strip_prefix(':'));
    // Prose goes on with a space: "JavaScript: the good parts", "Data: none".
    let prose = start.split_once(':').is_some_and(|(_, rest)| rest.starts_with(' ') || rest.is_empty());
    let code = |rest: &str| {
        !prose || rest.contains(['(', ')', '=', ';', '\'', '"', '`', '<', '>', '{', '[', '\\']) || rest.contains("//")
    };
    let kind = |rest: &str| {
        let kind = rest.split([',', ';']).next().unwrap_or_default();
        let (major, minor) = kind.split_once('/').unwrap_or_default();
        let token = |text: &str| {
            !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"+.-*".contains(&byte))
        };
        rest.len() > kind.len() && (kind.is_empty() || (token(major) && token(minor)) || rest.contains(";base64"))
    };
    let wrapped = squeezed.strip_prefix("view-source:").or_else(|| squeezed.strip_prefix("feed:"));
    match () {
        () if after("javascript").is_some_and(code) || wrapped.is_some_and(|rest| rest.starts_with("javascript:")) => {
            Some("javascript")
        }
        () if after("vbscript").is_some_and(code) => Some("vbscript"),
        () if after("livescript").is_some_and(code) => Some("livescript"),
        () if after("data").is_some_and(|rest| kind(rest) || (!prose && rest.contains(','))) => Some("data"),
        () if after("file").is_some_and(|rest| rest.starts_with(['/', '\\'])) => Some("file"),
        () if after("filesystem").is_some_and(|rest| rest.starts_with("http")) => Some("filesystem"),
        () if after("blob").is_some_and(|rest| rest.starts_with(['/', 'h', 'n']) && !prose) => Some("blob"),
        () => None,
    }
}

/// A text as a browser might come to read it: without invisible characters, with character references and percent-encoding
/// resolved, full-width letters in their usual form.
fn plain(text: &str) -> String {
    let visible = |it: char| {
        !(it.is_control()
            || matches!(it, '\u{ad}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{2069}' | '\u{feff}' | '\u{e0000}'..='\u{e007f}'))
    };
    let text = if text.contains('%') { decoded(text) } else { text.to_owned() };
    let text = if text.contains('&') { without_references(&text) } else { text };
    let text: String = halfwidth(&text).chars().filter(|it| visible(*it)).collect();
    text.trim_start().to_owned()
}

/// Resolves the character references of HTML that disguise a scheme.
fn without_references(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('&') {
        out.push_str(before);
        let end = after.find(|it: char| !(it.is_ascii_alphanumeric() || it == '#')).unwrap_or(after.len());
        let (name, behind) = after.split_at_checked(end).unwrap_or((after, ""));
        let number = |digits: &str, radix| u32::from_str_radix(digits, radix).ok().and_then(char::from_u32);
        let found = match name.strip_prefix('#') {
            Some(digits) => match digits.strip_prefix(['x', 'X']) {
                Some(digits) => number(digits, 16),
                None => number(digits, 10),
            },
            None => match name {
                "colon" => Some(':'),
                "Tab" => Some('\t'),
                "NewLine" => Some('\n'),
                "lpar" => Some('('),
                "sol" => Some('/'),
                "nbsp" => Some(' '),
                _ => None,
            },
        };
        match found {
            Some(found) => {
                out.push(found);
                rest = behind.strip_prefix(';').unwrap_or(behind);
            }
            None => {
                out.push('&');
                rest = after;
            }
        }
    }
    out.push_str(rest);
    out
}
