//! Actions on a tile's picture and on the metadata of what it links to.

use leptos::prelude::*;
use mantel_model::tile::{Kind, Tile};
use mantel_model::{TileId, facts};
use wasm_bindgen_futures::spawn_local;

use super::super::sync::session_token::with_token;
use crate::api_client;
use crate::editor::state::editor::Editor;

/// The label of the picture action of a tile that can have a picture.
pub fn picture(kind: &Kind) -> Option<&'static str> {
    match kind {
        Kind::Link(it) if it.image.is_none() => Some("Picture"),
        kind => kind.crop().map(|_| "Replace"),
    }
}

/// Whether a tile shows metadata of what it links to.
pub fn shows_metadata(tile: &Tile) -> bool {
    facts::source(&tile.kind).is_some()
}

/// The button that reads a tile's link metadata again; nothing for tiles that show none.
pub fn refreshing(editor: Editor, id: &TileId, class: &'static str) -> Option<AnyView> {
    let leads = editor.draft.with_untracked(|draft| draft.tile(id).is_some_and(shows_metadata));
    let id = id.clone();
    let click = move |_| refresh(editor, id.clone());
    leads.then(|| view! { <button type="button" class=class on:click=click>"Refresh facts"</button> }.into_any())
}

/// Asks the service to read what a tile links to again. The result arrives as an event; it is not a change of the page.
fn refresh(editor: Editor, id: TileId) {
    spawn_local(async move {
        match with_token(async |token| api_client::refresh_facts(token, &id).await).await {
            Ok(()) => editor.notify("Looking it up again", false),
            Err(failure) if failure.status == 404 => {
                editor.notify("It has not been saved yet: try again in a moment", false)
            }
            Err(failure) => editor.notify(&failure.words, false),
        }
    });
}
