//! Below the list: sharing, the insights, the list of keys and signing out, and, where the toolbar has no room for them,
//! the history and the settings.

use leptos::prelude::*;
use mantel_model::sync::DraftSync;

use crate::editor::state::dialog::{Dialog, SidebarTab};
use crate::editor::state::editor::Editor;
use crate::editor::state::status::Connection;

/// The links to other screens, as markup: as elements of the view they take 0.6 KB more of the editor's budget.
const SCREENS: &str = r#"<a class="ui-link" href="/share">Share</a><a class="ui-link" href="/insights">Insights</a><a class="ui-link narrow" href="/settings">Settings</a>"#;

/// The links.
pub fn links(editor: Editor) -> AnyView {
    let history = move |_| {
        editor.close_dialog();
        editor.select(None);
        editor.show_sidebar_tab(SidebarTab::History);
    };
    view! {
        <div class="editor-sidebar-links">
            <button type="button" class="ui-link narrow" on:click=history>"History"</button>
            <div inner_html=SCREENS></div>
            <button type="button" class="ui-link keyboard" on:click=move |_| editor.open_dialog(Dialog::Shortcuts)>"Keys"</button>
            {sign_out(editor)}
        </div>
    }
    .into_any()
}

/// Signs out, after everything is saved.
fn sign_out(editor: Editor) -> AnyView {
    let form = NodeRef::<leptos::html::Form>::new();
    let leaving = RwSignal::new(false);
    let unsaved = move || editor.draft_sync.with(DraftSync::pending) > 0;
    let submit = move |event: leptos::ev::SubmitEvent| {
        editor.inline_edit.set(None);
        if !untrack(unsaved) {
            return;
        }
        event.prevent_default();
        if matches!(editor.connection.get_untracked(), Connection::Online | Connection::Saving) {
            leaving.set(true);
        } else {
            editor.notify("Not everything is saved yet. Sign out once the server answers.", false);
        }
    };
    Effect::new(move |_| {
        if leaving.get() && !unsaved() {
            leaving.set(false);
            if let Some(form) = form.get_untracked() {
                let _ = form.submit();
            }
        }
    });
    let label = move || if leaving.get() { "Saving first" } else { "Sign out" };
    view! { <form action="/signout" method="post" node_ref=form on:submit=submit><button class="ui-link">{label}</button></form> }
        .into_any()
}
