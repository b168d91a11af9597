//! The top bar: who can see this page, and the button to claim it.

use leptos::prelude::*;

use super::state::BriefEditor;
use crate::components::logo::logo;

/// Logo, sentence, button, and the shelf below.
pub fn toolbar(editor: BriefEditor) -> AnyView {
    view! {
        <header class="brief-toolbar ui-wall">
            {logo(false)}
            <p class="brief-privacy-note ui-serif">"Only you can see this. "<span>"Make it yours."</span></p>
            <button type="button" class="ui-button brief-claim-button" aria-expanded=move || editor.claim_open.get().to_string() aria-controls="claim" on:click=move |_| editor.open_claim()>
                "Make it mine"
            </button>
        </header>
        <div class="ui-shelf low brief-shelf" aria-hidden="true"></div>
    }
    .into_any()
}
