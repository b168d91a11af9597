//! The element of the page in which a field is edited.

use leptos::prelude::*;
use wasm_bindgen::JsCast;
use web_sys::{Element, HtmlElement, Node};

use crate::components::tile_fields::InPlaceField;

/// The element of a field's text, and whether it had to be created because the field is empty.
pub fn place_of(whole: &Element, field: InPlaceField) -> Option<(HtmlElement, bool)> {
    let found = whole.query_selector(&format!(".{}", field.class)).ok().flatten();
    if let Some(found) = found {
        return Some((found.dyn_into().ok()?, false));
    }
    let within = whole.query_selector(".body, .who").ok().flatten()?;
    let _ = within.class_list().remove_1("blank");
    let tag = if within.class_list().contains("who") { "p" } else { "span" };
    let made = document().create_element(tag).ok()?;
    made.set_class_name(field.class);
    let before = match field.class {
        "desc" => within.query_selector(".title").ok().flatten().and_then(|element| element.next_sibling()),
        "bio" => within.query_selector(".name").ok().flatten().and_then(|element| element.next_sibling()),
        _ => None,
    };
    within.insert_before(&made, before.as_ref()).ok()?;
    Some((made.dyn_into().ok()?, true))
}

/// Makes the element editable.
pub fn show_source(element: &HtmlElement, field: InPlaceField) {
    let _ = element.class_list().add_1("editor-inline-edit");
    let attributes = [
        ("contenteditable", "plaintext-only"),
        ("role", "textbox"),
        ("aria-label", field.label),
        ("aria-multiline", if field.lines { "true" } else { "false" }),
        ("data-empty", field.label),
        ("spellcheck", "true"),
    ];
    for (name, value) in attributes {
        let _ = element.set_attribute(name, value);
    }
    // For browsers without `plaintext-only`.
    if !element.is_content_editable() {
        let _ = element.set_attribute("contenteditable", "true");
    }
}

/// Makes the element read-only again.
pub fn show_rendered(element: &HtmlElement) {
    let _ = element.class_list().remove_1("editor-inline-edit");
    for name in ["contenteditable", "role", "aria-label", "aria-multiline", "data-empty", "spellcheck"] {
        let _ = element.remove_attribute(name);
    }
}

/// The child nodes of a node.
pub fn children(node: &Node) -> Vec<Node> {
    let all = node.child_nodes();
    (0..all.length()).filter_map(|at| all.get(at)).collect()
}

/// The text in an element or a part of it as it was typed, with line breaks but without the effect of CSS.
pub fn text(within: &Node) -> String {
    let mut out = String::new();
    for node in children(within) {
        match node.node_name().as_str() {
            "BR" => out.push('\n'),
            "#comment" => {}
            "DIV" => {
                out.push('\n');
                out.push_str(&node.text_content().unwrap_or_default());
            }
            _ => out.push_str(&node.text_content().unwrap_or_default()),
        }
    }
    out
}
