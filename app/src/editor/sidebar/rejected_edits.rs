//! Changes that the service refused, each with its sentence, Fix and Discard.

use leptos::prelude::*;
use mantel_model::sync::{RejectedStep, ReversibleEdit};

use super::super::inspector;
use crate::components::dom;
use crate::editor::state::editor::{Editor, Selection};

/// All of them.
pub fn all(editor: Editor) -> AnyView {
    let list = Memo::new(move |_| editor.refused());
    view! { {move || (!list.with(Vec::is_empty)).then(|| view! { <ul class="e-refusals">{list.get().into_iter().map(|it| view! { <li>{one(editor, it)}</li> }).collect_view()}</ul> })} }.into_any()
}

/// One: the sentence, and what can be done about it.
pub fn one(editor: Editor, refused: RejectedStep) -> AnyView {
    let title = refused
        .edit
        .tile()
        .and_then(|id| editor.draft.with_untracked(|draft| draft.tile(id).map(mantel_model::edit::display_name)));
    let words = format!("{}{}", title.map(|title| format!("{title}: ")).unwrap_or_default(), refused.reason);
    let key = refused.key.clone();
    let fixed = place(&refused).filter(|place| {
        editor.draft.with_untracked(|page| match &place.0 {
            Selection::Tile(id) => page.tile(id).is_some(),
            Selection::Profile => true,
        })
    });
    let fix = fixed.map(|(thing, field)| {
        let act = move |_| {
            editor.choose(Some(thing.clone()));
            super::reveal(thing.clone());
            dom::focus(inspector::field_id(&field));
        };
        view! { <button type="button" class="m-words" on:click=act>"Fix"</button> }
    });
    view! {
        <div class="e-refused">
            <p>{words}</p>
            {fix}
            <button type="button" class="m-words" on:click=move |_| editor.discard(&key)>"Discard"</button>
        </div>
    }
    .into_any()
}

/// Whose field it was.
fn place(refused: &RejectedStep) -> Option<(Selection, String)> {
    let first = |patch: &serde_json::Map<String, serde_json::Value>| patch.keys().next().cloned().unwrap_or_default();
    match &refused.edit {
        ReversibleEdit::Update { id, patch, .. } => Some((Selection::Tile(id.clone()), first(patch))),
        ReversibleEdit::Profile { patch, .. } => Some((Selection::Profile, first(patch))),
        _ => None,
    }
}
