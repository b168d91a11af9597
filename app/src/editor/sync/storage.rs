//! What is kept in the browser: the draft sync of each tab, so that neither a reload nor a crash loses a change or an undo
//! step.
//!
//! Every document keeps its sync under a name of its own, which is random and never used again: the keys of its calls come
//! from it. The tab's session storage has the name, by which the next document in that tab finds what this one left and
//! goes on with it, unless the name's owner lives: a duplicated tab copies the session storage. Any tab takes over the
//! unsaved work of those that are gone, and leaves what they can undo, because they may come back. A store is changed by
//! others only while they hold its lock (`tab_lock`), so that exactly one takes it over.

use std::cell::{Cell, RefCell};
use std::collections::HashMap;

use leptos::prelude::*;
use mantel_model::sync::DraftSync;

use super::tab_lock;
use crate::components::dom;
use crate::components::local_storage;
use crate::editor::state::editor::Editor;

/// Where the session's storage has the name of the tab's store.
const TAB: &str = "mantel:tab";
/// How often a tab looks for what others left, ms.
const LOOK: u64 = 2000;
/// How long another tab may take to look at a store, ms, and how often this is waited for.
const LOOKED_AT: u64 = 100;
const TRIES: u32 = 5;
/// Stores without unsaved work that are left for their tabs to come back to.
const LEFT_STORES: usize = 6;

thread_local! {
    static SCHEDULED: Cell<u32> = const { Cell::new(0) };
    /// The key under which this document stored its sync; `None` until it holds the lock.
    static OWN: RefCell<Option<String>> = const { RefCell::new(None) };
    /// Whether this document was left: what it stored belongs to whoever takes it over.
    static LEFT: Cell<bool> = const { Cell::new(false) };
    /// Whether the browser brought it back after that, as it was: others may have taken over what it holds.
    static BROUGHT_BACK: Cell<bool> = const { Cell::new(false) };
    /// Stores whose tabs were found gone once: what their tabs wrote last has most likely arrived here by the next time.
    static GONE: RefCell<Vec<String>> = const { RefCell::new(Vec::new()) };
    /// Stores of gone tabs that were dealt with, and what was in them then: what a tab wrote last may still arrive.
    static SETTLED: RefCell<HashMap<String, String>> = RefCell::default();
}

/// Whether this document was left.
pub fn was_left() -> bool {
    LEFT.get()
}

/// Starts a store under a new name, goes on with what this tab left, and from then on looks after what gone tabs left.
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
            Some(former) => continue_from(editor, former, TRIES),
            None => editor.restored.set(true),
        }
        look(editor);
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

/// A name that nothing had before; names sort by age.
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

/// The sync under a key.
fn stored(key: &str) -> Option<DraftSync> {
    local_storage::get(key).and_then(|stored| DraftSync::from_json(&stored))
}

/// Goes on with what this tab left. Another tab may be looking at it just now; one that has it for longer is the original of
/// a copied tab.
fn continue_from(editor: Editor, name: String, tries: u32) {
    tab_lock::if_free(&name.clone(), move |free| {
        let key = storage_key(editor, &name);
        if !free && tries > 0 {
            return dom::after(LOOKED_AT, move || continue_from(editor, name, tries - 1));
        }
        if let Some(former) = stored(&key).filter(|_| free && !was_left()) {
            editor.draft_sync.update(|sync| sync.continue_from(former));
            store(editor);
            local_storage::remove(&key);
            super::flush(editor);
        }
        editor.restored.set(true);
    });
}

/// Looks for stores of tabs that are gone, now and from time to time.
fn look(editor: Editor) {
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
    dom::after(LOOK, move || look(editor));
}

/// Takes over the unsaved work in the store of a tab that is gone; `keep` leaves there what that tab can undo.
fn adopt(editor: Editor, key: String, keep: bool) {
    if GONE.with_borrow(|gone| !gone.contains(&key)) {
        return GONE.with_borrow_mut(|gone| gone.push(key));
    }
    let unsaved = stored(&key).filter(DraftSync::has_unsaved_work);
    if let Some(mut other) = unsaved {
        editor.draft_sync.update(|sync| sync.adopt(&mut other));
        // Here before it is gone there.
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

/// Stores the draft sync after what is under way is done.
pub fn store_soon(editor: Editor) {
    let scheduled = SCHEDULED.get().wrapping_add(1);
    SCHEDULED.set(scheduled);
    dom::after(0, move || {
        if SCHEDULED.get() == scheduled && !was_left() {
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
    // The page may have another username since.
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
