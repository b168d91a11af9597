//! Addresses of links and pictures in a brief, and the rejection of unsafe schemes.

use super::super::detect::{self, refusal, whole_address};
use super::super::json::{Json, Node};
use super::super::warning::Warnings;
use super::field_names::*;
use crate::limits;
use crate::safe_url::{ImageUrl, SafeUrl};
use crate::text::trim;
use crate::tile::Kind;

/// Whether it has `javascript:`, `data:` or another scheme that no link may have.
pub(super) fn unsafe_scheme(text: &str) -> bool {
    refusal(text).is_some()
}

pub(super) fn picture_address(node: &Node, path: &str, warnings: &mut Warnings) -> Option<ImageUrl> {
    let text = text_of(node, path, limits::URL_BYTES, warnings)?;
    if text.is_empty() {
        return None;
    }
    // `![alt](address)` is a picture in Markdown.
    let address = text.strip_prefix('!').and_then(titled_address).map_or(text.as_str(), |(_, address)| address);
    let whole = if address.starts_with("/media/") || address.contains("://") {
        Some(address.to_owned())
    } else {
        whole_address(address).map(|address| address.to_string())
    };
    match whole.as_deref().map(ImageUrl::parse) {
        Some(Ok(image)) => Some(image),
        _ => {
            warnings.add(
                path,
                Some(node),
                format!(
                    "“{}” is not the address of a picture and was left out. It starts with https://.",
                    shown(&text)
                ),
            );
            None
        }
    }
}

/// The address in a field; `title` is what the link is called, for the warning that there is none.
pub(super) fn link_address(node: &Node, path: &str, title: Option<&str>, warnings: &mut Warnings) -> Option<SafeUrl> {
    // The marks around an address are no part of it.
    let marks = if matches!(&node.value, Json::Text(text) if text.starts_with('<')) { 2 } else { 0 };
    let text = text_of(node, path, limits::URL_BYTES + marks, warnings)?;
    let whole = address_in(&text);
    match &whole {
        None => {
            let why = if unsafe_scheme(&text) { "is not a safe address" } else { "is not an address" };
            let what =
                title.map_or_else(|| "was left out".to_owned(), |title| format!("so “{}” was left out", shown(title)));
            let join = if title.is_some() { ", " } else { " and " };
            if text.is_empty() {
                let what = title.map_or_else(|| "it".to_owned(), |title| format!("“{}”", shown(title)));
                warnings.add(path, Some(node), format!("There is no address here, so {what} was left out."));
                return None;
            }
            let words = format!("“{}” {why}{join}{what}. Links start with https, http, mailto or tel.", shown(&text));
            warnings.add(path, Some(node), words);
        }
        Some(url) if whole_address(&text).is_none() && SafeUrl::parse(&text).is_err() => {
            warnings.add(path, Some(node), format!("“{}” was read as {}.", shown(&text), shown(url.as_str())));
        }
        Some(_) => {}
    }
    whole
}

/// The address that a text is meant as: whole, without its scheme, in Markdown, or an email or telephone number.
pub(super) fn address_in(text: &str) -> Option<SafeUrl> {
    if let Some(url) = whole_address(text) {
        return Some(url);
    }
    let text = trim(text).trim_matches(['<', '>', '"', '“', '”']);
    if let Some((_, address)) = titled_address(text) {
        return whole_address(address);
    }
    let bare = text.strip_prefix("https//").or_else(|| text.strip_prefix("http//")).unwrap_or(text);
    if let Some(url) = whole_address(bare).or_else(|| whole_address(&format!("{bare}/"))) {
        return Some(url);
    }
    match detect::detect(text) {
        kind @ Kind::Social(_) => kind.address(),
        _ if text.contains('@') => None,
        _ => SafeUrl::parse(text).ok(),
    }
}

/// `[Shop](https://…)`, `Shop: https://…`, `Shop – https://…`: the title and the address.
pub(super) fn titled_address(text: &str) -> Option<(&str, &str)> {
    let inner =
        text.strip_prefix('[').and_then(|rest| rest.strip_suffix(')')).and_then(|inside| inside.split_once("]("));
    let (name, address) = match inner {
        Some((name, address)) => (name, address.trim()),
        None => {
            let (name, address) = text.rsplit_once(char::is_whitespace)?;
            let name = name.trim_end();
            let bare = name.trim_end_matches([':', '-', '–', '—', '|', '→', '>']);
            if bare.len() == name.len() || !address.contains("://") {
                return None;
            }
            (bare, address)
        }
    };
    let address = address.trim_matches(['<', '>']);
    let name = name.trim().trim_matches('*').trim();
    let one = !name.is_empty() && !name.contains("://") && !name.contains("](") && !name.contains('\n');
    (one && whole_address(address).is_some()).then_some((name, address))
}

/// The address an item states itself: `url`, or that of its email or telephone number.
pub(super) fn own_address(fields: &Named<'_>, kind: &Kind) -> Option<SafeUrl> {
    match fields.get("url").map(|node| &node.value) {
        Some(Json::Text(text)) => address_in(text.trim()),
        _ => (fields.get("email").or_else(|| fields.get("phone"))).and_then(|_| kind.address()),
    }
}
