//! The documentation of the API: its index, its reference and its error codes.

pub mod errors;
pub mod index;
pub mod reference;

use leptos::prelude::*;

use crate::site::document::{footer, header};

/// The frame of these screens: a heading, a paragraph that says what follows, and that. `class` is the screen's own.
fn article(
    class: &'static str,
    title: &'static str,
    lead: impl IntoView,
    content: impl IntoView,
    signed_in: bool,
) -> AnyView {
    view! {
        <div class=format!("ui-wall site-article site-errors{class}")>
            {header(signed_in)}
            <div class="ui-shelf low" aria-hidden="true"></div>
            <main>
                <h1>{title}</h1>
                <p class="site-lead">{lead}</p>
                {content}
            </main>
        </div>
        {footer()}
    }
    .into_any()
}
