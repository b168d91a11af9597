//! A page that is live: its address, and the ways to pass it on.

use leptos::prelude::*;

use super::dom;

/// The id of the button that copies the address.
pub const COPY_ID: &str = "live-copy";

/// The address of a live page with its QR code, the button that copies it, and the ways to everything else that can be
/// passed on, and to the page.
pub fn actions(url: String) -> AnyView {
    let shown = url.split_once("://").map_or(url.clone(), |(_, rest)| rest.to_owned());
    let copied = RwSignal::new(false);
    let address = url.clone();
    let copy = move |_| {
        dom::copy(address.clone(), move |worked| {
            let _ = copied.try_set(worked);
            dom::after(2000, move || {
                let _ = copied.try_set(false);
            });
        });
    };
    view! {
        <img class="ui-live-code" src=format!("{url}/qr.svg") alt="QR code"/>
        <p class="ui-live-address ui-serif"><a class="ui-link" href=url.clone() target="_blank" rel="noopener">{shown}</a></p>
        <button type="button" class="ui-button last" id=COPY_ID on:click=copy>{move || if copied.get() { "Copied" } else { "Copy address" }}</button>
        <a class="ui-button quiet big" href="/share">"Share"</a>
        <a class="ui-button quiet big" href=url target="_blank" rel="noopener">"Open it"</a>
    }
    .into_any()
}
