//! The form: profile, tiles, theme.

mod json_link;
pub mod look_picker;
mod paste_field;
mod row_drag;
mod theme_pickers;
mod tile_fields;
mod tile_list;
mod tile_row;

use leptos::prelude::*;
use mantel_model::ImageUrl;
use mantel_model::brief::{Brief, Warning};

use json_link::json_link;

use super::state::BriefEditor;
use crate::components::{dom, tile_label};

/// The whole form.
pub fn form(editor: BriefEditor) -> AnyView {
    view! {
        <div class="brief-form">
            <div class="brief-profile">
                {avatar_field(editor)}
                {profile_field(editor, "name", "Name", "name", |brief| brief.name.clone(), |brief, text| brief.name = text)}
                {profile_field(editor, "where", "Where", "off", |brief| brief.location.clone(), |brief, text| brief.location = text)}
                {profile_field(editor, "line", "A line about you", "off", |brief| brief.bio.clone(), |brief, text| brief.bio = text)}
            </div>
            {general_warnings(editor)}
            {tile_list::tile_list(editor)}
            {paste_field::field(editor)}
            {look_picker::look_picker(editor)}
            {theme_pickers::theme_pickers(editor)}
        </div>
    }
    .into_any()
}

/// A field of the profile.
fn profile_field(
    editor: BriefEditor,
    id: &'static str,
    label: &'static str,
    autocomplete: &'static str,
    get: fn(&Brief) -> String,
    set: fn(&mut Brief, String),
) -> AnyView {
    let value = editor.memo(get);
    view! {
        <p class=format!("brief-{id}")>
            <label class="ui-label" for=id>{label}</label>
            <input class="ui-field dense" id=id prop:value=move || value.get() value=value.get_untracked() autocomplete=autocomplete on:input=move |event| editor.edit(|brief| set(brief, event_target_value(&event)))/>
        </p>
    }
    .into_any()
}

/// The avatar, and a field for its address.
fn avatar_field(editor: BriefEditor) -> AnyView {
    let avatar = editor.memo(|brief| brief.avatar.as_ref().map(ToString::to_string));
    let initial = editor.memo(|brief| {
        let first = brief.name.trim().chars().next();
        first.map(|letter| letter.to_uppercase().to_string()).unwrap_or_default()
    });
    let field_open = RwSignal::new(false);
    let problem = RwSignal::new(None::<String>);
    let set = move |text: String| {
        let text = text.trim().to_owned();
        if text.is_empty() {
            problem.set(None);
            return editor.edit(|brief| brief.avatar = None);
        }
        match ImageUrl::parse(&text) {
            Ok(image) => {
                problem.set(None);
                editor.edit(|brief| brief.avatar = Some(image));
            }
            Err(sentence) => problem.set(Some(tile_label::sentence(&sentence))),
        }
    };
    let picture = move || match avatar.get() {
        Some(src) => view! { <img src=src alt="" width="88" height="88" referrerpolicy="no-referrer"/> }.into_any(),
        None => view! { <span class="brief-avatar-initial ui-serif">{move || initial.get()}</span> }.into_any(),
    };
    view! {
        <div class="brief-avatar">
            <span class="brief-avatar-image" aria-hidden="true">{picture}</span>
            <button type="button" class="ui-link" aria-expanded=move || field_open.get().to_string() aria-controls="portrait" on:click=move |_| { field_open.update(|open| *open = !*open); if field_open.get_untracked() { dom::focus("portrait"); } }>
                {move || if avatar.with(Option::is_some) { "Change" } else { "Add a face" }}
            </button>
        </div>
        <p class="brief-avatar-address" hidden=move || !field_open.get()>
            <label class="ui-label" for="portrait">"Address of a picture of you"</label>
            <input class="ui-field dense" id="portrait" inputmode="url" autocomplete="off" spellcheck="false" placeholder="https://" prop:value=move || avatar.get().unwrap_or_default() aria-describedby="portrait-says" on:change=move |event| set(event_target_value(&event))/>
            <span class="ui-warning brief-message" id="portrait-says" aria-live="polite">{move || problem.get()}</span>
        </p>
    }
    .into_any()
}

/// The warnings that are about no row of the list.
fn general_warnings(editor: BriefEditor) -> impl IntoView {
    let list = Memo::new(move |_| {
        editor.state.with(|state| {
            let general = state.warnings.iter().filter(|warning| warning.item.is_none());
            general.map(|located| located.warning.clone()).collect::<Vec<_>>()
        })
    });
    move || {
        let list = list.get();
        let first_line = list.iter().find_map(|warning| warning.line);
        (!list.is_empty()).then(|| {
            let item = |warning: Warning| view! { <li>{warning.message}</li> };
            view! { <div class="brief-warnings ui-warning"><ul aria-label="Things to look at">{list.into_iter().map(item).collect_view()}</ul>{first_line.map(|line| json_link(editor, line))}</div> }
        })
    }
}
