//! A social handle: icon and handle, in the group under the name or alone on a canvas.

use leptos::prelude::*;
use mantel_model::tile::Social;

use crate::components::icon;
use crate::render::tile::markup::ME_REL;

/// One handle as a sticker of the look; no link when `inert`.
pub fn sticker(social: &Social, index: usize, inert: bool) -> AnyView {
    let label = format!("{}: {}", social.platform.label(), social.handle.as_str());
    let class = format!("social n-{} p-{}", index % 4, social.platform);
    let inside = view! {
        <span class="dab" aria-hidden="true"></span>
        <span class="ico" aria-hidden="true">{icon::platform(social.platform)}</span>
        <span class="handle" data-net=social.platform.label()>{social.shown_handle()}</span>
    };
    match social.address().map(|address| address.to_string()).filter(|_| !inert) {
        Some(url) => view! { <a class=class href=url rel=ME_REL aria-label=label>{inside}</a> }.into_any(),
        None => view! { <span class=class aria-label=label role="img">{inside}</span> }.into_any(),
    }
}
