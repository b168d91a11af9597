//! The notice at the foot of the canvas. Its undo button undoes the step that it reports; once that step cannot be
//! undone, the notice disappears.

use crate::editor::state::breakpoint::Breakpoint;
use crate::editor::state::dialog::Dialog;
use crate::editor::state::editor::Editor;
use crate::editor::state::notice::Notice;
use leptos::prelude::*;

/// The latest notice, for eight seconds.
pub fn notice(editor: Editor) -> AnyView {
    let current = Memo::new(move |_| {
        let undoable = |notice: &Notice| {
            notice.undo.is_none_or(|number| editor.draft_sync.with(|sync| sync.can_undo_step(number)))
        };
        editor.notice.get().filter(undoable)
    });
    let shown = move |notice: Notice| {
        let button = notice.undo.map(|number| {
            let undo = move |_| {
                editor.notice.set(None);
                editor.undo_step(number);
            };
            view! { <button type="button" class="ui-link editor-toast-undo" on:click=undo>"Undo"</button> }.into_any()
        });
        let text = if notice.undo.is_some() { format!("{}.", notice.text.trim_end_matches('.')) } else { notice.text };
        view! { <p class="editor-toast"><span>{text}</span>{button}</p> }.into_any()
    };
    let phone = move || editor.breakpoint.get() == Breakpoint::Phone;
    let over_bottom_sheet = move || phone() && half_open(editor);
    let over_agent_notice = move || phone() && !half_open(editor) && editor.has_labelled_changes();
    view! { <div class="editor-toasts" class:over-sheet=over_bottom_sheet class:over-visit=over_agent_notice>{move || current.get().map(shown)}</div> }.into_any()
}

/// Whether a bottom sheet covers the lower half of the page on a phone: the design, or the inspector.
fn half_open(editor: Editor) -> bool {
    match editor.dialog.get() {
        Some(dialog) => dialog == Dialog::Design,
        None => editor.selected_one().is_some() && editor.inline_edit.with(Option::is_none),
    }
}
