//! The draft sync of each tab, stored in the browser, so that neither a reload nor a crash loses a change or an undo
//! step.
//!
//! Every document stores its sync under a random name of its own that is never reused, because idempotency keys are
//! derived from it. The tab's session storage contains the name, by which the next document in that tab finds and
//! continues the store, unless its owner is still alive: duplicating a tab copies the session storage. Any tab adopts
//! the unsaved work of closed tabs, but leaves their undo steps, because the tabs may be reopened. Only while holding
//! the lock of a store (`tab_lock`) may others change it, so that exactly one tab adopts it.

use std::cell::{Cell, RefCell};
use std::collections::HashMap;

use leptos::prelude::*;
use mantel_model::sync::DraftSync;
use wasm_bindgen_futures::spawn_local;

use super::tab_lock;
use crate::components::dom;
use crate::components::local_storage;
use crate::editor::state::editor::Editor;

/// The session storage key of the name of the tab's store.
const TAB: &str = "mantel:tab";
/// How often a tab looks for stores of closed tabs, ms.
const LOOK: u64 = 2000;
/// How long to wait while another tab may be examining a store, ms, and how often.
const LOOKED_AT: u64 = 100;
const TRIES: u32 = 5;
/// How many stores without unsaved work are kept for their tabs to be reopened.
const LEFT_STORES: usize = 6;

thread_local! {
    /// Whether the draft sync is stored at the end of the current task.
    static SCHEDULED: Cell<bool> = const { Cell::new(false) };
    /// The key under which this document stores its sync; `None` until it holds its lock.
    static OWN: RefCell<Option<String>> = const { RefCell::new(None) };
    /// Whether this document was left: its store then belongs to whichever tab adopts it.
    static LEFT: Cell<bool> = const { Cell::new(false) };
    /// Whether the browser then restored it from the back/forward cache: others may have adopted its work.
    static BROUGHT_BACK: Cell<bool> = const { Cell::new(false) };
    /// Stores whose tabs were found closed once. By the second time, their last write has most likely become visible
    /// here.
    static GONE: RefCell<Vec<String>> = const { RefCell::new(Vec::new()) };
    /// Stores of closed tabs that were dealt with, and their contents then: a tab's last write may still become
    /// visible.
    static SETTLED: RefCell<HashMap<String, String>> = RefCell::default();
}

/// Whether this document was left.
pub fn was_left() -> bool {
    LEFT.get()
}

/// Starts a store under a new name, continues what this tab left, and from then on adopts what closed tabs leave.
pub fn restore(editor: Editor) {
    let (name, former) = (fresh_name(), session(TAB));
    let page = editor.start.with_value(|start| start.page.clone());
    editor.draft_sync.set(DraftSync::new(page.draft.split_facts().0, page.version, &name));
    let lock = name.clone();
    tab_lock::hold(&name, move || {
        OWN.set(Some(own_key(editor)));
        store(editor);
        editor.draft_sync.with_untracked(|sync| set_session(TAB, sync.name()));
        match former {
            Some(former) => continue_from(editor, former, TRIES, false),
            None => restored(editor),
        }
        look_for_closed_tabs(editor);
    });
    let leaving = window_event_listener(leptos::ev::pagehide, move |_| {
        OWN.with_borrow_mut(|own| {
            own.get_or_insert_with(|| own_key(editor));
        });
        store(editor);
        LEFT.set(true);
        tab_lock::release(&lock);
    });
    let back = window_event_listener(leptos::ev::pageshow, |_| {
        if was_left() {
            BROUGHT_BACK.set(true);
            let _ = window().location().reload();
        }
    });
    std::mem::forget((leaving, back));
}

/// A unique name; names sort by age.
fn fresh_name() -> String {
    let random = || js_sys::Math::random().to_bits() & ((1 << 52) - 1);
    format!("{:016x}{:013x}{:013x}", js_sys::Date::now().to_bits(), random(), random())
}

fn storage_key(editor: Editor, name: &str) -> String {
    format!("mantel:edit:{}:{name}", editor.start.with_value(|start| start.page.username.to_string()))
}

fn own_key(editor: Editor) -> String {
    storage_key(editor, &editor.draft_sync.with_untracked(|sync| sync.name().to_owned()))
}

/// The sync stored under a key.
fn stored(key: &str) -> Option<DraftSync> {
    local_storage::get(key).and_then(|stored| DraftSync::from_json(&stored))
}

