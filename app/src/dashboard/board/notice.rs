//! The sentence at the foot of the table, with its way back.

use leptos::prelude::*;

use crate::dashboard::editor::{Editor, Notice};

/// What just happened, for eight seconds.
pub fn notice(editor: Editor) -> AnyView {
    let back = move |_| {
        editor.notice.set(None);
        editor.undo();
    };
    let shown = move |it: Notice| {
        let undo = it.undo.then(|| {
            view! { <button type="button" class="m-words e-notice-undo" on:click=back>"Undo"</button> }.into_any()
        });
        let words = if it.undo { format!("{}.", it.words.trim_end_matches('.')) } else { it.words };
        view! { <p class="e-notice"><span>{words}</span>{undo}</p> }.into_any()
    };
    view! { <div class="e-news">{move || editor.notice.get().map(shown)}</div> }.into_any()
}
