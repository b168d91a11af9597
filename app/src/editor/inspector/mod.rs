//! The inspector: what cannot be edited on the tile itself, on a card beside it (screens, 2).

pub mod actions;
mod avatar;
mod card;
mod choices;
mod free_placement;
pub mod profile;
pub mod rejected_edit;
pub mod several;
mod text_field;
mod tile;

pub use card::card;
use leptos::prelude::*;
pub use text_field::{settle, settle_on_leaving};
pub use tile::fields;
use wasm_bindgen::JsCast;

use crate::components::dom;
use crate::editor::state::editor::Editor;

/// The id of the control of a field, by the name of the field in the API.
pub fn field_id(name: &str) -> String {
    format!("its-{name}")
}

/// Moves the focus into the card, which a drag may have put away.
pub fn enter(editor: Editor) {
    editor.show_inspector();
    request_animation_frame(|| {
        let first = document().query_selector("#inspector :is(button,input,select,textarea):not([tabindex='-1'])");
        if let Some(it) = first.ok().flatten().and_then(|first| first.dyn_into::<web_sys::HtmlElement>().ok()) {
            let _ = it.focus();
        }
    });
}

/// Moves the focus back to the list.
fn leave() {
    settle();
    dom::focus("tiles");
}