/// Continues what this tab left. Another tab may be examining the store at this moment; one that holds its lock for
/// longer is the original of a duplicated tab. `fetched` says that the newest draft has been asked for.
fn continue_from(editor: Editor, name: String, tries: u32, fetched: bool) {
    tab_lock::if_free(&name.clone(), move |free| {
        let key = storage_key(editor, &name);
        if !free && tries > 0 {
            return dom::after(LOOKED_AT, move || continue_from(editor, name, tries - 1, fetched));
        }
        if let Some(former) = stored(&key).filter(|_| free && !was_left()) {
            if !fetched && knows_more(editor, &former) {
                return spawn_local(async move {
                    super::refresh(editor).await;
                    continue_from(editor, name, tries, true);
                });
            }
            editor.draft_sync.update(|sync| sync.continue_from(former));
            store(editor);
            local_storage::remove(&key);
            super::flush(editor);
        }
        restored(editor);
    });
}

/// Whether a stored sync knows a later version than this document, whose page the service may have written before the
/// last edits arrived: on the older page they would seem to be changes by somebody else. The version alone does not say
/// so, because a page that is deleted and made again starts anew; therefore the draft is fetched, not taken from there.
fn knows_more(editor: Editor, stored: &DraftSync) -> bool {
    editor.draft_sync.with_untracked(DraftSync::version) < stored.version()
}

/// What this tab left is restored. A file that was loaded in the settings since can be undone like what was done here.
fn restored(editor: Editor) {
    let before = editor.start.with_value(|start| start.before_import.clone());
    if let Some(before) = before {
        let before = before.split_facts().0;
        editor.draft_sync.update(|sync| sync.made_elsewhere(&before, "Loaded a file"));
    }
    editor.restored.set(true);
}

/// Looks for stores of closed tabs, now and periodically.
fn look_for_closed_tabs(editor: Editor) {
    if was_left() {
        return;
    }
    let (prefix, own) = (storage_key(editor, ""), own_key(editor));
    let mut stores = local_storage::keys();
    stores.retain(|key| key.starts_with(&prefix) && *key != own);
    stores.sort_unstable();
    let excess = stores.len().saturating_sub(LEFT_STORES);
    for (at, key) in stores.into_iter().enumerate() {
        if at < excess || SETTLED.with_borrow(|settled| settled.get(&key) != local_storage::get(&key).as_ref()) {
            let name = key.rsplit(':').next().unwrap_or_default().to_owned();
            tab_lock::if_free(&name, move |free| {
                if free && !was_left() {
                    adopt(editor, key, at >= excess);
                }
            });
        }
    }
    dom::after(LOOK, move || look_for_closed_tabs(editor));
}

/// Adopts the unsaved work in the store of a closed tab; `keep` leaves its undo steps there.
fn adopt(editor: Editor, key: String, keep: bool) {
    let unsaved = stored(&key).filter(DraftSync::has_unsaved_work);
    if GONE.with_borrow(|gone| !gone.contains(&key)) {
        GONE.with_borrow_mut(|gone| gone.push(key));
        if unsaved.is_some_and(|other| knows_more(editor, &other)) {
            // By the second time, the newest draft is here.
            spawn_local(async move {
                super::refresh(editor).await;
            });
        }
        return;
    }
    if let Some(mut other) = unsaved {
        editor.draft_sync.update(|sync| sync.adopt(&mut other));
        // Stored here before it is removed there, so that a crash cannot lose it.
        store(editor);
        local_storage::set(&key, &other.to_json());
        super::flush(editor);
    }
    if keep {
        SETTLED.with_borrow_mut(|settled| settled.insert(key.clone(), local_storage::get(&key).unwrap_or_default()));
    } else {
        local_storage::remove(&key);
    }
}

/// Stores the draft sync at the end of the current task, once for all its changes: before the browser can show that
/// they were taken, so that a crash loses nothing that left its field.
pub fn store_soon(editor: Editor) {
    if SCHEDULED.replace(true) {
        return;
    }
    queue_microtask(move || {
        SCHEDULED.set(false);
        if !was_left() {
            store(editor);
        }
    });
}

/// Stores the draft sync at once.
pub fn store(editor: Editor) {
    if BROUGHT_BACK.get() {
        return;
    }
    let Some(last) = OWN.with_borrow(Clone::clone) else { return };
    let key = own_key(editor);
    local_storage::set(&key, &editor.draft_sync.with_untracked(DraftSync::to_json));
    // The page's username may have changed since.
    if key != last {
        local_storage::remove(&last);
        OWN.set(Some(key));
    }
}

fn session(key: &str) -> Option<String> {
    window().session_storage().ok()??.get_item(key).ok()?
}

fn set_session(key: &str, text: &str) {
    if let Ok(Some(storage)) = window().session_storage() {
        let _ = storage.set_item(key, text);
    }
}
