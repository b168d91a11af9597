//! Edits of several tiles at once.

use leptos::prelude::*;
use mantel_model::{Draft, Tile, TileId};

use super::elements;
use crate::editor::state::editor::Editor;
use crate::editor::state::selection::Selection;
use crate::editor::state::tile_names::{capitalized, names};

/// The draft with some tiles moved, in their order, before the one that is at index `before` now.
pub fn with_moved(draft: &Draft, ids: &[TileId], before: usize) -> Draft {
    let mut after = draft.clone();
    let (moved, mut kept): (Vec<_>, Vec<_>) =
        draft.tiles.iter().cloned().enumerate().partition(|(_, tile)| ids.contains(&tile.id));
    let at = kept.iter().position(|(at, _)| *at >= before).unwrap_or(kept.len());
    kept.splice(at..at, moved);
    after.tiles = kept.into_iter().map(|(_, tile)| tile).collect();
    after
}

/// Removes tiles in one undo step, with a notice that offers to undo it; returns whether any were removed.
pub fn remove_tiles(editor: Editor, ids: &[TileId]) -> bool {
    let (mut after, names) = editor.draft.with_untracked(|draft| (draft.clone(), names(draft, ids)));
    after.tiles.retain(|tile| !ids.contains(&tile.id));
    let removed = editor.replace_draft(&after, &format!("Removed {names}"), "");
    if removed {
        editor.selected.update(|selected| {
            selected.retain(|selection| !matches!(selection, Selection::Tile(id) if ids.contains(id)))
        });
        editor.notify(&format!("{} removed", capitalized(&names)), true);
    }
    removed
}

/// Duplicates the selected tiles, inserts the copies behind the last of them, and selects the copies.
pub fn duplicate(editor: Editor) {
    let ids = editor.selected_tiles();
    let mut after = editor.draft.get_untracked();
    let Some(last) = after.tiles.iter().rposition(|tile| ids.contains(&tile.id)) else { return };
    let names = names(&after, &ids);
    let originals = after.tiles.iter().filter(|tile| ids.contains(&tile.id));
    let copies: Vec<Tile> =
        originals.map(|tile| Tile { id: editor.new_tile_id(), pos: offset(tile), ..tile.clone() }).collect();
    let selections: Vec<Selection> = copies.iter().map(|copy| Selection::Tile(copy.id.clone())).collect();
    after.tiles.splice(last + 1..=last, copies);
    if editor.replace_draft(&after, &format!("Duplicated {names}"), "") {
        selections.first().cloned().into_iter().for_each(elements::reveal);
        editor.selected.set(selections);
        editor.announce(&format!("{} duplicated", capitalized(&names)));
    }
}

/// The position of a copy on the canvas: offset, so that it does not hide the original.
fn offset(tile: &Tile) -> Option<mantel_model::tile::Pos> {
    use mantel_model::number::{PosX, PosY};
    let pos = tile.pos?;
    Some(mantel_model::tile::Pos { x: PosX::clamped(pos.x.get() + 24.0), y: PosY::clamped(pos.y.get() + 24.0), ..pos })
}
