//! Parses raw JSON into a brief: everything defaulted, repaired or dropped becomes a warning.

mod address;
mod field_names;
mod item;
mod page;
mod presentation;
mod theme;
mod vocabulary;

use address::picture_address;
pub use field_names::path_to;
use field_names::*;
pub use item::{alone, items, links};
pub use page::{Page, has_links, is_page_part, page};
pub use vocabulary::WRAPPINGS;

use super::json::{Json, Node};
use super::types::Brief;
use super::warning::Warnings;
use crate::limits;
use crate::page::Draft;
use crate::theme::Theme;
use crate::username::Username;

/// What a text names is called by: its folded form.
pub fn folded(name: &str) -> String {
    fold(name)
}

/// The first words in a value, for a warning that it was left out; begins the end of its sentence.
pub fn left_out(node: &Node) -> String {
    told(node)
}

/// The brief that a page is, and its whole theme.
pub fn brief(page: &mut Page<'_>, warnings: &mut Warnings) -> (Brief, Theme) {
    let mut brief = Brief::default();
    marker(page, warnings);
    let parts = ["given", "family"].map(|name| page.text(name, limits::NAME, warnings).unwrap_or_default());
    let name = page.text("name", limits::NAME, warnings).unwrap_or_else(|| parts.join(" "));
    brief.name = spaced(&name).chars().take(limits::NAME).collect();
    brief.bio = page.text("bio", limits::BIO, warnings).unwrap_or_default();
    brief.location = page.text("location", limits::LOCATION, warnings).unwrap_or_default();
    brief.username = username(page, warnings);
    brief.avatar = page.get("avatar").and_then(|(path, node)| picture_address(node, &path, warnings));
    brief.lang = page.get("lang").and_then(|(path, node)| presentation::language(node, &path, warnings));
    let theme = theme::theme(page, &mut brief, warnings);
    brief.links = std::mem::take(&mut page.tiles.items);
    (brief, theme)
}

/// Sets what only a page file says of a page.
pub fn finish(page: &Page<'_>, theme: Theme, draft: &mut Draft, warnings: &mut Warnings) {
    let (palette, background) = (draft.theme.palette, draft.theme.background.clone());
    draft.theme = theme;
    draft.theme.palette = palette;
    let own = &mut draft.theme.background;
    if page.get("backdrop").is_none_or(|(_, node)| !matches!(node.value, Json::Fields(_))) {
        *own = background;
    }
    let profile = &mut draft.profile;
    profile.avatar_focus = page.get("avatarFocus").and_then(|(path, node)| presentation::focus(node, &path, warnings));
    profile.avatar_zoom = page.get("avatarZoom").and_then(|(path, node)| presentation::zoom(node, &path, warnings));
    let mut text = |name, limit| page.text(name, limit, warnings).filter(|text| !text.is_empty());
    profile.page_title = text("pageTitle", limits::PAGE_TITLE).map(|text| crate::text::Text::cut(&text).0);
    profile.page_description =
        text("pageDescription", limits::PAGE_DESCRIPTION).map(|text| crate::text::Text::cut(&text).0);
    let flag = |name: &str| page.get(name).and_then(|(_, node)| flag_of(node));
    profile.listed = flag("listed").unwrap_or(true) && !flag("unlisted").unwrap_or_default();
    let mut taken = std::collections::HashSet::new();
    for (placed, tile) in page.tiles.placed.iter().zip(&mut draft.tiles) {
        tile.pos = placed.pos;
        if let Some(id) = &placed.id {
            if taken.insert(id.clone()) {
                tile.id = id.clone();
            } else {
                let words = format!("The id {id} is used twice; this tile got a new one.");
                warnings.add(&placed.path, None, words);
            }
        }
    }
}

/// A name with each run of whitespace collapsed to one space.
pub(super) fn spaced(name: &str) -> String {
    name.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Checks the format marker: 1, if present.
fn marker(page: &Page<'_>, warnings: &mut Warnings) {
    let Some((path, node)) = page.get("mantel") else { return };
    match &node.value {
        Json::Number(it) if (*it - 1.0).abs() < f64::EPSILON => {}
        Json::Text(it) if it.trim() == "1" => {
            warnings.add(&path, Some(node), "“mantel” is the number 1; the words were read as it.")
        }
        _ => {
            let words =
                format!("“mantel” names the format, which is 1; the file was read as that, without {}.", gist(node));
            warnings.add(&path, Some(node), words);
        }
    }
}

fn username(page: &Page<'_>, warnings: &mut Warnings) -> Option<Username> {
    let (path, node) = page.get("username")?;
    let text = text_of(node, &path, 200, warnings)?;
    if let Ok(name) = Username::parse(&text) {
        return Some(name);
    }
    let mut kept = String::new();
    // The last part of the address of a page.
    let last = text.trim_end_matches('/').rsplit('/').next().unwrap_or_default();
    for it in last.trim_start_matches('@').chars() {
        match it {
            _ if it.is_ascii_alphanumeric() || it == '_' => kept.push(it.to_ascii_lowercase()),
            ' ' | '-' | '.' if !kept.ends_with('-') && !kept.is_empty() => kept.push('-'),
            _ => {}
        }
    }
    let kept: String = kept.trim_matches('-').chars().take(limits::USERNAME_MAX).collect();
    match Username::parse(&kept) {
        Ok(name) => {
            warnings.add(
                &path,
                Some(node),
                format!(
                    "“{}” is not a username, so {name} was used. A username has 3 to 30 letters, numbers, - or _.",
                    shown(&text)
                ),
            );
            Some(name)
        }
        Err(_) => {
            warnings.add(
                &path,
                Some(node),
                format!(
                    "“{}” is not a username and was left out. A username has 3 to 30 letters, numbers, - or _.",
                    shown(&text)
                ),
            );
            None
        }
    }
}
