//! The link bar: a link that contains the whole page.

use leptos::prelude::*;
use mantel_model::brief::{self, link};

use super::brief_state::BriefState;
use super::state::BriefEditor;
use crate::components::{dom, icon};

/// The length above which some apps truncate a link.
const MAX_SAFE_LENGTH: usize = 2000;

/// The bar.
pub fn bar(editor: BriefEditor) -> AnyView {
    let copied = RwSignal::new(false);
    let address = RwSignal::new(String::new());
    // The link is updated after a pause in typing, because nobody reads it sooner.
    let latest = StoredValue::new(0_u32);
    Effect::new(move |_| {
        editor.state.track();
        let change = latest.with_value(|latest| latest.wrapping_add(1));
        latest.set_value(change);
        dom::after(300, move || {
            if latest.get_value() == change {
                address.set(link_of(editor));
            }
        });
    });
    let shown =
        move || address.with(|address| address.split_once("://").map_or(address.clone(), |(_, rest)| rest.to_owned()));
    let long = move || address.with(|address| address.len() > MAX_SAFE_LENGTH);
    let copy = move |_| {
        dom::copy(link_of(editor), move |worked| {
            copied.set(worked);
            editor.announce(if worked {
                "Copied"
            } else {
                "The browser did not allow copying. The link is in the bar: select it and copy it."
            });
            dom::after(2000, move || copied.set(false));
        });
    };
    let save = move |_| {
        let (name, text) = editor.state.with_untracked(|state| (file_name(state), state.to_text()));
        dom::download(&name, &text);
    };
    view! {
        <div class="brief-share-link">
            <p class="brief-share-link-warning ui-warning" hidden=move || !long()>"Too long for some apps. "<button type="button" class="ui-link" on:click=save>"Download the file instead"</button>"."</p>
            <div class="brief-share-link-row">
                {icon::stroke(icon::LINK)}
                <input class="brief-share-link-input" readonly=true aria-label="This page as a link" prop:value=shown on:focus=move |event| select_all(&event)/>
                <button type="button" class="ui-button quiet" on:click=copy>{move || if copied.get() { icon::stroke(icon::CHECK) } else { icon::stroke(icon::COPY) }}<span class="brief-copy-label">{move || if copied.get() { "Copied" } else { "Copy this page as a link" }}</span></button>
            </div>
        </div>
    }
    .into_any()
}

fn link_of(editor: BriefEditor) -> String {
    let base = editor.start.with_value(|start| start.base.clone());
    let base = if base.is_empty() { window().location().origin().unwrap_or_default() } else { base };
    let text = editor.state.with_untracked(|state| {
        if state.file.is_some() { compact(&state.to_text()) } else { brief::value(&state.brief).to_string() }
    });
    format!("{base}/new#p={}", link::encode(&text))
}

/// JSON without whitespace.
fn compact(text: &str) -> String {
    serde_json::from_str::<serde_json::Value>(text).map_or_else(|_| text.to_owned(), |value| value.to_string())
}

fn file_name(state: &BriefState) -> String {
    let name = state.brief.name.to_lowercase();
    let name: String = name.chars().map(|letter| if letter.is_alphanumeric() { letter } else { '-' }).collect();
    let name = name.trim_matches('-');
    format!("{}.json", if name.is_empty() { "page" } else { name })
}

fn select_all(event: &web_sys::FocusEvent) {
    use wasm_bindgen::JsCast;
    if let Some(input) = event.target().and_then(|target| target.dyn_into::<web_sys::HtmlInputElement>().ok()) {
        input.select();
    }
}
