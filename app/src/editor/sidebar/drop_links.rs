//! Links and text dropped or pasted outside of a field become tiles. The canvas handles files.

use leptos::prelude::*;
use leptos::task::spawn_local;
use wasm_bindgen::JsCast;
use web_sys::{DataTransfer, DragEvent, Event};

use crate::components::dom;
use crate::components::paste_preview::{PastePreview, PastedTile, PastedTiles};
use crate::editor::state::editor::Editor;

/// Listens while the sidebar is mounted.
pub fn listen(editor: Editor) {
    Effect::new(move |_| {
        let over = window_event_listener(leptos::ev::dragover, |event: DragEvent| {
            if words_of(&event).is_some() {
                event.prevent_default();
            }
        });
        let dropped = window_event_listener(leptos::ev::drop, move |event: DragEvent| add(editor, &event));
        let pasted = window_event_listener(leptos::ev::paste, move |event| paste(editor, &event));
        on_cleanup(move || {
            over.remove();
            dropped.remove();
            pasted.remove();
        });
    });
}

/// The dragged data, if it is text and the target is not a field.
fn words_of(event: &DragEvent) -> Option<DataTransfer> {
    let data = event.data_transfer()?;
    let kinds = data.types();
    let has = |kind: &str| kinds.includes(&kind.into(), 0);
    (!has("Files") && (has("text/uri-list") || has("text/plain")) && !in_field(event)).then_some(data)
}

fn in_field(event: &Event) -> bool {
    dom::closest(event, "input,textarea,select,[contenteditable]").is_some()
}

fn add(editor: Editor, event: &DragEvent) {
    let Some(data) = words_of(event) else { return };
    event.prevent_default();
    let get = |kind: &str| data.get_data(kind).unwrap_or_default();
    // A dragged link is its address; a list of links has more of them as text.
    let (text, links) = (get("text/plain"), get("text/uri-list"));
    let links: Vec<&str> = links.lines().filter(|line| !line.starts_with('#') && !line.trim().is_empty()).collect();
    let text = if links.len() > text.lines().count() || text.trim().is_empty() { links.join("\n") } else { text };
    spawn_local(async move {
        editor.paste_reader.ready().await;
        match untrack(|| editor.paste_preview(&text)) {
            Some(PastePreview::Tiles(list)) if is_plain(&list) => {
                super::add(editor, list.tiles.into_iter().map(|pasted: PastedTile| pasted.tile).collect());
            }
            // A whole page, a duplicate, a page to move in, or what cannot be read yet: the paste field says so and asks.
            _ => offer(editor, text),
        }
    });
}

/// Whether there is nothing to ask before the tiles are added.
fn is_plain(list: &PastedTiles) -> bool {
    let new = list.tiles.iter().all(|tile| tile.skip_reason().is_none());
    new && !list.tiles.is_empty() && list.warnings.is_empty() && list.known.is_none()
}

/// Text pasted while no field has the focus.
fn paste(editor: Editor, event: &web_sys::ClipboardEvent) {
    let data = event.clipboard_data().filter(|_| !in_field(event.unchecked_ref()));
    let text = data
        .filter(|data| data.files().is_none_or(|files| files.length() == 0))
        .and_then(|found| found.get_data("text/plain").ok());
    if let Some(text) = text.filter(|text| !text.trim().is_empty()) {
        event.prevent_default();
        offer(editor, text);
    }
}

fn offer(editor: Editor, text: String) {
    editor.paste_reader.load();
    editor.paste_text.set(text);
    dom::focus("paste");
}
