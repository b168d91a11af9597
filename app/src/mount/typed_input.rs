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
    /// Where the caret is in it, if it is a field: what is typed next goes there.
    caret: Option<u32>,
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
        let fields = ["name", "where", "line", "paste", "move-in-address"].into_iter().filter_map(changed).collect();
        let element = document().active_element();
        let caret = element.clone().and_then(|element| match element.dyn_into::<web_sys::HtmlInputElement>() {
            Ok(input) => input.selection_end().ok().flatten(),
            Err(element) => element.dyn_into::<web_sys::HtmlTextAreaElement>().ok()?.selection_end().ok().flatten(),
        });
        let focused = element.map(|element| element.id()).filter(|id| !id.is_empty());
        Self { fields, focused, caret }
    }

    /// Restores the focus, and the caret once the field has its text again: Firefox would put it before the first letter.
    pub(super) fn focus(self) {
        let Some(id) = self.focused else { return };
        dom::focus(id.clone());
        let Some(caret) = self.caret else { return };
        // In the frame that moves the focus, so that nothing is typed in between.
        request_animation_frame(move || {
            let Some(field) = document().get_element_by_id(&id) else { return };
            let _ = match field.dyn_into::<web_sys::HtmlInputElement>() {
                Ok(input) => input.set_selection_range(caret, caret),
                Err(field) => match field.dyn_into::<web_sys::HtmlTextAreaElement>() {
                    Ok(area) => area.set_selection_range(caret, caret),
                    Err(_) => Ok(()),
                },
            };
        });
    }
}
