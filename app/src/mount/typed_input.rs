//! Input and focus from before the screen was mounted.

use leptos::prelude::*;
use wasm_bindgen::JsCast;
use web_sys::{Element, HtmlInputElement};

/// Input and focus from before the screen was mounted.
pub(super) struct TypedInput {
    /// The fields that were changed: id and value.
    pub(super) fields: Vec<(&'static str, String)>,
    /// The focused element.
    pub(super) focused: Option<Focused>,
}

/// The focused element.
pub(super) struct Focused {
    id: String,
    /// Where the caret is in it, if it is a field: what is typed next goes there.
    caret: Option<u32>,
}

impl TypedInput {
    pub(super) fn capture() -> Self {
        let changed = |id: &'static str| {
            let field = as_field(document().get_element_by_id(id)?);
            let value = field.value();
            (value != field.default_value()).then_some((id, value))
        };
        let fields = ["name", "where", "line", "paste", "move-in-address"].into_iter().filter_map(changed).collect();
        let element = document().active_element().filter(|element| !element.id().is_empty());
        let focused = element.map(|element| {
            let id = element.id();
            Focused { id, caret: as_field(element).selection_end().ok().flatten() }
        });
        Self { fields, focused }
    }
}

impl Focused {
    /// Restores the focus, and the caret once the field has its text again: Firefox would put it before the first letter.
    /// To call as soon as the fields are mounted, in the same step: a key pressed in between would reach no field.
    pub(super) fn restore(self) {
        let Some(element) = document().get_element_by_id(&self.id).map(as_field) else { return };
        let _ = element.focus();
        if let Some(caret) = self.caret {
            let _ = element.set_selection_range(caret, caret);
        }
    }
}

/// The element as a field of one line. One of several lines has the same properties; an element that is no field has no
/// caret.
fn as_field(element: Element) -> HtmlInputElement {
    element.unchecked_into()
}
