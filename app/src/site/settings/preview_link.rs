//! The private link to the draft.

use leptos::prelude::*;

use super::{Section, Settings, Sure, confirmed};
use crate::components::icon;

pub(super) fn section(it: &Settings) -> AnyView {
    let about = view! { <p class="m-soft">"Shows the draft, as it is at every moment, to whoever has the link. Search engines don’t see it."</p> };
    let acts = match &it.link {
        None => view! { <form action="/settings/link" method="post"><button class="m-button quiet">"Make a private link"</button></form> }.into_any(),
        Some((url, made)) => shown(url.clone(), made.clone()),
    };
    super::section(it, Section::Link, "Private link", about.into_any(), acts)
}

fn shown(url: String, made: String) -> AnyView {
    let anew = view! { <p>"The link above leads nowhere from then on; the new one takes its place."</p> };
    let end = view! { <p>"Whoever opens it finds nothing from then on."</p> };
    view! {
        <p class="d-secret s-link"><code id="private-link" tabindex="0">{url.clone()}</code><button class="m-button quiet" type="button" data-copy="private-link" hidden=true>{icon::stroke(icon::COPY)}"Copy"</button></p>
        <p class="m-soft">{format!("Made {made}. ")}<a class="m-words" href=url>"Open it"</a></p>
        <div class="s-two">
            {confirmed(sure("Replace it", "/settings/link", anew.into_any(), "Make a new one"))}
            {confirmed(sure("Revoke it", "/settings/link/revoke", end.into_any(), "Revoke the link"))}
        </div>
    }
    .into_any()
}

fn sure(label: &'static str, action: &str, words: AnyView, act: &'static str) -> Sure {
    Sure { label, of: String::new(), action: action.to_owned(), words, act, grave: true }
}
