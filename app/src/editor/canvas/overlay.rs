//! Everything drawn over the page: keyboard stops, outlines, guides, uploads; and at the foot of the canvas.

use leptos::prelude::*;

use super::{empty_page, outline, select, toast, upload_cards};
use crate::editor::state::editor::Editor;
use crate::editor::state::geometry::Frame;

/// Everything drawn over the page.
pub fn over(editor: Editor) -> AnyView {
    let dragging = move || editor.canvas.dragging.get();
    let drop_bar = move || {
        editor.canvas.drop_bar.get().map(|frame| view! { <i class="editor-drop-indicator" style=frame.style()></i> })
    };
    let guides = move || {
        let line = |frame: Frame| view! { <i class="editor-snap-guide" style=frame.style()></i> };
        editor.canvas.snap_guides.get().into_iter().map(line).collect_view()
    };
    let preview = move || {
        editor
            .canvas
            .resize_preview
            .get()
            .map(|bounds| view! { <i class="editor-resize-preview" style=bounds.style()></i> })
    };
    view! {
        {select::stops(editor)}
        <div class="editor-outlines" class:held=dragging>{outline::outlines(editor)}</div>
        {drop_bar}{guides}{preview}
        {empty_page::ghosts(editor)}
        {upload_cards::cards(editor)}
    }
    .into_any()
}

/// What is drawn at the foot of the canvas.
pub fn foot(editor: Editor) -> AnyView {
    view! {
        {toast::notice(editor)}
        <div class="editor-drop-zone" class:on=move || editor.canvas.file_drag_over.get() aria-hidden="true"><span>"Drop pictures anywhere"</span></div>
    }
    .into_any()
}
