//! What others do to the page while it is being edited (screens, 2 "An agent at work").

mod avatars;
mod banner;
mod change_marks;

pub use avatars::{face, here};
pub use banner::banner;
pub use change_marks::{foot, marks};
use leptos::prelude::*;
use mantel_model::TileId;

use super::canvas::view;
use super::state::editor::{Editor, Selection};
pub use super::state::remote_change::RemoteChange;
use crate::components::dom;

/// How long somebody counts as present after their last change, ms.
const PRESENT: f64 = 60_000.0;
/// How long a change is told beside what it touched, ms.
const TOLD: f64 = 8_000.0;
/// Changes of so many milliseconds are told together.
const TOGETHER: f64 = 10_000.0;

/// What others than the owner did in the last `ms`, the newest last.
fn lately(editor: Editor, ms: f64) -> Vec<RemoteChange> {
    let now = editor.clock.get();
    editor.visits.with(|visits| visits.iter().filter(|visit| visit.foreign() && now - visit.at < ms).cloned().collect())
}

/// Whether somebody else's work was told a moment ago.
pub fn told(editor: Editor) -> bool {
    !lately(editor, TOLD).is_empty()
}

/// Lets the clock follow what comes: now, when it need no longer be told, when whoever made it counts as gone.
pub fn follow(editor: Editor) {
    let set = move || editor.clock.set(js_sys::Date::now());
    Effect::new(move |_| {
        if editor.visits.with(Vec::is_empty) {
            return;
        }
        set();
        for wait in [8_050, 60_050] {
            dom::after(wait, set);
        }
    });
}

/// Takes back all that some visits did, the newest first.
pub fn undo_all(editor: Editor, visits: &[RemoteChange]) {
    for visit in visits.iter().rev() {
        editor.revert(visit, None);
    }
}

/// Chooses tiles and brings the first of them into view.
pub fn show(editor: Editor, tiles: &[TileId]) {
    let there = |id: &&TileId| editor.draft.with_untracked(|draft| draft.tile(id).is_some());
    let things: Vec<Selection> = tiles.iter().filter(there).cloned().map(Selection::Tile).collect();
    let first = things.first().cloned();
    editor.looking.set(None);
    editor.chosen.set(things);
    if let Some(first) = first {
        reveal(&first);
    }
}

/// Scrolls a thing on the table into view.
pub fn reveal(thing: &Selection) {
    let thing = thing.clone();
    request_animation_frame(move || {
        if let Some(element) = view::element(&thing) {
            let how = web_sys::ScrollIntoViewOptions::new();
            how.set_block(web_sys::ScrollLogicalPosition::Center);
            element.scroll_into_view_with_scroll_into_view_options(&how);
        }
    });
}

/// Leads to the first thing that has to be chosen, or to the first change that was refused.
pub fn show_question(editor: Editor) {
    if editor.desk.with_untracked(|desk| !desk.conflicts().is_empty()) {
        editor.looking.set(None);
        editor.asked.update(|asked| *asked = asked.wrapping_add(1));
        return;
    }
    let refused = editor.desk.with_untracked(|desk| desk.rejected().first().map(|it| it.edit.tile().cloned()));
    if let Some(tile) = refused {
        let thing = tile.map_or(Selection::Profile, Selection::Tile);
        reveal(&thing);
        editor.choose(Some(thing));
    }
}
