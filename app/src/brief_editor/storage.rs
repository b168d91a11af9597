//! What survives a reload, and what the editor starts with: the link that was opened, this browser's storage, or
//! nothing.

use leptos::prelude::*;
use leptos::task::spawn_local;
use mantel_model::brief::link;
use serde::{Deserialize, Serialize};
use wasm_bindgen::JsCast;
use wasm_bindgen::closure::Closure;

use super::brief_state::{BriefState, ReadError, pretty_json};
use super::reader;
use super::start::Start;
use super::state::{BriefEditor, JsonError, Origin, Tab};
use crate::components::{dom, local_storage};

const STORAGE_KEY: &str = "mantel:new";
const BROKEN_LINK: &str = "This link is broken: part of it may have been cut off. Ask for it again, or start here.";

/// The content of the editor as it is stored.
#[derive(Debug, Default, Serialize, Deserialize)]
#[serde(default)]
struct StoredBrief {
    /// The file.
    text: String,
    /// The key of each item, so that tiles keep their ids.
    keys: Vec<u32>,
    /// The JSON text as typed, if it cannot be read completely.
    typed: Option<String>,
}

/// Whether there is something to read before the editor can be created: a page in the address, or a stored one.
pub fn needs_reader(start: &Start) -> bool {
    start.has_page() || dom::query_and_fragment().1.starts_with("p=") || local_storage::get(STORAGE_KEY).is_some()
}

/// Creates the editor from the link that was opened, otherwise from storage, and then stores every change. The reader's
/// code must be loaded if [`needs_reader`]; if it is not, it is fetched now, for whatever is pasted.
pub fn restore(start: Start, reader_fetched: bool) -> BriefEditor {
    let editor = BriefEditor::new(start, reader_fetched);
    editor.reader.load();
    let (query, fragment) = dom::query_and_fragment();
    let old_page = dom::query_field("move-in");
    let claiming = query.split('&').any(|part| part == "claim" || part.starts_with("claim="));
    if !load_from_link(editor, &fragment) && editor.origin.get_untracked() == Origin::Empty {
        load_from_storage(editor, claiming);
        if fragment.starts_with("p=") {
            editor.announce(BROKEN_LINK);
            editor.json_error.set(Some(JsonError { message: BROKEN_LINK.to_owned(), line: 1 }));
            editor.tab.set(Tab::Json);
        }
    }
    if claiming {
        dom::replace_address("/new");
        editor.open_claim();
    }
    if editor.start.with_value(Start::moves_in) {
        dom::replace_address("/new");
        editor.move_in.ask_about(&old_page);
    }
    listen_to_fragment(editor);
    store_changes(editor);
    editor
}

fn load_from_link(editor: BriefEditor, fragment: &str) -> bool {
    if !fragment.starts_with("p=") {
        return false;
    }
    let Some(text) = link::decode(fragment).map(|text| pretty_json(&text)) else { return false };
    let Some(found) = reader::file(&text) else {
        load_from_link_later(editor, fragment.to_owned());
        return true;
    };
    let state = match found {
        Ok(state) => state,
        Err(ReadError { partial: Some(state), .. }) => *state,
        Err(ReadError { message, line, partial: None }) => {
            editor.json_text.set(text);
            editor.json_error.set(Some(JsonError { message, line }));
            editor.tab.set(Tab::Json);
            return true;
        }
    };
    editor.load(state, Origin::Link, "This page came in the link. Nothing is stored until you make it yours.");
    true
}

/// Opens the page of a link as soon as it can be read.
fn load_from_link_later(editor: BriefEditor, fragment: String) {
    spawn_local(async move {
        if editor.reader.ready().await {
            load_from_link(editor, &fragment);
        } else {
            editor.announce("The page of this link could not be read yet: a part of the editor did not arrive. Open the link again.");
        }
    });
}

fn load_from_storage(editor: BriefEditor, claiming: bool) {
    let stored = local_storage::get(STORAGE_KEY).and_then(|text| serde_json::from_str::<StoredBrief>(&text).ok());
    let Some(stored) = stored else { return };
    if stored.text.is_empty() && stored.typed.is_none() {
        return;
    }
    if let Some(Ok(mut state)) = reader::file(&stored.text) {
        if state.brief.links.len() == stored.keys.len() && state.file.is_none() {
            for (item, key) in state.brief.links.iter_mut().zip(&stored.keys) {
                item.key = *key;
            }
        }
        state.text = None;
        let origin = if claiming { Origin::Edited } else { Origin::Storage };
        editor.load(state, origin, "Picked up where you left off.");
    }
    if let Some(typed) = stored.typed {
        let origin = editor.origin.get_untracked();
        editor.tab.set(Tab::Json);
        editor.set_json(typed);
        editor.origin.set(origin);
    }
}

/// Removes the stored content and clears the editor.
pub fn start_fresh(editor: BriefEditor) {
    remove();
    let before = editor.state.get_untracked();
    editor.load(BriefState::default(), Origin::Empty, "Cleared");
    editor.json_text.set(String::new());
    editor.tab.set(Tab::Form);
    editor.offer_undo(before, "Cleared");
    dom::focus("paste");
}

/// Removes the stored content.
pub fn remove() {
    local_storage::remove(STORAGE_KEY);
}

/// Another `#p=` in the same tab opens that page.
fn listen_to_fragment(editor: BriefEditor) {
    let changed = Closure::<dyn FnMut()>::new(move || {
        load_from_link(editor, &dom::query_and_fragment().1);
    });
    let _ = window().add_event_listener_with_callback("hashchange", changed.as_ref().unchecked_ref());
    changed.forget();
}

/// Stores edits after a pause. A page that came from a link is stored only once it is edited.
fn store_changes(editor: BriefEditor) {
    let latest = StoredValue::new(0_u32);
    Effect::new(move |_| {
        editor.state.track();
        editor.json_error.track();
        if editor.origin.get() != Origin::Edited {
            return;
        }
        let change = latest.with_value(|latest| latest.wrapping_add(1));
        latest.set_value(change);
        dom::after(400, move || {
            if latest.get_value() == change {
                store(editor);
            }
        });
    });
}

/// Stores the present content.
pub fn store(editor: BriefEditor) {
    let stored = editor.state.with_untracked(|state| StoredBrief {
        text: if state.is_empty() { String::new() } else { state.to_text() },
        keys: state.brief.links.iter().map(|link| link.key).collect(),
        typed: editor.json_error.with_untracked(Option::is_some).then(|| editor.json_text.get_untracked()),
    });
    if let Ok(text) = serde_json::to_string(&stored) {
        local_storage::set(STORAGE_KEY, &text);
    }
}
