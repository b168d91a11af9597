//! Folding the sections of the list. What is folded is kept for this tab.

use std::collections::{HashMap, HashSet};

use leptos::prelude::*;
use mantel_model::{Draft, TileId};

use crate::editor::state::editor::Editor;
use crate::editor::state::sections::is_heading;
use crate::editor::state::selection::Selection;

/// The key in the tab's storage of the headings whose sections are folded.
const FOLDED: &str = "mantel:folded";

/// The headings whose sections are folded, as this tab left them.
pub fn folded(editor: Editor) -> RwSignal<HashSet<TileId>> {
    let folded = RwSignal::new(HashSet::new());
    Effect::new(move |before: Option<()>| {
        let storage = window().session_storage().ok().flatten();
        if before.is_none() {
            let stored = storage.and_then(|storage| storage.get_item(FOLDED).ok().flatten()).unwrap_or_default();
            folded.set(stored.split_whitespace().filter_map(|id| TileId::parse(id).ok()).collect());
        } else if let Some(storage) = storage {
            let ids = folded
                .with(|folded: &HashSet<TileId>| folded.iter().map(ToString::to_string).collect::<Vec<_>>().join(" "));
            let _ = storage.set_item(FOLDED, &ids);
        }
        folded.track();
    });
    // A tile that becomes selected elsewhere is shown.
    Effect::new(move |_| {
        let Some(Selection::Tile(id)) = editor.selected.with(|selected| selected.last().cloned()) else { return };
        let heading = editor.draft.with_untracked(|draft| {
            let at = draft.position(&id)?;
            let above = draft.tiles.iter().take(at).rfind(|tile| is_heading(tile))?;
            (!draft.tiles.get(at).is_some_and(is_heading)).then(|| above.id.clone())
        });
        if let Some(heading) = heading.filter(|heading| folded.with_untracked(|folded| folded.contains(heading))) {
            folded.update(|folded| {
                folded.remove(&heading);
            });
        }
    });
    folded
}

/// The tiles that are listed: all but those of folded sections.
pub fn unfolded(draft: &Draft, folded: &HashSet<TileId>) -> Vec<TileId> {
    let mut hidden = false;
    let mut out = Vec::new();
    for tile in &draft.tiles {
        if is_heading(tile) {
            hidden = folded.contains(&tile.id);
            out.push(tile.id.clone());
        } else if !hidden {
            out.push(tile.id.clone());
        }
    }
    out
}

/// How many tiles the section of each heading has.
pub fn section_lengths(draft: &Draft) -> HashMap<TileId, usize> {
    let mut out = HashMap::new();
    let mut open = None;
    for tile in &draft.tiles {
        if is_heading(tile) {
            open = Some(tile.id.clone());
            out.insert(tile.id.clone(), 0);
        } else if let Some(count) = open.as_ref().and_then(|id| out.get_mut(id)) {
            *count += 1;
        }
    }
    out
}
