//! Marks the words in which the two sides differ, in the type of the page.

use leptos::prelude::document;
use mantel_model::text::diff;
use wasm_bindgen::JsCast;
use web_sys::{Element, Node};

/// Compares the text on both sides of a card and marks the words that only one side has.
pub fn mark(card: &Element) {
    let side = |at: &str| {
        card.query_selector(&format!(
            ".editor-conflict-side:nth-child({at}) :is(.editor-thumbnail .tile, .editor-conflict-value)"
        ))
        .ok()?
    };
    let (Some(one), Some(other)) = (side("1"), side("2")) else { return };
    let (one, other) = (texts(&one), texts(&other));
    let split = |of: &[Node]| -> Vec<(usize, String)> {
        let word = |(at, node): (usize, &Node)| {
            let text = node.text_content().unwrap_or_default();
            diff::split(&text).into_iter().map(|part| (at, part.to_owned())).collect::<Vec<_>>()
        };
        of.iter().enumerate().flat_map(word).collect()
    };
    let (left, right) = (split(&one), split(&other));
    let (kept_left, kept_right) = diff::common_words(&plain(&left), &plain(&right));
    set_apart(&one, &left, &kept_left);
    set_apart(&other, &right, &kept_right);
}

fn plain(words: &[(usize, String)]) -> Vec<&str> {
    words.iter().map(|word| word.1.as_str()).collect()
}

/// The text nodes in an element, in order.
fn texts(element: &Node) -> Vec<Node> {
    let mut out = Vec::new();
    let children = element.child_nodes();
    for at in 0..children.length() {
        let Some(child) = children.item(at) else { continue };
        if child.node_type() == Node::TEXT_NODE {
            if child.text_content().is_some_and(|text| !text.trim().is_empty()) {
                out.push(child);
            }
        } else {
            out.extend(texts(&child));
        }
    }
    out
}

/// Rebuilds each text node with the words that differ in marks.
fn set_apart(nodes: &[Node], words: &[(usize, String)], kept: &[bool]) {
    for (at, node) in nodes.iter().enumerate() {
        let own: Vec<(&str, bool)> = words
            .iter()
            .zip(kept)
            .filter(|((of, _), _)| *of == at)
            .map(|((_, word), kept)| (word.as_str(), *kept))
            .collect();
        if own.iter().any(|(_, kept)| !kept) {
            replace(node, &own);
        }
    }
}

fn replace(node: &Node, words: &[(&str, bool)]) {
    let Some(parent) = node.parent_node() else { return };
    let mut run = String::new();
    let mut differs = false;
    let flush = |run: &mut String, differs: bool| {
        if run.is_empty() {
            return;
        }
        let text = document().create_text_node(run);
        let mark = differs.then(|| document().create_element("mark").ok()).flatten();
        let piece: Node = match mark {
            Some(mark) => {
                let _ = mark.set_attribute("class", "editor-diff");
                let _ = mark.append_child(&text);
                mark.unchecked_into()
            }
            None => text.unchecked_into(),
        };
        let _ = parent.insert_before(&piece, Some(node));
        run.clear();
    };
    for (word, kept) in words {
        if differs == *kept {
            flush(&mut run, differs);
            differs = !kept;
        }
        run.push_str(word);
    }
    flush(&mut run, differs);
    // The view's own text node stays, but empty: it is removed with the card.
    node.set_text_content(None);
}
