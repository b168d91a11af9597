//! The top bar: who can see this page, and the button to claim it.

use leptos::prelude::*;

use super::state::{BriefEditor, Tab};
use crate::components::icon;
use crate::components::logo::logo;

/// Logo, sentence, button, and the shelf below.
pub fn toolbar(editor: BriefEditor) -> AnyView {
    let live = Memo::new(move |_| editor.live_url.with(Option::is_some));
    view! {
        <header class="brief-toolbar ui-wall">
            {logo(false)}
            <p class="brief-privacy-note ui-serif">{move || if live.get() { LIVE.into_any() } else { private() }}</p>
            <p class="brief-moving-title">"Move in"</p>
            {move || if live.get() { edit_link() } else { claim_button(editor) }}
            <button type="button" class="brief-icon-button brief-moving-close" aria-label="Close" on:click=move |_| editor.show_tab(Tab::Form)>{icon::stroke(icon::CLOSE)}</button>
        </header>
        <div class="ui-shelf low brief-shelf" aria-hidden="true"></div>
    }
    .into_any()
}

/// Who can see a page that is live.
const LIVE: &str = "Anyone can see this.";

fn private() -> AnyView {
    view! { "Only you can see this. "<span>"Make it yours."</span> }.into_any()
}

fn claim_button(editor: BriefEditor) -> AnyView {
    view! {
        <button type="button" class="ui-button brief-claim-button" aria-expanded=move || editor.claim_open.get().to_string() aria-controls="claim" on:click=move |_| editor.open_claim()>
            "Make it mine"
        </button>
    }
    .into_any()
}

fn edit_link() -> AnyView {
    view! { <a class="ui-button brief-claim-button" href="/edit">"Edit it"</a> }.into_any()
}
