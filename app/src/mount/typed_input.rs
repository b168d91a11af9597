//! Input and focus from before the screen was mounted.

use leptos::prelude::*;
use wasm_bindgen::JsCast;

use crate::components::dom;

/// Input and focus from before the screen was mounted.
pub(super) struct TypedInput {
    /// The fields that were changed: id and value.
    pub(super) fields: Vec<(&'static str, String)>,
    /// The id of the focused element.
    focused: Option<String>,
}

impl TypedInput {
    pub(super) fn capture() -> Self {
        let changed = |id: &'static str| {
            let field = document().get_element_by_id(id)?;
            let (value, default) = match field.dyn_into::<web_sys::HtmlInputElement>() {
                Ok(input) => (input.value(), input.default_value()),
                Err(field) => field
                    .dyn_into::<web_sys::HtmlTextAreaElement>()
                    .map(|area| (area.value(), area.default_value().unwrap_or_default()))
                    .ok()?,
            };
            (value != default).then_some((id, value))
        };
        let fields = ["name", "where", "line", "paste"].into_iter().filter_map(changed).collect();
        let focused = document().active_element().map(|element| element.id()).filter(|id| !id.is_empty());
        Self { fields, focused }
    }

    /// Restores the focus.
    pub(super) fn focus(self) {
        if let Some(id) = self.focused {
            dom::focus(id);
        }
    }
}
