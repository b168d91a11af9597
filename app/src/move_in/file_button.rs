//! The button that opens a saved file of a page.

use leptos::prelude::*;
use wasm_bindgen::JsCast;
use web_sys::HtmlInputElement;

use super::read;
use super::state::{FILES, MoveIn};
use crate::components::icon;

/// A button that opens a file.
pub fn file_button(move_in: MoveIn, class: &'static str, label: &'static str) -> AnyView {
    let chosen = move |event: web_sys::Event| {
        let Some(input) = event.target().and_then(|target| target.dyn_into::<HtmlInputElement>().ok()) else { return };
        if let Some(file) = input.files().and_then(|files| files.get(0)) {
            read::file(move_in, file);
        }
        input.set_value("");
    };
    let drawing = (class != "ui-link").then(|| icon::stroke(icon::FILE));
    view! { <label class=format!("{class} move-in-file")><input class="ui-sr-only" type="file" accept=FILES on:change=chosen/>{drawing}{label}</label> }.into_any()
}
