//! The link bar: the page as a link that carries it whole.

use leptos::prelude::*;
use mantel_model::brief::{self, link};

use super::state::{Held, Work};
use crate::components::{dom, icon};

/// Letters after which some apps cut a link.
const LONG: usize = 2000;

/// The bar.
pub fn bar(work: Work) -> AnyView {
    let copied = RwSignal::new(false);
    let address = RwSignal::new(String::new());
    // The link follows a pause in typing: nobody reads it sooner.
    let turn = StoredValue::new(0_u32);
    Effect::new(move |_| {
        work.held.track();
        let mine = turn.with_value(|turn| turn.wrapping_add(1));
        turn.set_value(mine);
        dom::after(300, move || {
            if turn.get_value() == mine {
                address.set(link_of(work));
            }
        });
    });
    let shown = move || address.with(|address| address.split_once("://").map_or(address.clone(), |it| it.1.to_owned()));
    let long = move || address.with(|address| address.len() > LONG);
    let copy = move |_| {
        dom::copy(link_of(work), move |done| {
            copied.set(done);
            work.tell(if done {
                "Copied"
            } else {
                "The browser did not allow copying. The link is in the bar: select it and copy it."
            });
            dom::after(2000, move || copied.set(false));
        });
    };
    let save = move |_| {
        let (name, text) = work.held.with_untracked(|it| (file_name(it), it.written()));
        dom::download(&name, &text);
    };
    view! {
        <div class="n-link">
            <p class="n-long m-warn" hidden=move || !long()>"Too long for some apps. "<button type="button" class="m-words" on:click=save>"Download the file instead"</button>"."</p>
            <div class="n-link-row">
                {icon::stroke(icon::LINK)}
                <input class="n-address" readonly=true aria-label="This page as a link" prop:value=shown on:focus=move |event| select(&event)/>
                <button type="button" class="m-button quiet" on:click=copy>{move || if copied.get() { icon::stroke(icon::CHECK) } else { icon::stroke(icon::COPY) }}<span class="n-copy-long">{move || if copied.get() { "Copied" } else { "Copy this page as a link" }}</span></button>
            </div>
        </div>
    }
    .into_any()
}

fn link_of(work: Work) -> String {
    let base = work.start.with_value(|start| start.base.clone());
    let base = if base.is_empty() { window().location().origin().unwrap_or_default() } else { base };
    let text = work.held.with_untracked(|it| {
        if it.file.is_some() { compact(&it.written()) } else { brief::value(&it.brief).to_string() }
    });
    format!("{base}/new#p={}", link::encode(&text))
}

/// The file without its indents.
fn compact(text: &str) -> String {
    serde_json::from_str::<serde_json::Value>(text).map_or_else(|_| text.to_owned(), |it| it.to_string())
}

fn file_name(held: &Held) -> String {
    let name: String =
        held.brief.name.to_lowercase().chars().map(|it| if it.is_alphanumeric() { it } else { '-' }).collect();
    let name = name.trim_matches('-');
    format!("{}.json", if name.is_empty() { "page" } else { name })
}

fn select(event: &web_sys::FocusEvent) {
    use wasm_bindgen::JsCast;
    if let Some(input) = event.target().and_then(|target| target.dyn_into::<web_sys::HtmlInputElement>().ok()) {
        input.select();
    }
}
