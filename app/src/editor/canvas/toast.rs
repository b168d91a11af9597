//! The sentence at the foot of the table, with its way back.

use leptos::prelude::*;

use crate::editor::presence;
use crate::editor::state::breakpoint::Room;
use crate::editor::state::editor::{Editor, Notice, Sheet};

/// What just happened, for eight seconds.
pub fn notice(editor: Editor) -> AnyView {
    let back = move |_| {
        editor.notice.set(None);
        editor.undo();
    };
    let shown = move |notice: Notice| {
        let undo = notice.undo.then(|| {
            view! { <button type="button" class="m-words e-notice-undo" on:click=back>"Undo"</button> }.into_any()
        });
        let words = if notice.undo { format!("{}.", notice.words.trim_end_matches('.')) } else { notice.words };
        view! { <p class="e-notice"><span>{words}</span>{undo}</p> }.into_any()
    };
    let phone = move || editor.room.get() == Room::Phone;
    let over_sheet = move || phone() && half_open(editor);
    let over_visit = move || phone() && !half_open(editor) && presence::told(editor);
    view! { <div class="e-news" class:over-sheet=over_sheet class:over-visit=over_visit>{move || editor.notice.get().map(shown)}</div> }.into_any()
}

/// Whether a sheet stands over the lower half of a phone's page: the looks, or what is chosen.
fn half_open(editor: Editor) -> bool {
    match editor.sheet.get() {
        Some(sheet) => sheet == Sheet::Look,
        None => editor.only().is_some() && editor.writing.with(Option::is_none),
    }
}
