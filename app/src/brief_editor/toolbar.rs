//! The rail: whose eyes see this, and the way to make it theirs.

use leptos::prelude::*;

use super::state::Work;
use crate::site::logo;

/// Logo, sentence, button; the shelf under them.
pub fn rail(work: Work) -> AnyView {
    view! {
        <header class="n-rail m-wall">
            {logo(false)}
            <p class="n-only m-serif">"Only you can see this. "<span>"Make it yours."</span></p>
            <button type="button" class="m-button n-mine" aria-expanded=move || work.claiming.get().to_string() aria-controls="claim" on:click=move |_| super::claim::open(work)>
                "Make it mine"
            </button>
        </header>
        <div class="m-shelf low n-shelf" aria-hidden="true"></div>
    }
    .into_any()
}
