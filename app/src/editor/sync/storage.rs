//! What is kept in the browser: the desk of each tab, so that neither a reload nor a crash loses a change or a turn.
//!
//! Each tab keeps its desk under its own name and says every two seconds that it lives. A tab that finds the desk of
//! one that no longer does takes over the steps that still wait there.

use std::cell::Cell;

use leptos::prelude::*;
use mantel_model::sync::DraftSync;

use crate::components::{dom, local_storage};
use crate::editor::state::editor::Editor;

/// The name of this tab's desk, in the session's storage.
const TAB: &str = "mantel:tab";
/// How often a tab says that it lives, ms; after three times as long it counts as gone.
const BEAT: u64 = 2000;

thread_local! {
    static TURN: Cell<u32> = const { Cell::new(0) };
}

fn place(editor: Editor, name: &str) -> String {
    format!("mantel:edit:{}:{name}", editor.start.with_value(|start| start.page.username.to_string()))
}

fn alive(key: &str) -> bool {
    let beat = local_storage::get(&format!("{key}:alive")).and_then(|it| mantel_model::number::read(&it));
    beat.is_some_and(|beat| js_sys::Date::now() - beat < 3.0 * f64::from(u32::try_from(BEAT).unwrap_or_default()))
}

/// Takes up the desk of this tab, if it has one, brings it to the draft of the service, and keeps it from then on.
pub fn begin(editor: Editor) {
    let known = session(TAB).filter(|session| !alive(&place(editor, session)));
    let kept =
        known.as_ref().and_then(|it| local_storage::get(&place(editor, it))).and_then(|it| DraftSync::from_json(&it));
    let page = editor.start.with_value(|start| start.page.clone());
    match kept {
        Some(mut desk) => {
            let draft = page.draft.split_facts().0;
            desk.receive(draft, page.version, None, "");
            editor.desk.set(desk);
        }
        None => {
            let name = known.unwrap_or_else(fresh);
            set_session(TAB, &name);
            editor.desk.set(DraftSync::new(page.draft.split_facts().0, page.version, &name));
        }
    }
    beat(editor);
    let leaving = window_event_listener(leptos::ev::pagehide, move |_| {
        now(editor);
        local_storage::remove(&format!("{}:alive", own(editor)));
    });
    std::mem::forget(leaving);
}

fn fresh() -> String {
    let number = js_sys::Math::random().to_string();
    number.chars().filter(char::is_ascii_digit).skip(1).take(12).collect()
}

fn own(editor: Editor) -> String {
    place(editor, &editor.desk.with_untracked(|desk| desk.name().to_owned()))
}

fn beat(editor: Editor) {
    local_storage::set(&format!("{}:alive", own(editor)), &js_sys::Date::now().to_string());
    adopt(editor);
    dom::after(BEAT, move || beat(editor));
}

/// Steps that wait on the desks of tabs that are gone.
fn adopt(editor: Editor) {
    let (prefix, own) = (place(editor, ""), own(editor));
    let orphans = local_storage::keys()
        .into_iter()
        .filter(|key| key.starts_with(&prefix) && !key.ends_with(":alive") && *key != own);
    for key in orphans.filter(|orphan| !alive(orphan)).collect::<Vec<_>>() {
        let desk = local_storage::get(&key).and_then(|it| DraftSync::from_json(&it));
        local_storage::remove(&key);
        local_storage::remove(&format!("{key}:alive"));
        if let Some(desk) = desk.filter(DraftSync::has_unsaved_work) {
            editor.desk.update(|it| it.adopt(desk));
            super::go(editor);
        }
    }
}

/// Keeps the desk after what is under way is done.
pub fn soon(editor: Editor) {
    let turn = TURN.get().wrapping_add(1);
    TURN.set(turn);
    dom::after(0, move || {
        if TURN.get() == turn {
            now(editor);
        }
    });
}

/// Keeps the desk at once.
pub fn now(editor: Editor) {
    let (key, text) = (own(editor), editor.desk.with_untracked(DraftSync::to_json));
    local_storage::set(&key, &text);
}

fn session(key: &str) -> Option<String> {
    window().session_storage().ok()??.get_item(key).ok()?
}

fn set_session(key: &str, text: &str) {
    if let Ok(Some(storage)) = window().session_storage() {
        let _ = storage.set_item(key, text);
    }
}
