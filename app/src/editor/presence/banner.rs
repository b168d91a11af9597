//! A banner below the toolbar for what must be known before work goes on: sign in again, the page was taken down,
//! reload an outdated tab.

use crate::editor::state::dialog::Dialog;
use crate::editor::state::editor::Editor;
use crate::editor::state::status::Connection;
use leptos::prelude::*;
use mantel_model::sync::DraftSync;

/// The banner; nothing while all is well.
pub fn banner(editor: Editor) -> AnyView {
    let out = Memo::new(move |_| editor.connection.get() == Connection::SignedOut);
    let waiting = Memo::new(move |_| editor.draft_sync.with(DraftSync::pending));
    let shown = move || {
        if out.get() {
            return Some(signed_out(editor, waiting));
        }
        editor.suspended.get().map(|why| taken_down(&why)).or_else(|| editor.update_available.get().then(newer))
    };
    shown.into_any()
}

fn signed_out(editor: Editor, waiting: Memo<usize>) -> AnyView {
    let words = move || match waiting.get() {
        0 => "Nothing is lost.".to_owned(),
        1 => "Your change waits here.".to_owned(),
        many => format!("Your {many} changes wait here."),
    };
    view! {
        <p class="editor-banner" role="alert">
            <span><button type="button" class="ui-link" on:click=move |_| editor.open_dialog(Dialog::SignIn)>"Sign in"</button>" to go on. "{words}</span>
        </p>
    }
    .into_any()
}

fn taken_down(why: &str) -> AnyView {
    let why = if why.is_empty() { String::new() } else { format!(" \u{201c}{why}\u{201d}") };
    let words = format!(
        "Whoever runs this service has taken your page down.{why} You can edit and export it, but not publish."
    );
    view! { <p class="editor-banner" role="alert"><span>{words}</span></p> }.into_any()
}

fn newer() -> AnyView {
    let reload = |_| {
        let _ = window().location().reload();
    };
    view! {
        <p class="editor-banner" role="status">
            <span>"A newer Mantel is ready: "<button type="button" class="ui-link" on:click=reload>"reload"</button></span>
        </p>
    }
    .into_any()
}
