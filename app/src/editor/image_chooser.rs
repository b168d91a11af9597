//! A button that lets the owner choose a picture from their device, checks it and uploads it.

use leptos::prelude::*;
use mantel_model::ImageUrl;
use wasm_bindgen::JsCast;
use wasm_bindgen_futures::spawn_local;

use super::sync::session_token::with_token;
use super::upload;
use crate::api_client;

/// The state and the labels of an image chooser.
#[derive(Clone, Copy)]
pub struct ImageChooser {
    /// The id of the file input.
    pub id: &'static str,
    /// The label of the button.
    pub label: Signal<&'static str>,
    /// Whether an upload is in progress.
    pub busy: RwSignal<bool>,
    /// Why the last upload failed.
    pub problem: RwSignal<Option<String>>,
}

impl ImageChooser {
    /// A chooser with an id and a label.
    pub fn new(id: &'static str, label: Signal<&'static str>) -> Self {
        Self { id, label, busy: RwSignal::new(false), problem: RwSignal::new(None) }
    }
}

/// A button that asks for a file; `then` is called with the address of the uploaded picture.
pub fn view(chooser: ImageChooser, then: Callback<ImageUrl>) -> AnyView {
    let chosen = move |event: web_sys::Event| {
        let Some(input) = event.target().and_then(|target| target.dyn_into::<web_sys::HtmlInputElement>().ok()) else {
            return;
        };
        let file = input.files().and_then(|files| files.get(0));
        input.set_value("");
        if let Some(file) = file {
            upload(chooser, file, then);
        }
    };
    view! {
        <label class="ui-button quiet editor-file-button">
            <input type="file" class="ui-sr-only" id=chooser.id accept=upload::KINDS on:change=chosen/>
            {move || if chooser.busy.get() { "Uploading" } else { chooser.label.get() }}
        </label>
    }
    .into_any()
}

fn upload(chooser: ImageChooser, file: web_sys::File, then: Callback<ImageUrl>) {
    chooser.problem.set(upload::problem(&file.type_(), file.size()));
    if chooser.problem.with_untracked(Option::is_some) {
        return;
    }
    chooser.busy.set(true);
    spawn_local(async move {
        let answer = with_token(async |token| api_client::upload(token, &file, |_| {}).await).await;
        chooser.busy.set(false);
        match answer.map(|answer| ImageUrl::parse(&answer.src)) {
            Ok(Ok(image)) => then.run(image),
            Ok(Err(words)) => chooser.problem.set(Some(words)),
            Err(failure) => chooser.problem.set(Some(failure.words)),
        }
    });
}
