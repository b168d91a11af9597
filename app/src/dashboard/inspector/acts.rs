//! What is done to whole tiles: removed, doubled.

use leptos::prelude::*;
use mantel_model::edit::called;
use mantel_model::tile::{Kind, NewTile};
use mantel_model::{Edit, TileId};

use super::super::editor::{Editor, Thing};
use super::super::{board, left};

/// Removes tiles at once, in one turn, with a notice that offers undo.
pub fn remove(editor: Editor, ids: &[TileId]) -> bool {
    let removed = board::take_off(editor, ids);
    if removed {
        editor.chosen.update(|it| it.retain(|it| !matches!(it, Thing::Tile(id) if ids.contains(id))));
    }
    removed
}

/// What can be done about the picture of a tile that can have one.
pub const fn picture(kind: &Kind) -> Option<&'static str> {
    match kind {
        Kind::Image(_) | Kind::Video(_) | Kind::Music(_) => Some("Replace"),
        Kind::Link(it) => Some(if it.image.is_some() { "Replace" } else { "Picture" }),
        Kind::Social(_) | Kind::Text(_) | Kind::Heading(_) | Kind::Github(_) => None,
    }
}

/// Puts a second one behind a tile, and chooses it.
pub fn duplicate(editor: Editor, id: &TileId) {
    let Some(tile) = editor.draft.with_untracked(|it| it.tile(id).cloned()) else { return };
    let (name, twin) = (called(&tile), editor.fresh_id());
    let again = NewTile { id: Some(twin.clone()), pos: board::beside(&tile), ..NewTile::from(tile) };
    let words = format!("Doubled {name}");
    if editor.edit(Edit::Add { tiles: vec![again], after: Some(id.clone()) }, &words) {
        editor.say(&words);
        editor.choose(Some(Thing::Tile(twin.clone())));
        left::reveal(Thing::Tile(twin));
    }
}
