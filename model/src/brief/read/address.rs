//! Addresses of links and pictures in a brief, and the rejection of unsafe schemes.

use super::super::detect::{refusal, whole_address};
use super::super::json::{Json, Node};
use super::super::warning::Warnings;
use super::field_names::*;
use crate::limits;
use crate::safe_url::{ImageUrl, SafeUrl};

/// Whether it has `javascript:`, `data:` or another scheme that no link may have.
pub(super) fn unsafe_scheme(text: &str) -> bool {
    refusal(text).is_some()
}

pub(super) fn picture_address(node: &Node, path: &str, warnings: &mut Warnings) -> Option<ImageUrl> {
    let text = text_of(node, path, limits::URL_BYTES, warnings)?;
    if text.is_empty() {
        return None;
    }
    let whole = if text.starts_with("/media/") || text.contains("://") {
        Some(text.clone())
    } else {
        whole_address(&text).map(|address| address.to_string())
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

pub(super) fn link_address(node: &Node, path: &str, warnings: &mut Warnings) -> Option<SafeUrl> {
    let text = text_of(node, path, limits::URL_BYTES, warnings)?;
    let whole = address_in(&text);
    if whole.is_none() {
        let why = if unsafe_scheme(&text) { "is not a safe address" } else { "is not an address" };
        warnings.add(
            path,
            Some(node),
            format!("“{}” {why} and was left out. Links start with https, http, mailto or tel.", shown(&text)),
        );
    }
    whole
}

pub(super) fn address_in(text: &str) -> Option<SafeUrl> {
    whole_address(text).or_else(|| if text.contains('@') { None } else { SafeUrl::parse(text).ok() })
}

/// The address an item states itself: `url`, or `email` as a `mailto:` address.
pub(super) fn own_address(fields: &Named<'_>) -> Option<SafeUrl> {
    let words = |name: &str| match &fields.get(name)?.value {
        Json::Text(text) => Some(text.trim()),
        _ => None,
    };
    let mail = || whole_address(&format!("mailto:{}", words("email")?.trim_start_matches("mailto:").trim()));
    words("url").and_then(whole_address).or_else(mail)
}
