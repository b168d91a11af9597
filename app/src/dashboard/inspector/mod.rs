//! The inspector: what cannot be done on the tile itself, on a card beside it that never covers it (screens, 2).

pub mod acts;
mod canvas;
mod card;
mod choices;
mod field;
mod fields;
mod place;

use leptos::prelude::*;
use wasm_bindgen::JsCast;

pub use card::card;
pub use field::{settle, settle_on_leaving};
pub use fields::fields;
pub use place::spot;

use crate::ui::browser;

/// The id of the control of a field, by the field's name in the API.
pub fn field_id(name: &str) -> String {
    format!("its-{name}")
}

/// Leads the keyboard into the card.
pub fn enter() {
    request_animation_frame(|| {
        let first = document().query_selector("#inspector :is(button,input,select,textarea):not([tabindex='-1'])");
        if let Some(it) = first.ok().flatten().and_then(|it| it.dyn_into::<web_sys::HtmlElement>().ok()) {
            let _ = it.focus();
        }
    });
}

/// Leads it back to the list.
fn leave() {
    settle();
    browser::focus("tiles");
}
