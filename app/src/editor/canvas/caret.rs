//! The caret in a field that is edited in place.

use leptos::prelude::*;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::HtmlElement;

/// The text offset at a point of the window, by `caretPositionFromPoint` or, where that is missing,
/// `caretRangeFromPoint`.
pub fn offset_at(x: f64, y: f64) -> Option<u32> {
    let page: JsValue = document().into();
    let ask = |name: &str| {
        let call: js_sys::Function = js_sys::Reflect::get(&page, &name.into()).ok()?.dyn_into().ok()?;
        call.call2(&page, &x.into(), &y.into()).ok().filter(|call2| !call2.is_null() && !call2.is_undefined())
    };
    let (found, name) = match ask("caretPositionFromPoint") {
        Some(it) => (it, "offset"),
        None => (ask("caretRangeFromPoint")?, "startOffset"),
    };
    let number = js_sys::Reflect::get(&found, &name.into()).ok()?.as_f64()?;
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "an offset in a text")]
    let number = number as u32;
    Some(number)
}

/// Puts the caret at an offset of an element's only text node, or at the end of the element.
pub fn place(element: &HtmlElement, at: Option<u32>) {
    let (Ok(range), Ok(Some(selection))) = (document().create_range(), window().get_selection()) else { return };
    let text = element.first_child();
    let placed = match (text, at) {
        (Some(text), Some(at)) => range.set_start(
            &text,
            at.min(text.text_content().unwrap_or_default().encode_utf16().count().try_into().unwrap_or(u32::MAX)),
        ),
        _ => range.select_node_contents(element),
    };
    if placed.is_ok() {
        range.collapse_with_to_start(at.is_some());
        let _ = selection.remove_all_ranges();
        let _ = selection.add_range(&range);
    }
}

/// Selects all of an element's text.
pub fn select_all(element: &HtmlElement) {
    if let Ok(Some(selection)) = window().get_selection() {
        let _ = selection.select_all_children(element);
    }
}
