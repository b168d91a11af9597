//! Links to the history and the settings, where the toolbar has no room for them.

use crate::editor::state::dialog::SidebarTab;
use crate::editor::state::editor::Editor;
use leptos::prelude::*;

/// The history and the settings.
pub fn links(editor: Editor) -> AnyView {
    let history = move |_| {
        editor.close_dialog();
        editor.select(None);
        editor.show_sidebar_tab(SidebarTab::History);
    };
    view! {
        <p class="editor-sidebar-links">
            <button type="button" class="ui-link" on:click=history>"History"</button>
            <a class="ui-link" href="/settings">"Settings"</a>
        </p>
    }
    .into_any()
}
