//! What stands below a paste field until its text can be read.

use leptos::prelude::*;

use crate::components::lazy_code::LoadState;
use crate::editor::state::editor::Editor;

/// That the reader is fetched, or could not be, with a button to try again; nothing once it is there.
pub fn view(editor: Editor) -> AnyView {
    let state = Memo::new(move |_| editor.paste_reader.state());
    let shown = move || match state.get() {
        LoadState::Loaded => None,
        LoadState::Waiting | LoadState::Loading => {
            Some(view! { <p class="editor-hint">"Getting ready to read it."</p> }.into_any())
        }
        LoadState::Failed => {
            let again = move |_| editor.paste_reader.load();
            Some(view! { <p class="editor-hint ui-warning">"It could not be read yet: a part of the editor did not arrive. Your text stays here. "<button type="button" class="ui-link" on:click=again>"Try again"</button></p> }.into_any())
        }
    };
    shown.into_any()
}
