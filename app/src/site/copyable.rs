//! A text that people take elsewhere, with a button that copies it.

use leptos::prelude::*;

use crate::components::icon;

/// The text in a dark box; the element with this id holds it. The button needs a script (`site.js`).
pub fn copyable(id: &str, text: &str) -> AnyView {
    view! {
        <div class="site-copyable"><code id=id.to_owned() tabindex="0">{text.to_owned()}</code><button class="site-copy" type="button" data-copy=id.to_owned() aria-label="Copy" hidden=true>{icon::stroke(icon::COPY)}</button></div>
    }
    .into_any()
}
