//! Somebody comes back to the tab: perhaps signed in again, perhaps to a newer Mantel.

use std::cell::Cell;

use leptos::prelude::*;
use mantel_model::sync::DraftSync;
use wasm_bindgen_futures::spawn_local;

use super::{Net, session_token};
use crate::api_client;
use crate::components::dom;
use crate::editor::state::editor::Editor;

/// A newer editor is looked for at most so often, ms.
const RARELY: f64 = 5.0 * 60_000.0;
/// How long it stays said that all went up, ms.
const SAID: u64 = 6000;

thread_local! {
    static LOOKED: Cell<f64> = const { Cell::new(0.0) };
    /// Steps that waited when the service could be reached again.
    static KEPT: Cell<usize> = const { Cell::new(0) };
}

/// Looks whenever the tab gets the focus or is shown again.
pub fn follow(editor: Editor) {
    let focus = window_event_listener(leptos::ev::focus, move |_| back(editor));
    let shown = window_event_listener(leptos::ev::visibilitychange, move |_| back(editor));
    std::mem::forget((focus, shown));
}

fn back(editor: Editor) {
    if editor.net.get_untracked() == Net::SignedOut {
        spawn_local(async move { again(editor).await });
    } else if js_sys::Date::now() - LOOKED.get() > RARELY {
        look_for_newer(editor);
    }
}

/// Goes on where it stopped, when the same account is signed in again; another account gets its own page.
async fn again(editor: Editor) {
    session_token::forget();
    let page = super::with_bearer(async |bearer| api_client::own_page(bearer).await).await;
    let Ok(Some(page)) = page else { return };
    if editor.start.with_value(|start| start.page.username == page.username) {
        super::wake(editor);
    } else {
        let _ = window().location().reload();
    }
}

/// Asks whether this build is still the service's: its own files are gone from a newer one.
pub fn look_for_newer(editor: Editor) {
    LOOKED.set(js_sys::Date::now());
    let build = editor.start.with_value(|start| start.build.clone());
    if build.is_empty() || editor.stale.get_untracked() {
        return;
    }
    spawn_local(async move {
        if api_client::gone(&build).await == Some(true) {
            editor.stale.set(true);
        }
    });
}

/// The service can be reached again: what waits now is told once it is up.
pub fn reached(editor: Editor) {
    KEPT.set(KEPT.get().max(editor.desk.with_untracked(DraftSync::pending)));
}

/// A step went up; with the last of those that waited, that is told.
pub fn went_up(editor: Editor) {
    if KEPT.get() == 0 || editor.desk.with_untracked(DraftSync::pending) > 0 {
        return;
    }
    editor.went_up.set(KEPT.take());
    dom::after(SAID, move || editor.went_up.set(0));
}
