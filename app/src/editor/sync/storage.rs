//! What is kept in the browser: the draft sync of each tab, so that neither a reload nor a crash loses a change or a turn.
//!
//! Each tab keeps its desk under its own name and says every two seconds that it lives. A tab that finds the draft sync of
//! one that no longer does takes over the steps that still wait there.

use std::cell::Cell;

use leptos::prelude::*;
use mantel_model::sync::DraftSync;

use crate::components::dom;
use crate::components::local_storage;
use crate::editor::state::editor::Editor;

/// The name of this tab's desk, in the session's storage.
const TAB: &str = "mantel:tab";
/// How often a tab says that it lives, ms; after three times as long it counts as gone.
const BEAT: u64 = 2000;

thread_local! {
    static SCHEDULED: Cell<u32> = const { Cell::new(0) };
}

fn storage_key(editor: Editor, name: &str) -> String {
    format!("mantel:edit:{}:{name}", editor.start.with_value(|start| start.page.username.to_string()))
}

fn alive(key: &str) -> bool {
    let beat = local_storage::get(&format!("{key}:alive")).and_then(|stored| mantel_model::number::read(&stored));
    beat.is_some_and(|beat| js_sys::Date::now() - beat < 3.0 * f64::from(u32::try_from(BEAT).unwrap_or_default()))
}

/// Takes up the draft sync of this tab, if it has one, brings it to the draft of the service, and keeps it from then on.
pub fn restore(editor: Editor) {
    let known = session(TAB).filter(|session| !alive(&storage_key(editor, session)));
    let kept = known
        .as_ref()
        .and_then(|found| local_storage::get(&storage_key(editor, found)))
        .and_then(|stored| DraftSync::from_json(&stored));
    let page = editor.start.with_value(|start| start.page.clone());
    match kept {
        Some(mut sync) => {
            let draft = page.draft.split_facts().0;
            sync.receive(draft, page.version, None, "");
            editor.draft_sync.set(sync);
        }
        None => {
            let name = known.unwrap_or_else(fresh);
            set_session(TAB, &name);
            editor.draft_sync.set(DraftSync::new(page.draft.split_facts().0, page.version, &name));
        }
    }
    heartbeat(editor);
    let leaving = window_event_listener(leptos::ev::pagehide, move |_| {
        store(editor);
        local_storage::remove(&format!("{}:alive", own_key(editor)));
    });
    std::mem::forget(leaving);
}

fn fresh() -> String {
    let number = js_sys::Math::random().to_string();
    number.chars().filter(char::is_ascii_digit).skip(1).take(12).collect()
}

fn own_key(editor: Editor) -> String {
    storage_key(editor, &editor.draft_sync.with_untracked(|sync| sync.name().to_owned()))
}

fn heartbeat(editor: Editor) {
    local_storage::set(&format!("{}:alive", own_key(editor)), &js_sys::Date::now().to_string());
    adopt(editor);
    dom::after(BEAT, move || heartbeat(editor));
}

/// Steps that wait on the desks of tabs that are gone.
fn adopt(editor: Editor) {
    let (prefix, own) = (storage_key(editor, ""), own_key(editor));
    let orphans = local_storage::keys()
        .into_iter()
        .filter(|key| key.starts_with(&prefix) && !key.ends_with(":alive") && *key != own);
    for key in orphans.filter(|orphan| !alive(orphan)).collect::<Vec<_>>() {
        let sync = local_storage::get(&key).and_then(|stored| DraftSync::from_json(&stored));
        local_storage::remove(&key);
        local_storage::remove(&format!("{key}:alive"));
        if let Some(sync) = sync.filter(DraftSync::has_unsaved_work) {
            editor.draft_sync.update(|draft_sync| draft_sync.adopt(sync));
            super::flush(editor);
        }
    }
}

/// Keeps the draft sync after what is under way is done.
pub fn store_soon(editor: Editor) {
    let scheduled = SCHEDULED.get().wrapping_add(1);
    SCHEDULED.set(scheduled);
    dom::after(0, move || {
        if SCHEDULED.get() == scheduled {
            store(editor);
        }
    });
}

/// Keeps the draft sync at once.
pub fn store(editor: Editor) {
    let (key, text) = (own_key(editor), editor.draft_sync.with_untracked(DraftSync::to_json));
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
