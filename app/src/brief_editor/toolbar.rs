//! The top bar: who can see this page, and the way to claim it.

use leptos::prelude::*;

use super::state::BriefEditor;
use crate::components::logo::logo;

/// Logo, sentence, button, and the shelf below.
pub fn toolbar(editor: BriefEditor) -> AnyView {
    view! {
        <header class="n-rail m-wall">
            {logo(false)}
            <p class="n-only m-serif">"Only you can see this. "<span>"Make it yours."</span></p>
            <button type="button" class="m-button n-mine" aria-expanded=move || editor.claim_open.get().to_string() aria-controls="claim" on:click=move |_| editor.open_claim()>
                "Make it mine"
            </button>
        </header>
        <div class="m-shelf low n-shelf" aria-hidden="true"></div>
    }
    .into_any()
}
