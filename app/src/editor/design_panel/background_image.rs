//! A picture from the owner's device: chosen, checked, uploaded.

use leptos::prelude::*;
use mantel_model::ImageUrl;
use wasm_bindgen::JsCast;
use wasm_bindgen_futures::spawn_local;

use super::super::sync::with_bearer;
use super::super::upload;
use crate::api_client;

/// What a file chooser says and who hears of the picture.
#[derive(Clone, Copy)]
pub struct Chooser {
    /// Id of its field.
    pub id: &'static str,
    /// On the button.
    pub label: Signal<&'static str>,
    /// Whether a picture is on its way.
    pub busy: RwSignal<bool>,
    /// Why the last one did not come.
    pub problem: RwSignal<Option<String>>,
}

impl Chooser {
    /// A chooser with a name.
    pub fn new(id: &'static str, label: Signal<&'static str>) -> Self {
        Self { id, label, busy: RwSignal::new(false), problem: RwSignal::new(None) }
    }
}

/// A button that asks for a file; `then` hears the address of the picture.
pub fn chooser(its: Chooser, then: Callback<ImageUrl>) -> AnyView {
    let chosen = move |event: web_sys::Event| {
        let Some(input) = event.target().and_then(|target| target.dyn_into::<web_sys::HtmlInputElement>().ok()) else {
            return;
        };
        let file = input.files().and_then(|files| files.get(0));
        input.set_value("");
        if let Some(file) = file {
            take(its, file, then);
        }
    };
    view! {
        <label class="m-button quiet e-file">
            <input type="file" class="m-hidden" id=its.id accept=upload::KINDS on:change=chosen/>
            {move || if its.busy.get() { "Uploading" } else { its.label.get() }}
        </label>
    }
    .into_any()
}

fn take(its: Chooser, file: web_sys::File, then: Callback<ImageUrl>) {
    its.problem.set(upload::problem(&file.type_(), file.size()));
    if its.problem.with_untracked(Option::is_some) {
        return;
    }
    its.busy.set(true);
    spawn_local(async move {
        let answer = with_bearer(async |bearer| api_client::upload(bearer, &file, |_| {}).await).await;
        its.busy.set(false);
        match answer.map(|answer| ImageUrl::parse(&answer.src)) {
            Ok(Ok(image)) => then.run(image),
            Ok(Err(words)) => its.problem.set(Some(words)),
            Err(failure) => its.problem.set(Some(failure.words)),
        }
    });
}
