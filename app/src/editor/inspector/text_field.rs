//! A text field: validated while typing, sent after a pause or on blur, one undo step for each visit.

use std::cell::RefCell;
use std::rc::Rc;

use leptos::prelude::*;
use mantel_model::edit::display_name;
use mantel_model::sync::ReversibleEdit;
use mantel_model::{Edit, TileId, read};
use serde_json::Value;

use super::field_id;
use crate::components::tile_fields::TextField;
use crate::components::{dom, tile_label};
use crate::editor::state::editor::Editor;
use crate::editor::sync;

/// How long after the last keystroke the text is sent, ms (decisions, The browser and the API).
const REST: u64 = 800;

thread_local! {
    /// Sends what was typed last and not sent yet.
    static OPEN: RefCell<Option<Rc<dyn Fn()>>> = const { RefCell::new(None) };
}

/// Sends what was typed and not sent yet.
pub fn settle() {
    if let Some(send) = OPEN.with_borrow_mut(Option::take) {
        send();
    }
}

/// Sends and stores what was typed when the document is left.
pub fn settle_on_leaving(editor: Editor) {
    let leaving = window_event_listener(leptos::ev::pagehide, move |_| {
        settle();
        sync::store_now(editor);
    });
    on_cleanup(move || leaving.remove());
}

/// The state of a field: what was typed and the error about it.
#[derive(Clone, Copy)]
struct FieldState {
    editor: Editor,
    id: StoredValue<TileId>,
    field: TextField,
    typed: RwSignal<Option<String>>,
    problem: RwSignal<Option<String>>,
}

impl FieldState {
    /// The patch that what was typed makes.
    fn patch(self, text: &str) -> Result<Value, String> {
        let patch = self.field.patch(text).map_err(|clause| tile_label::sentence(&clause))?;
        let tile = self.id.with_value(|id| self.editor.draft.with_untracked(|draft| draft.tile(id).cloned()));
        let tile = tile.ok_or("This tile was removed.")?;
        match read::patch_tile(&tile, &patch) {
            Ok(_) => Ok(patch),
            Err(problems) => {
                Err(problems.first().map(|problem| tile_label::sentence(&problem.message)).unwrap_or_default())
            }
        }
    }

    fn check(self) {
        let typed = self.typed.get_untracked();
        let problem = typed.and_then(|typed| self.patch(&typed).err());
        if self.problem.with_untracked(|current| *current != problem) {
            self.problem.set(problem);
        }
    }

    /// Sends it, if it is valid.
    fn send(self) {
        let Some(Ok(patch)) = self.typed.get_untracked().map(|typed| self.patch(&typed)) else { return };
        let id = self.id.get_value();
        let name = self.editor.draft.with_untracked(|draft| draft.tile(&id).map(display_name)).unwrap_or_default();
        let gesture = format!("{}-{id}", self.field.name);
        self.editor.edit_in_gesture(Edit::Update { id, patch }, &format!("Changed {name}"), &gesture);
        let settled: Vec<String> = untrack(|| self.editor.rejected_edits())
            .into_iter()
            .filter(|step| self.text_in(&step.edit).is_some())
            .map(|item| item.key)
            .collect();
        settled.iter().for_each(|key| self.editor.discard_rejected(key));
    }

    /// The value that an edit set this field to.
    fn text_in(self, op: &ReversibleEdit) -> Option<String> {
        match op {
            ReversibleEdit::Update { id, patch, .. } if self.id.with_value(|own| own == id) => {
                patch.get(self.field.name).map(|value| value.as_str().unwrap_or_default().to_owned())
            }
            _ => None,
        }
    }

    fn input(self, text: String) {
        self.typed.set(Some(text.clone()));
        self.check();
        OPEN.set(Some(Rc::new(move || self.send())));
        dom::after(REST, move || {
            // If the field was removed by now, it was sent then.
            if self.typed.try_get_untracked().flatten().as_ref() == Some(&text) {
                self.send();
            }
        });
    }

    /// Leaving the field: valid text has been sent and is an undo step of its own; invalid text stays as typed.
    fn leave(self) {
        settle();
        self.editor.end_gesture();
        if self.problem.with_untracked(Option::is_none) {
            self.typed.set(None);
        }
    }
}

/// The label, the input and the error.
pub fn line(editor: Editor, id: &TileId, field: TextField) -> AnyView {
    let now = value(editor, id.clone(), field.name);
    let its = FieldState {
        editor,
        id: StoredValue::new(id.clone()),
        field,
        typed: RwSignal::new(None),
        problem: RwSignal::new(None),
    };
    Effect::new(move |_| {
        let refused = editor
            .rejected_edits()
            .into_iter()
            .rev()
            .find_map(|rejected_edit| Some((its.text_in(&rejected_edit.edit)?, rejected_edit.reason)));
        if let Some((text, words)) = refused.filter(|_| its.typed.with_untracked(Option::is_none)) {
            its.typed.set(Some(text));
            its.problem.set(Some(words));
        }
    });
    on_cleanup(settle);
    let shown = move || its.typed.get().unwrap_or_else(|| now.get());
    let control = field_id(field.name);
    let says = format!("{control}-says");
    let wrong = move || its.problem.with(Option::is_some).to_string();
    let input = if field.long {
        view! { <textarea class="ui-field dense" id=control.clone() rows="2" aria-invalid=wrong aria-describedby=says.clone() prop:value=shown on:input=move |event| its.input(event_target_value(&event)) on:blur=move |_| its.leave()></textarea> }.into_any()
    } else {
        view! { <input class="ui-field dense" id=control.clone() autocomplete="off" aria-invalid=wrong aria-describedby=says.clone() prop:value=shown on:input=move |event| its.input(event_target_value(&event)) on:blur=move |_| its.leave()/> }.into_any()
    };
    view! {
        <label class="editor-label" for=control>{field.label}</label>
        <div class="editor-control">{input}<span class="ui-warning editor-message" id=says aria-live="polite">{move || its.problem.get()}</span></div>
    }
    .into_any()
}

/// A field of a tile as text; empty if the tile has none.
pub fn value(editor: Editor, id: TileId, name: &'static str) -> Memo<String> {
    editor.draft_memo(move |page| {
        let tile = page.tile(&id).and_then(|tile| serde_json::to_value(tile).ok());
        tile.and_then(|tile| tile.get(name).and_then(Value::as_str).map(str::to_owned)).unwrap_or_default()
    })
}
