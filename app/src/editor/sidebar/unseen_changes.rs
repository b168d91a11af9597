//! Which tiles others touched since they were last chosen.

use std::collections::HashMap;

use leptos::prelude::*;
use mantel_model::TileId;
use mantel_model::api::ByKind;

use super::super::presence::RemoteChange;
use crate::editor::state::editor::{Editor, Selection};

/// "Added by Claude", by tile, until the tile is chosen.
pub fn marks(editor: Editor) -> Memo<HashMap<TileId, String>> {
    // How many visits there were when a tile was last chosen.
    let seen = RwSignal::new(HashMap::<TileId, f64>::new());
    Effect::new(move |_| {
        let chosen = editor.chosen.get();
        let newest = editor.visits.with_untracked(|visits| visits.last().map_or(0.0, |visit| visit.at));
        seen.update(|seen| {
            seen.extend(
                chosen
                    .into_iter()
                    .filter_map(|it| if let Selection::Tile(id) = it { Some((id, newest)) } else { None }),
            );
        });
    });
    Memo::new(move |_| {
        editor.visits.with(|visits| {
            seen.with(|seen| {
                let mut marks = HashMap::new();
                for visit in visits.iter().filter(|visit| an_agent(visit)) {
                    let unseen = |id: &&TileId| seen.get(*id).is_none_or(|at| *at < visit.at);
                    for id in touched(visit).filter(unseen) {
                        let words = || visit.did(id).map(|did| format!("{did} by {}", visit.who()));
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

/// Whether somebody else made it, not another tab of one's own.
pub fn an_agent(visit: &RemoteChange) -> bool {
    matches!(visit.by.kind, ByKind::Key | ByKind::Client)
}

fn touched(visit: &RemoteChange) -> impl Iterator<Item = &TileId> {
    visit.changes.added.iter().map(|it| &it.id).chain(visit.changes.changed.iter().map(|it| &it.id))
}
