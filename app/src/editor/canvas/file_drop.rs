//! Image files dropped on the window or pasted outside of fields become uploads.

use leptos::ev;
use leptos::prelude::*;
use web_sys::{DataTransfer, File};

use super::{drag, elements};
use crate::components::dom;
use crate::editor::state::canvas::DropPoint;
use crate::editor::state::editor::Editor;
use crate::editor::upload;

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
                let files = files_of(event.data_transfer().and_then(|data_transfer| data_transfer.files()));
                let (x, y) = (f64::from(event.client_x()), f64::from(event.client_y()));
                let at = dom::closest(&event, ".editor-page").and_then(|_| elements::point_on_page(x, y));
                let drop = at.map(|at| DropPoint { at, after: drag::insert_position(editor, x, y) });
                upload::dropped(editor, files, elements::selection_at(&event), drop);
            }
        }),
        window_event_listener(ev::paste, move |event| {
            let files = files_of(event.clipboard_data().and_then(|clipboard_data| clipboard_data.files()));
            if !files.is_empty() && !event.default_prevented() {
                event.prevent_default();
                upload::take(editor, files);
            }
        }),
        window_event_listener(ev::dragstart, |event| {
            if dom::closest(&event, ".editor-page").is_some() {
                event.prevent_default();
            }
        }),
    ));
}

fn files_of(files: Option<web_sys::FileList>) -> Vec<File> {
    let Some(files) = files else { return Vec::new() };
    (0..files.length()).filter_map(|at| files.get(at)).collect()
}
