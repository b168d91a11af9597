//! Input and focus from before the screen was mounted.

use leptos::prelude::*;
use wasm_bindgen::JsCast;
use web_sys::{HtmlElement, HtmlInputElement, HtmlTextAreaElement};

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
            let field = document().get_element_by_id(id)?;
            let (value, default) = match field.dyn_into::<HtmlInputElement>() {
                Ok(input) => (input.value(), input.default_value()),
                Err(field) => field
                    .dyn_into::<HtmlTextAreaElement>()
                    .map(|area| (area.value(), area.default_value().unwrap_or_default()))
                    .ok()?,
            };
            (value != default).then_some((id, value))
        };
        let fields = ["name", "where", "line", "paste", "move-in-address"].into_iter().filter_map(changed).collect();
        let element = document().active_element();
        let caret = element.clone().and_then(|element| match element.dyn_into::<HtmlInputElement>() {
            Ok(input) => input.selection_end().ok().flatten(),
            Err(element) => element.dyn_into::<HtmlTextAreaElement>().ok()?.selection_end().ok().flatten(),
        });
        let id = element.map(|element| element.id()).filter(|id| !id.is_empty());
        Self { fields, focused: id.map(|id| Focused { id, caret }) }
    }
}

impl Focused {
    /// Restores the focus, and the caret once the field has its text again: Firefox would put it before the first letter.
    /// To call as soon as the fields are mounted, in the same step: a key pressed in between would reach no field.
    pub(super) fn restore(self) {
        let Some(element) = document().get_element_by_id(&self.id) else { return };
        let element: HtmlElement = element.unchecked_into();
        let _ = element.focus();
        let Some(caret) = self.caret else { return };
        let _ = match element.dyn_into::<HtmlInputElement>() {
            Ok(input) => input.set_selection_range(caret, caret),
            Err(element) => match element.dyn_into::<HtmlTextAreaElement>() {
                Ok(area) => area.set_selection_range(caret, caret),
                Err(_) => Ok(()),
            },
        };
    }
}
