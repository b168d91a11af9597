//! A private link to the draft: "Show it to somebody first".

use leptos::prelude::*;
use mantel_model::api::PreviewLink;
use wasm_bindgen_futures::spawn_local;

use crate::api_client;
use crate::api_client::Answer;
use crate::components::dom;
use crate::editor::sync::session_token::with_token;

/// The line below the list.
pub fn link() -> AnyView {
    let known = RwSignal::new(None::<Option<PreviewLink>>);
    let failed = RwSignal::new(None::<String>);
    Effect::new(move |_| {
        spawn_local(async move {
            settle(known, failed, with_token(async |token| api_client::preview(token).await).await);
        });
    });
    let make = move |_| {
        spawn_local(async move {
            settle(known, failed, with_token(async |token| api_client::make_preview(token).await).await);
            dom::focus("preview-address");
        });
    };
    let shown = move || {
        match known.get() {
        None => ().into_any(),
        Some(None) => view! { <p class="editor-preview-link"><span>"Show it to somebody first: a private link to this draft."</span><button type="button" class="ui-link" id="preview-make" on:click=make>"Make a link"</button></p> }.into_any(),
        Some(Some(link)) => link_view(known, failed, link.url),
    }
    };
    view! { <div class="editor-preview-link-section">{shown}{move || failed.get().map(|reason| view! { <p class="ui-warning" role="alert">{reason}</p> })}</div> }.into_any()
}

fn link_view(known: RwSignal<Option<Option<PreviewLink>>>, failed: RwSignal<Option<String>>, url: String) -> AnyView {
    let copied = RwSignal::new(false);
    let address = url.clone();
    let copy = move |_| {
        dom::copy(address.clone(), move |done| {
            let _ = copied.try_set(done);
            dom::after(2000, move || {
                let _ = copied.try_set(false);
            });
        });
    };
    let revoke = move |_| {
        spawn_local(async move {
            let answer = with_token(async |token| api_client::revoke_preview(token).await).await;
            settle(known, failed, answer.map(|()| None));
            dom::focus("preview-make");
        });
    };
    view! {
        <p class="editor-preview-link made">
            <label for="preview-address">"Whoever has this link sees the draft."</label>
            <input class="ui-field dense" id="preview-address" readonly=true value=url/>
            <button type="button" class="ui-button quiet" on:click=copy>{move || if copied.get() { "Copied" } else { "Copy" }}</button>
            <button type="button" class="ui-link" on:click=revoke>"Revoke"</button>
        </p>
    }
    .into_any()
}

fn settle(
    known: RwSignal<Option<Option<PreviewLink>>>,
    failed: RwSignal<Option<String>>,
    answer: Answer<Option<PreviewLink>>,
) {
    match answer {
        Ok(it) => {
            let _ = (known.try_set(Some(it)), failed.try_set(None));
        }
        Err(failure) => {
            let _ = failed.try_set(Some(failure.words));
        }
    }
}
