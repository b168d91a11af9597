//! What things are called here, and edits of several tiles at once.

use leptos::prelude::*;
use mantel_model::edit::display_name;
use mantel_model::tile::Kind;
use mantel_model::{Draft, Tile, TileId};

use crate::editor::sidebar;
use crate::editor::state::editor::{Editor, Selection};

/// The word for what a tile is.
pub fn kind(tile: &Tile) -> &'static str {
    match &tile.kind {
        Kind::Text(note) if note.look.is_some() => "Stamp",
        other => other.name().label(),
    }
}

/// What a thing is called in a sentence.
pub fn name_of(draft: &Draft, thing: &Selection) -> String {
    match thing {
        Selection::Profile => "the profile".to_owned(),
        Selection::Tile(id) => draft.tile(id).map_or_else(|| "a tile".to_owned(), display_name),
    }
}

/// What several tiles are called in a sentence: the name of one, or their number.
pub fn names(draft: &Draft, ids: &[TileId]) -> String {
    match ids {
        [one] => name_of(draft, &Selection::Tile(one.clone())),
        many => format!("{} tiles", many.len()),
    }
}

/// The page with some tiles moved, in their order, before the one that stands at `before` now.
pub fn with_moved(draft: &Draft, ids: &[TileId], before: usize) -> Draft {
    let mut after = draft.clone();
    let (moved, mut kept): (Vec<_>, Vec<_>) =
        draft.tiles.iter().cloned().enumerate().partition(|(_, it)| ids.contains(&it.id));
    let at = kept.iter().position(|(at, _)| *at >= before).unwrap_or(kept.len());
    kept.splice(at..at, moved);
    after.tiles = kept.into_iter().map(|it| it.1).collect();
    after
}

/// Takes tiles off the page at once, in one turn; the notice offers them back. Whether any went.
pub fn take_off(editor: Editor, ids: &[TileId]) -> bool {
    let (mut after, names) = editor.draft.with_untracked(|draft| (draft.clone(), names(draft, ids)));
    after.tiles.retain(|tile| !ids.contains(&tile.id));
    let removed = editor.become_draft(&after, &format!("Removed {names}"), "");
    if removed {
        editor.chosen.update(|chosen| chosen.retain(|it| !matches!(it, Selection::Tile(id) if ids.contains(id))));
        editor.note(&format!("{} removed", upper(&names)), true);
    }
    removed
}

/// Copies what is chosen, behind it, and chooses the copies.
pub fn duplicate(editor: Editor) {
    let ids = editor.tiles_chosen();
    let mut after = editor.draft.get_untracked();
    let Some(last) = after.tiles.iter().rposition(|tile| ids.contains(&tile.id)) else { return };
    let names = names(&after, &ids);
    let chosen = after.tiles.iter().filter(|tile| ids.contains(&tile.id));
    let copies: Vec<Tile> =
        chosen.map(|chosen| Tile { id: editor.fresh_id(), pos: beside(chosen), ..chosen.clone() }).collect();
    let things: Vec<Selection> = copies.iter().map(|copy| Selection::Tile(copy.id.clone())).collect();
    after.tiles.splice(last + 1..=last, copies);
    if editor.become_draft(&after, &format!("Copied {names}"), "") {
        things.first().cloned().into_iter().for_each(sidebar::reveal);
        editor.chosen.set(things);
        editor.say(&format!("{} copied", upper(&names)));
    }
}

/// A copy on the canvas does not hide what it was made from.
fn beside(tile: &Tile) -> Option<mantel_model::tile::Pos> {
    use mantel_model::number::{PosX, PosY};
    let pos = tile.pos?;
    Some(mantel_model::tile::Pos { x: PosX::clamped(pos.x.get() + 24.0), y: PosY::clamped(pos.y.get() + 24.0), ..pos })
}

/// With a capital at its start.
pub fn upper(words: &str) -> String {
    let mut letters = words.chars();
    letters.next().map(|letter| letter.to_uppercase().chain(letters).collect()).unwrap_or_default()
}
