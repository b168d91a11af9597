//! The selection in a field that is edited in place, as byte ranges of its source, and changing the source so that the
//! browser can undo it.

use std::ops::Range;

use leptos::prelude::*;
use wasm_bindgen::JsCast;
use web_sys::{HtmlElement, Node};

use super::field_element::{children, text};
use crate::components::dom;

/// The source in a field.
pub fn source(field: &HtmlElement) -> String {
    text(field)
}

/// What is selected in a field; `None` if the selection is elsewhere.
pub fn read(field: &HtmlElement) -> Option<Range<usize>> {
    let selection = window().get_selection().ok()??;
    let range = (selection.range_count() > 0).then(|| selection.get_range_at(0).ok())??;
    if !field.contains(range.common_ancestor_container().ok().as_ref()) {
        return None;
    }
    let start = length_before(field, &range.start_container().ok()?, range.start_offset().ok()?)?;
    let end = length_before(field, &range.end_container().ok()?, range.end_offset().ok()?)?;
    Some(start..end)
}

/// How many bytes of the source are before a point in the field.
fn length_before(field: &HtmlElement, node: &Node, offset: u32) -> Option<usize> {
    let range = document().create_range().ok()?;
    range.set_start(field, 0).ok()?;
    range.set_end(node, offset).ok()?;
    let before = range.clone_contents().ok()?;
    Some(text(&before).len())
}

/// Selects a range of the source.
pub fn select(field: &HtmlElement, range: Range<usize>) {
    let (Ok(made), Ok(Some(selection))) = (document().create_range(), window().get_selection()) else { return };
    let (start, end) = (point(field, range.start), point(field, range.end));
    if made.set_start(&start.0, start.1).is_ok() && made.set_end(&end.0, end.1).is_ok() {
        let _ = selection.remove_all_ranges();
        let _ = selection.add_range(&made);
    }
}

/// The node and the offset in it at so many bytes of the source.
fn point(field: &HtmlElement, at: usize) -> (Node, u32) {
    let mut left = at;
    let mut index = 0;
    for node in children(field) {
        let own = match node.node_name().as_str() {
            "#text" => {
                let words = node.text_content().unwrap_or_default();
                if let Some(before) = words.get(..left) {
                    let offset = before.encode_utf16().count().try_into().unwrap_or(0);
                    return (node, offset);
                }
                words.len()
            }
            "BR" if left == 0 => break,
            "BR" => 1,
            "DIV" => 1 + node.text_content().unwrap_or_default().len(),
            _ => 0,
        };
        left = left.saturating_sub(own);
        index += 1;
    }
    (field.clone().unchecked_into(), index)
}

/// Replaces the source, as if the part that differs had been typed.
pub fn replace(field: &HtmlElement, new: &str) {
    let old = text(field);
    let (same, old_end, new_end) = difference(&old, new);
    select(field, same..old_end);
    let piece = new.get(same..new_end).unwrap_or_default();
    dom::call_method(&document(), "execCommand", &["insertText".into(), false.into(), piece.into()]);
    if text(field) != new {
        field.set_text_content(Some(new));
        let options = web_sys::EventInit::new();
        options.set_bubbles(true);
        if let Ok(event) = web_sys::Event::new_with_event_init_dict("input", &options) {
            let _ = field.dispatch_event(&event);
        }
    }
}

/// Where two texts begin to differ, and where the part that differs ends in each, in bytes.
fn difference(old: &str, new: &str) -> (usize, usize, usize) {
    let same: usize =
        old.chars().zip(new.chars()).take_while(|(one, other)| one == other).map(|(one, _)| one.len_utf8()).sum();
    let rest = |text: &str| text.get(same..).unwrap_or_default().to_owned();
    let (old_rest, new_rest) = (rest(old), rest(new));
    let tail: usize = old_rest
        .chars()
        .rev()
        .zip(new_rest.chars().rev())
        .take_while(|(one, other)| one == other)
        .map(|(one, _)| one.len_utf8())
        .sum();
    (same, old.len() - tail, new.len() - tail)
}

#[cfg(test)]
mod tests {
    use super::difference;

    #[test]
    fn only_what_differs_is_replaced() {
        for (old, new, part) in [
            ("see the kiln", "see **the** kiln", (4, 7, 11)),
            ("aa", "aaa", (2, 2, 3)),
            ("ä b", "ä **b**", (3, 4, 8)),
            ("", "x", (0, 0, 1)),
            ("same", "same", (4, 4, 4)),
        ] {
            assert_eq!(difference(old, new), part, "{old} to {new}");
        }
    }
}
