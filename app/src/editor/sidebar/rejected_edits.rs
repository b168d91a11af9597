//! The edits that the service rejected, above the list.

use leptos::prelude::*;

use crate::editor::inspector::rejected_edit;
use crate::editor::state::editor::Editor;

/// All of them; nothing while there are none.
pub fn all(editor: Editor) -> AnyView {
    let list = Memo::new(move |_| editor.rejected_edits());
    let item = move |rejected| view! { <li>{rejected_edit::view(editor, rejected)}</li> };
    let shown = move || {
        (!list.with(Vec::is_empty)).then(|| {
            view! { <ul class="editor-rejected-edits">{list.get().into_iter().map(item).collect_view()}</ul> }
        })
    };
    shown.into_any()
}
