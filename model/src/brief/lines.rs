//! A list in plain text or Markdown: each line becomes a tile, provided at least one of them is a link.

use super::json::{Json, Node, Place};
use super::types::Brief;
use super::warning::Warnings;
use super::{detect, read};
use crate::limits;
use crate::text::{Text, trim};
use crate::tile::Kind;

/// Reads a list; `None` when none of its lines is a link.
pub fn brief(text: &str, warnings: &mut Warnings) -> Option<Brief> {
    let mut brief = Brief::default();
    let mut items = Vec::new();
    let mut lines = text.lines().zip(1..);
    for (line, number) in lines.by_ref().take(limits::LIST_ITEMS) {
        let words = without_bullet(line.trim_start_matches('\u{feff}').trim());
        if says_nothing(words) {
            continue;
        }
        let before = words.as_ptr().addr().saturating_sub(line.as_ptr().addr());
        let column = line.get(..before).unwrap_or_default().chars().count() + 1;
        let place = Place { line: number, column: u32::try_from(column).unwrap_or(u32::MAX) };
        match title(words) {
            Some(name) if brief.name.is_empty() && items.is_empty() => {
                brief.name = read::spaced(&Text::<{ limits::NAME }>::cut(name).0);
            }
            Some(heading) => items.push(fields(place, &[("heading", heading)])),
            None => items.push(item(words, place)),
        }
    }
    items.iter().any(is_link).then(|| read::links(&items, "/links", &mut brief, warnings))?;
    if lines.next().is_some() {
        let words = format!("Only the first {} lines were read.", limits::LIST_ITEMS);
        warnings.add("/links", None, words);
    }
    Some(brief)
}

/// What one line of a list is: a link titled by the text next to it, a heading, or what [`detect`](detect::detect)
/// makes of it. `None` for a line without content: a rule, a code fence.
pub fn line(text: &str) -> Option<Kind> {
    let (words, place) = (without_bullet(trim(text)), Place::default());
    if says_nothing(words) {
        return None;
    }
    let node = title(words).map_or_else(|| item(words, place), |title| fields(place, &[("heading", title)]));
    let read = read::item(&node, "", &mut Warnings::new()).filter(|item| !read::is_blank(&item.kind));
    Some(read.map_or_else(|| detect::detect(words), |item| item.kind))
}

fn says_nothing(words: &str) -> bool {
    words.starts_with("```") || words.bytes().all(|byte| matches!(byte, b'-' | b'*' | b'_'))
}

fn is_link(node: &Node) -> bool {
    match &node.value {
        Json::Text(text) => detect::is_link(text),
        _ => node.field("url").is_some(),
    }
}

/// Strips `- `, `* `, `• ` or `1. ` from the front of a line.
fn without_bullet(line: &str) -> &str {
    let bare = line.trim_start_matches(|character: char| character.is_ascii_digit());
    let counted =
        (bare.len() < line.len()).then(|| bare.strip_prefix(". ").or_else(|| bare.strip_prefix(") "))).flatten();
    if let Some(rest) = counted {
        return rest.trim();
    }
    let marked = ["- ", "* ", "• ", "· ", "•"].iter().find_map(|bullet| line.strip_prefix(bullet));
    marked.unwrap_or(line).trim()
}

/// The text of a Markdown heading.
fn title(line: &str) -> Option<&str> {
    let words = line.trim_start_matches('#');
    let marks = line.len() - words.len();
    ((1..=6).contains(&marks) && words.starts_with(' ')).then(|| words.trim()).filter(|words| !words.is_empty())
}

/// `[Shop](https://…)`, `Shop: https://…`, `Shop https://…`, else the line itself.
fn item(line: &str, place: Place) -> Node {
    let line = line.strip_prefix('<').and_then(|rest| rest.strip_suffix('>')).unwrap_or(line);
    let inner =
        line.strip_prefix('[').and_then(|rest| rest.strip_suffix(')')).and_then(|inside| inside.split_once("]("));
    let (name, url) = match inner.or_else(|| line.rsplit_once(char::is_whitespace)) {
        Some((name, url)) if inner.is_some() || url.contains("://") => (name, url),
        _ => return text(line, place),
    };
    let name = name
        .trim()
        .trim_matches('*')
        .trim_end_matches(|character: char| character.is_whitespace() || ":-–—|*".contains(character));
    let url = url.trim_matches(['<', '>']);
    let one = !name.contains("://") && !name.contains("](") && detect::whole_address(url).is_some();
    match (one, name.is_empty()) {
        (true, true) => text(url, place),
        (true, false) => fields(place, &[("url", url), ("title", name)]),
        (false, _) => text(line, place),
    }
}

fn text(words: &str, place: Place) -> Node {
    Node { value: Json::Text(words.to_owned()), place }
}

fn fields(place: Place, fields: &[(&str, &str)]) -> Node {
    let fields = fields.iter().map(|(name, words)| ((*name).to_owned(), text(words, place))).collect();
    Node { value: Json::Fields(fields), place }
}
