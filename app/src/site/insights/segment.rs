//! A choice of one: links side by side, so that it works without script.

use leptos::prelude::*;

/// The choices, under a name for screen readers.
pub(super) fn view(name: &'static str, choices: AnyView) -> AnyView {
    view! { <nav class="ui-segmented insights-segment" aria-label=name>{choices}</nav> }.into_any()
}

/// One of them: the address that shows it.
pub(super) fn choice(chosen: bool, address: String, words: AnyView) -> AnyView {
    view! { <a href=address aria-current=chosen.then_some("true")>{words}</a> }.into_any()
}
