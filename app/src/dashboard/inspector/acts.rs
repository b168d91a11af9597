//! What is done to whole tiles: removed, doubled.

use leptos::prelude::*;
use mantel_model::edit::called;
use mantel_model::facts;
use mantel_model::tile::{Kind, NewTile, Tile};
use mantel_model::{Edit, TileId};
use wasm_bindgen_futures::spawn_local;

use super::super::editor::{Editor, Thing};
use super::super::sync::with_bearer;
use super::super::{board, left};
use crate::client;

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

/// Whether a tile shows anything of where it leads.
pub fn leads(tile: &Tile) -> bool {
    facts::source(&tile.kind).is_some()
}

/// The act that has what a tile leads to read again; nothing for tiles that show nothing of it.
pub fn refreshing(editor: Editor, id: &TileId, class: &'static str) -> Option<AnyView> {
    let leads = editor.draft.with_untracked(|it| it.tile(id).is_some_and(leads));
    let id = id.clone();
    let click = move |_| refresh(editor, id.clone());
    leads.then(|| view! { <button type="button" class=class on:click=click>"Refresh facts"</button> }.into_any())
}

/// Has what a tile leads to read again. What is found comes as an event; it is no change of the page.
fn refresh(editor: Editor, id: TileId) {
    spawn_local(async move {
        match with_bearer(async |bearer| client::refresh_facts(bearer, &id).await).await {
            Ok(()) => editor.note("Looking it up again", false),
            Err(failure) if failure.status == 404 => {
                editor.note("It has not been saved yet: try again in a moment", false)
            }
            Err(failure) => editor.note(&failure.words, false),
        }
    });
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
