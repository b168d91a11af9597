//! The form: who the page is about, what it holds, how it looks.

mod look_picker;
mod paste_field;
mod theme_pickers;
mod tile_fields;
mod tile_list;
mod tile_row;

use leptos::prelude::*;
use mantel_model::ImageUrl;
use mantel_model::brief::{Brief, Warning};

use super::state::{Work, item_of};
use crate::components::icon;

/// The whole form.
pub fn form(work: Work) -> AnyView {
    view! {
        <div class="n-form">
            <div class="n-who">
                {portrait(work)}
                {line(work, "name", "Name", "name", |it| it.name.clone(), |it, words| it.name = words)}
                {line(work, "where", "Where", "off", |it| it.location.clone(), |it, words| it.location = words)}
                {line(work, "line", "A line about you", "off", |it| it.bio.clone(), |it, words| it.bio = words)}
            </div>
            {general(work)}
            {tile_list::rows(work)}
            {paste_field::field(work)}
            {look_picker::shelf(work)}
            {theme_pickers::row(work)}
        </div>
    }
    .into_any()
}

/// A field of the profile.
fn line(
    work: Work,
    id: &'static str,
    label: &'static str,
    complete: &'static str,
    get: fn(&Brief) -> String,
    set: fn(&mut Brief, String),
) -> AnyView {
    let value = work.part(get);
    view! {
        <p class=format!("n-{id}")>
            <label class="m-label" for=id>{label}</label>
            <input class="m-field dense" id=id prop:value=move || value.get() value=value.get_untracked() autocomplete=complete on:input=move |event| work.edit(|it| set(it, event_target_value(&event)))/>
        </p>
    }
    .into_any()
}

/// The portrait, and where it comes from.
fn portrait(work: Work) -> AnyView {
    let avatar = work.part(|it| it.avatar.as_ref().map(ToString::to_string));
    let initial =
        work.part(|it| it.name.trim().chars().next().map(|it| it.to_uppercase().to_string()).unwrap_or_default());
    let changing = RwSignal::new(false);
    let problem = RwSignal::new(None::<String>);
    let set = move |words: String| {
        let words = words.trim().to_owned();
        if words.is_empty() {
            problem.set(None);
            return work.edit(|it| it.avatar = None);
        }
        match ImageUrl::parse(&words) {
            Ok(image) => {
                problem.set(None);
                work.edit(|it| it.avatar = Some(image));
            }
            Err(sentence) => problem.set(Some(crate::components::tile_label::sentence(&sentence))),
        }
    };
    let picture = move || match avatar.get() {
        Some(src) => view! { <img src=src alt="" width="88" height="88" referrerpolicy="no-referrer"/> }.into_any(),
        None => view! { <span class="n-initial m-serif">{move || initial.get()}</span> }.into_any(),
    };
    view! {
        <div class="n-portrait">
            <span class="n-face" aria-hidden="true">{picture}</span>
            <button type="button" class="m-words" aria-expanded=move || changing.get().to_string() aria-controls="portrait" on:click=move |_| { changing.update(|changing| *changing = !*changing); if changing.get_untracked() { crate::components::dom::focus("portrait"); } }>
                {move || if avatar.with(Option::is_some) { "Change" } else { "Add a face" }}
            </button>
        </div>
        <p class="n-portrait-at" hidden=move || !changing.get()>
            <label class="m-label" for="portrait">"Address of a picture of you"</label>
            <input class="m-field dense" id="portrait" inputmode="url" autocomplete="off" spellcheck="false" placeholder="https://" prop:value=move || avatar.get().unwrap_or_default() aria-describedby="portrait-says" on:change=move |event| set(event_target_value(&event))/>
            <span class="m-warn n-says" id="portrait-says" aria-live="polite">{move || problem.get()}</span>
        </p>
    }
    .into_any()
}

/// What was noticed about the whole, not about one row.
fn general(work: Work) -> impl IntoView {
    let list = Memo::new(move |_| {
        work.held.with(|it| {
            it.warnings.iter().filter(|warning| item_of(&warning.path).is_none()).cloned().collect::<Vec<_>>()
        })
    });
    move || {
        let list = list.get();
        let first = list.iter().find_map(|it| it.line);
        (!list.is_empty()).then(|| {
            let one = |warning: Warning| view! { <li>{warning.message}</li> };
            view! { <div class="n-warnings m-warn"><ul aria-label="Things to look at">{list.into_iter().map(one).collect_view()}</ul>{first.map(|line| show(work, line))}</div> }
        })
    }
}

/// Leads to the line in the JSON.
pub fn show(work: Work, line: u32) -> AnyView {
    let go = move |_| {
        super::sidebar::show(work, super::state::Tab::Json);
        work.line.set(Some(line));
    };
    view! { <button type="button" class="m-words n-go" on:click=go>"Show in JSON"</button> }.into_any()
}

/// A small cross.
pub fn cross() -> AnyView {
    icon::stroke(icon::CLOSE)
}
