//! Presence: what others do to the page while it is being edited (screens, 2 "An agent at work").

use crate::editor::state::editor::Editor;
use crate::editor::state::selection::Selection;
pub mod author;
mod avatars;
mod banner;
mod change_marks;

pub use avatars::avatar_group;
pub use banner::banner;
pub use change_marks::{foot, marks};
use leptos::prelude::*;
use mantel_model::TileId;

use super::canvas::elements;
use crate::components::dom;

/// How long somebody counts as present after their last change, ms.
const PRESENT: f64 = 60_000.0;
/// Changes within so many milliseconds are reported together.
const TOGETHER: f64 = 10_000.0;

/// Updates the clock when a change arrives, when its label expires, and when its author no longer counts as present.
pub fn follow(editor: Editor) {
    let set = move || editor.clock.set(js_sys::Date::now());
    Effect::new(move |_| {
        if editor.remote_changes.with(Vec::is_empty) {
            return;
        }
        set();
        for wait in [8_050, 60_050] {
            dom::after(wait, set);
        }
    });
}

/// Selects tiles and scrolls the first of them into view.
pub fn show(editor: Editor, tiles: &[TileId]) {
    let there = |id: &&TileId| editor.draft.with_untracked(|draft| draft.tile(id).is_some());
    let selections: Vec<Selection> = tiles.iter().filter(there).cloned().map(Selection::Tile).collect();
    let first = selections.first().cloned();
    editor.viewed_version.set(None);
    editor.selected.set(selections);
    if let Some(first) = first {
        elements::reveal_centered(&first);
    }
}

/// Shows the first open conflict, or else the first rejected edit.
pub fn show_question(editor: Editor) {
    if editor.draft_sync.with_untracked(|sync| !sync.conflicts().is_empty()) {
        editor.viewed_version.set(None);
        editor.reveal_conflict();
        return;
    }
    let refused =
        editor.draft_sync.with_untracked(|sync| sync.rejected().first().map(|step| step.edit.tile().cloned()));
    if let Some(tile) = refused {
        let selection = tile.map_or(Selection::Profile, Selection::Tile);
        elements::reveal_centered(&selection);
        editor.select(Some(selection));
    }
}
