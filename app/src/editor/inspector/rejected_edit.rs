//! An edit that the service rejected: the reason, the text that was in it, and the actions Fix, Copy and Discard.

use leptos::prelude::*;
use mantel_model::sync::{RejectedStep, ReversibleEdit};

use super::field_id;
use crate::components::dom;
use crate::editor::canvas::elements;
use crate::editor::state::editor::Editor;
use crate::editor::state::selection::Selection;

/// The reason, and the actions.
pub fn view(editor: Editor, refused: RejectedStep) -> AnyView {
    let title = refused
        .edit
        .tile()
        .and_then(|id| editor.draft.with_untracked(|draft| draft.tile(id).map(mantel_model::edit::display_name)));
    let words = format!("{}{}", title.map(|title| format!("{title}: ")).unwrap_or_default(), refused.reason);
    let key = refused.key.clone();
    let fixed = field_of(&refused).filter(|field| {
        editor.draft.with_untracked(|page| match &field.0 {
            Selection::Tile(id) => page.tile(id).is_some(),
            Selection::Profile => true,
        })
    });
    let fix = fixed.map(|(selection, field)| {
        let act = move |_| {
            editor.select(Some(selection.clone()));
            elements::reveal(selection.clone());
            dom::focus(field_id(&field));
        };
        view! { <button type="button" class="ui-link" on:click=act>"Fix"</button> }
    });
    let content = refused.edit.content();
    // Without any text of the owner's there is nothing to lose.
    let close = if content.is_empty() { "OK" } else { "Discard" };
    let kept = (!content.is_empty()).then(|| {
        let copied = content.clone();
        let copy = move |_| {
            dom::copy(copied.clone(), move |done| {
                editor.announce(if done { "Copied" } else { "Select the text to copy it" })
            });
        };
        let text = view! { <blockquote class="editor-rejected-text" dir="auto">{content}</blockquote> };
        (text, view! { <button type="button" class="ui-link" on:click=copy>"Copy"</button> })
    });
    let (text, copy) = kept.unzip();
    view! {
        <div class="editor-rejected-edit">
            <p>{words}</p>
            {text}
            {fix}
            {copy}
            <button type="button" class="ui-link" on:click=move |_| editor.discard_rejected(&key)>{close}</button>
        </div>
    }
    .into_any()
}

/// The field that the edit was about, and its item.
fn field_of(refused: &RejectedStep) -> Option<(Selection, String)> {
    let first = |patch: &serde_json::Map<String, serde_json::Value>| patch.keys().next().cloned().unwrap_or_default();
    match &refused.edit {
        ReversibleEdit::Update { id, patch, .. } => Some((Selection::Tile(id.clone()), first(patch))),
        ReversibleEdit::Profile { patch, .. } => Some((Selection::Profile, first(patch))),
        _ => None,
    }
}
