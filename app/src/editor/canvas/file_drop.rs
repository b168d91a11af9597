//! Image files dropped on the window or pasted outside of fields become uploads.

use leptos::ev;
use leptos::prelude::*;
use leptos::task::spawn_local;
use web_sys::{DataTransfer, File};

use super::{drag, elements};
use crate::components::dom;
use crate::components::paste_preview::PastePreview;
use crate::editor::state::canvas::DropPoint;
use crate::editor::state::dialog::Dialog;
use crate::editor::state::editor::Editor;
use crate::editor::upload::{self, UploadItem};
use crate::move_in::MoveIn;

/// Listens for files dropped anywhere and for images pasted outside of fields.
pub fn listen(editor: Editor) {
    let carries = |data: Option<DataTransfer>| data.is_some_and(|data| data.types().includes(&"Files".into(), 0));
    std::mem::forget((
        window_event_listener(ev::dragover, move |event| {
            if carries(event.data_transfer()) && !event.default_prevented() {
                event.prevent_default();
                editor.canvas.file_drag_over.set(true);
            }
        }),
        window_event_listener(ev::dragleave, move |event| {
            if event.related_target().is_none() {
                editor.canvas.file_drag_over.set(false);
            }
        }),
        window_event_listener(ev::drop, move |event| {
            editor.canvas.file_drag_over.set(false);
            if carries(event.data_transfer()) && !event.default_prevented() {
                event.prevent_default();
                let parts = event.data_transfer().map(|data| parts_of(&data)).unwrap_or_default();
                // A saved page or a list of links is moved in.
                if let [Transferred::File(file)] = parts.as_slice()
                    && MoveIn::is_readable(file)
                {
                    editor.open_dialog(Dialog::MoveIn);
                    return editor.move_in.read_file(file.clone());
                }
                let (x, y) = (f64::from(event.client_x()), f64::from(event.client_y()));
                let at = dom::closest(&event, ".editor-page").and_then(|_| elements::point_on_page(x, y));
                let drop = at.map(|at| DropPoint { at, after: drag::insert_position(editor, x, y) });
                let on = elements::selection_at(&event);
                read(editor, parts, move |parts| upload::dropped(editor, parts, on, drop));
            }
        }),
        window_event_listener(ev::paste, move |event| {
            let parts = event.clipboard_data().map(|data| parts_of(&data)).unwrap_or_default();
            if parts.iter().any(|part| matches!(part, Transferred::File(_))) && !event.default_prevented() {
                event.prevent_default();
                read(editor, parts, move |parts| upload::upload_parts(editor, parts, None));
            }
        }),
        window_event_listener(ev::dragstart, |event| {
            if dom::closest(&event, ".editor-page").is_some() {
                event.prevent_default();
            }
        }),
    ));
}

/// A part of what was dropped or pasted, as the browser hands it over.
enum Transferred {
    /// A file.
    File(File),
    /// Links or notes, one on each line.
    Text(String),
}

/// The files and the plain text, in their order. A picture dragged or copied from a page comes with its markup, and then
/// its address is not meant.
fn parts_of(data: &DataTransfer) -> Vec<Transferred> {
    let marked_up = data.types().includes(&"text/html".into(), 0);
    let items = data.items();
    let mut parts = Vec::new();
    for item in (0..items.length()).filter_map(|index| items.get(index)) {
        if item.kind() == "file" {
            parts.extend(item.get_as_file().ok().flatten().map(Transferred::File));
        } else if item.type_() == "text/plain" && !marked_up {
            parts.extend(data.get_data("text/plain").ok().map(Transferred::Text));
        }
    }
    parts
}

/// Turns text into tiles, once it can be read, and hands everything on in its order. Text that cannot be read is offered
/// in the paste field, which says why.
fn read(editor: Editor, parts: Vec<Transferred>, then: impl FnOnce(Vec<UploadItem>) + 'static) {
    let waits = parts.iter().any(|part| matches!(part, Transferred::Text(_)));
    spawn_local(async move {
        let readable = !waits || editor.paste_reader.ready().await;
        let mut all = Vec::new();
        for part in parts {
            match part {
                Transferred::File(file) => all.push(UploadItem::File(file)),
                Transferred::Text(text) if !readable => editor.paste_text.set(text),
                Transferred::Text(text) => {
                    if let Some(PastePreview::Tiles(tiles)) = untrack(|| editor.paste_preview(&text)) {
                        let new = tiles.tiles.into_iter().filter(|tile| tile.skip_reason().is_none());
                        all.extend(new.map(|tile| UploadItem::Tile(Box::new(tile.tile))));
                    }
                }
            }
        }
        then(all);
    });
}
