//! Adding tiles behind the selected one, in one undo step; the last new one is selected and shown.

use leptos::prelude::*;
use mantel_model::TileId;
use mantel_model::edit::display_name;
use mantel_model::tile::NewTile;

use crate::editor::canvas::elements;
use crate::editor::state::editor::Editor;
use crate::editor::state::selection::Selection;

/// Adds tiles behind the selected one, otherwise at the end; `false` if they were rejected.
pub fn add(editor: Editor, tiles: Vec<NewTile>) -> bool {
    let chosen = untrack(|| editor.selected_tiles());
    let after = chosen.into_iter().last().filter(|id| editor.draft.with_untracked(|draft| draft.tile(id).is_some()));
    add_behind(editor, tiles, after)
}

/// Adds tiles behind one of the page, or at the end; `false` if they were rejected.
pub fn add_behind(editor: Editor, tiles: Vec<NewTile>, after: Option<TileId>) -> bool {
    let tiles: Vec<NewTile> =
        tiles.into_iter().map(|tile| NewTile { id: Some(editor.new_tile_id()), ..tile }).collect();
    let Some(last) = tiles.last().and_then(|tile| tile.id.clone()) else { return false };
    let words = match tiles.as_slice() {
        [one] => format!("Added {}", display_name(&one.clone().with_id(last.clone()))),
        many => format!("Added {} tiles", many.len()),
    };
    let added = editor.add_tiles(tiles, after, &words, &format!("add {last}"));
    if added {
        editor.end_gesture();
        editor.announce(&words);
        let last = Selection::Tile(last);
        editor.select(Some(last.clone()));
        elements::reveal(last);
    }
    added
}
