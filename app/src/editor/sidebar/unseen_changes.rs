//! Which tiles others have changed since they were last selected.

use std::collections::HashMap;

use crate::editor::state::editor::Editor;
use crate::editor::state::remote_change::RemoteChange;
use crate::editor::state::selection::Selection;
use leptos::prelude::*;
use mantel_model::TileId;
use mantel_model::api::ByKind;

/// A mark such as "Added by Claude" by tile, until the tile is selected.
pub fn marks(editor: Editor) -> Memo<HashMap<TileId, String>> {
    // When the newest change had arrived as a tile was last selected.
    let seen = RwSignal::new(HashMap::<TileId, f64>::new());
    Effect::new(move |_| {
        let chosen = editor.selected.get();
        let newest = editor
            .remote_changes
            .with_untracked(|remote_changes| remote_changes.last().map_or(0.0, |change| change.at));
        seen.update(|seen| {
            seen.extend(
                chosen
                    .into_iter()
                    .filter_map(|found| if let Selection::Tile(id) = found { Some((id, newest)) } else { None }),
            );
        });
    });
    Memo::new(move |_| {
        editor.remote_changes.with(|remote_changes| {
            seen.with(|seen| {
                let mut marks = HashMap::new();
                for change in remote_changes.iter().filter(|change| an_agent(change)) {
                    let unseen = |id: &&TileId| seen.get(*id).is_none_or(|at| *at < change.at);
                    for id in touched(change).filter(unseen) {
                        let words = || change.did(id).map(|did| format!("{did} by {}", change.who()));
                        let added = marks.get(id).is_some_and(|text: &String| text.starts_with("Added"));
                        if let (false, Some(words)) = (added, words()) {
                            marks.insert(id.clone(), words);
                        }
                    }
                }
                marks
            })
        })
    })
}

/// Whether an agent made it: neither another tab of the owner's nor the service.
pub fn an_agent(change: &RemoteChange) -> bool {
    matches!(change.by.kind, ByKind::Key | ByKind::Client)
}

fn touched(change: &RemoteChange) -> impl Iterator<Item = &TileId> {
    change.changes.added.iter().map(|tile| &tile.id).chain(change.changes.changed.iter().map(|tile| &tile.id))
}
