//! What to do when the user returns to the tab, perhaps signed in again or with a newer version of Mantel deployed; and
//! the message after a reconnect.

use std::cell::Cell;

use leptos::prelude::*;
use mantel_model::sync::DraftSync;
use wasm_bindgen_futures::spawn_local;

use super::session_token;
use crate::api_client;
use crate::components::dom;
use crate::editor::state::editor::Editor;
use crate::editor::state::status::Connection;

/// How often a newer build is checked for at most, ms.
const CHECK_INTERVAL: f64 = 5.0 * 60_000.0;
/// How long the message that everything was sent is shown, ms.
const SHOWN: u64 = 6000;

thread_local! {
    static CHECKED: Cell<f64> = const { Cell::new(0.0) };
    /// The number of steps that were waiting at the reconnect.
    static WAITING: Cell<usize> = const { Cell::new(0) };
}

/// Checks whenever the tab gets the focus or becomes visible.
pub fn follow(editor: Editor) {
    let focus = window_event_listener(leptos::ev::focus, move |_| returned(editor));
    let shown = window_event_listener(leptos::ev::visibilitychange, move |_| returned(editor));
    std::mem::forget((focus, shown));
}

fn returned(editor: Editor) {
    if editor.connection.get_untracked() == Connection::SignedOut {
        spawn_local(async move { resume(editor).await });
    } else if js_sys::Date::now() - CHECKED.get() > CHECK_INTERVAL {
        check_for_update(editor);
    }
}

/// Resumes if the same account has signed in again; another account gets its own page. Called when the tab is returned to,
/// and after signing in over the editor.
pub async fn resume(editor: Editor) {
    session_token::forget();
    let page = session_token::with_token(async |token| api_client::own_page(token).await).await;
    let Ok(Some(page)) = page else { return };
    if editor.start.with_value(|start| start.page.username == page.username) {
        super::wake(editor);
    } else {
        let _ = window().location().reload();
    }
}

/// Checks whether this build is still the deployed one: a newer deployment no longer serves its files.
pub fn check_for_update(editor: Editor) {
    CHECKED.set(js_sys::Date::now());
    let build = editor.start.with_value(|start| start.build.clone());
    if build.is_empty() || editor.update_available.get_untracked() {
        return;
    }
    spawn_local(async move {
        if api_client::is_not_found(&build).await == Some(true) {
            editor.update_available.set(true);
        }
    });
}

/// Remembers the steps that wait at a reconnect, so that a message can report when they have been sent.
pub fn reached(editor: Editor) {
    WAITING.set(WAITING.get().max(editor.draft_sync.with_untracked(DraftSync::pending)));
}

/// A step was sent; once none waits any more, the message shows how many there were.
pub fn step_sent(editor: Editor) {
    if WAITING.get() == 0 || editor.draft_sync.with_untracked(DraftSync::pending) > 0 {
        return;
    }
    editor.synced_after_reconnect.set(WAITING.take());
    dom::after(SHOWN, move || editor.synced_after_reconnect.set(0));
}
