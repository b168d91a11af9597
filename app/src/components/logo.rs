//! The logo, as the link to the landing page.

use leptos::prelude::*;

/// The fireplace of the logo. `lit` fills the ember: the page is live, or there is nothing to publish.
pub fn logo(lit: bool) -> AnyView {
    let ember = if lit {
        view! { <circle class="fire" cx="24" cy="42" r="4"></circle> }.into_any()
    } else {
        view! { <circle class="ring" cx="24" cy="42" r="3" fill="none" stroke="var(--ui-ember)" stroke-width="2"></circle> }.into_any()
    };
    view! {
        <a class="ui-logo" href="/" aria-label="Mantel">
            <svg viewBox="0 0 48 48" aria-hidden="true"><path class="stone" d="M2 10h44v7h-4v29H31V34a7 7 0 0 0-14 0v12H6V17H2z"></path>{ember}</svg>
            <span>"Mantel"</span>
        </a>
    }
    .into_any()
}
