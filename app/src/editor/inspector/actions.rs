//! What is done about the picture of a tile, and about what it leads to.

use leptos::prelude::*;
use mantel_model::tile::{Kind, Tile};
use mantel_model::{TileId, facts};
use wasm_bindgen_futures::spawn_local;

use super::super::sync::session_token::with_token;
use crate::api_client;
use crate::editor::state::editor::Editor;

/// What can be done about the picture of a tile that can have one.
pub fn picture(kind: &Kind) -> Option<&'static str> {
    match kind {
        Kind::Link(it) if it.image.is_none() => Some("Picture"),
        kind => kind.crop().map(|_| "Replace"),
    }
}

/// Whether a tile shows anything of where it leads.
pub fn leads(tile: &Tile) -> bool {
    facts::source(&tile.kind).is_some()
}

/// The act that has what a tile leads to read again; nothing for tiles that show nothing of it.
pub fn refreshing(editor: Editor, id: &TileId, class: &'static str) -> Option<AnyView> {
    let leads = editor.draft.with_untracked(|draft| draft.tile(id).is_some_and(leads));
    let id = id.clone();
    let click = move |_| refresh(editor, id.clone());
    leads.then(|| view! { <button type="button" class=class on:click=click>"Refresh facts"</button> }.into_any())
}

/// Has what a tile leads to read again. What is found comes as an event; it is no change of the page.
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
