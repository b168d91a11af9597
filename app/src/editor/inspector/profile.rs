//! The inspector of the profile: name, bio, location, language and avatar. The text can also be edited in place on the page.

use leptos::prelude::*;
use mantel_model::text::Text;
use mantel_model::{Edit, Language, limits};
use serde_json::json;

use super::avatar;
use crate::components::{dom, tile_label};
use crate::editor::state::editor::Editor;

/// How long after the last keystroke the text is sent, ms.
const REST: u64 = 800;

/// All fields of the profile.
pub fn inspector(editor: Editor) -> AnyView {
    let has = editor.draft_memo(|page| page.profile.avatar.is_some());
    view! {
        <div class="editor-profile">
            {field(editor, Field { name: "name", label: "Name", long: false, read: |page| page.name.to_string(), fits: fits::<{ limits::NAME }> })}
            {field(editor, Field { name: "bio", label: "A line about you", long: true, read: |page| page.bio.as_ref().map(ToString::to_string).unwrap_or_default(), fits: fits::<{ limits::BIO }> })}
            {field(editor, Field { name: "location", label: "Place", long: false, read: |page| page.location.as_ref().map(ToString::to_string).unwrap_or_default(), fits: fits::<{ limits::LOCATION }> })}
            {field(editor, Field { name: "lang", label: "Language (en, pt-BR, ar)", long: false, read: |page| page.lang.as_ref().map(ToString::to_string).unwrap_or_default(), fits: |tag| if tag.trim().is_empty() { Ok(()) } else { Language::parse(tag.trim()).map(|_| ()) } })}
            {avatar::avatar(editor)}
            {move || has.get().then(|| crate::editor::design_panel::avatar_shapes(editor, "Shape"))}
        </div>
    }
    .into_any()
}

/// A text field.
#[derive(Clone, Copy)]
struct Field {
    name: &'static str,
    label: &'static str,
    long: bool,
    read: fn(&mantel_model::Profile) -> String,
    fits: fn(&str) -> Result<(), String>,
}

fn fits<const MAX: usize>(words: &str) -> Result<(), String> {
    Text::<MAX>::new(words).map(|_| ())
}

/// A field whose text is sent after a pause in typing and on leaving it; each visit is one undo step.
fn field(editor: Editor, its: Field) -> AnyView {
    let now = editor.draft_memo(move |page| (its.read)(&page.profile));
    let problem = RwSignal::new(None::<String>);
    let round = StoredValue::new(0_u32);
    let waiting = StoredValue::new(None::<String>);
    let send = move || {
        let Some(Some(words)) = waiting.try_update_value(Option::take) else { return };
        let value = if words.trim().is_empty() && its.name != "name" { json!(null) } else { json!(words.trim()) };
        let mut patch = serde_json::Map::new();
        patch.insert(its.name.to_owned(), value);
        editor.edit_in_gesture(Edit::Profile(patch.into()), &format!("Changed {}", its.label.to_lowercase()), its.name);
    };
    let typed = move |event| {
        let words: String = event_target_value(&event);
        let refused = (its.fits)(&words).err().map(|problem| tile_label::sentence(&problem));
        waiting.set_value(refused.is_none().then_some(words));
        problem.set(refused);
        let mine = round.with_value(|round| round.wrapping_add(1));
        round.set_value(mine);
        dom::after(REST, move || {
            if round.try_get_value() == Some(mine) {
                send();
            }
        });
    };
    let left = move |_| {
        send();
        editor.end_gesture();
    };
    on_cleanup(send);
    let (id, says) = (format!("profile-{}", its.name), format!("profile-{}-says", its.name));
    let wrong = move || problem.with(Option::is_some).to_string();
    let first = now.get_untracked();
    let input = if its.long {
        view! { <textarea class="ui-field dense" id=id.clone() rows="3" dir="auto" aria-invalid=wrong aria-describedby=says.clone() prop:value=move || now.get() on:input=typed on:blur=left>{first}</textarea> }.into_any()
    } else {
        view! { <input class="ui-field dense" id=id.clone() dir="auto" autocomplete="off" value=first aria-invalid=wrong aria-describedby=says.clone() prop:value=move || now.get() on:input=typed on:blur=left/> }.into_any()
    };
    view! {
        <p class="editor-profile-field"><label class="ui-label" for=id>{its.label}</label>{input}<span class="ui-warning editor-message" id=says aria-live="polite">{move || problem.get()}</span></p>
    }
    .into_any()
}
