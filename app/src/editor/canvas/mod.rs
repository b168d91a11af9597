//! The canvas: the page being edited, and everything done on it: selecting, editing in place, moving, resizing.

use crate::editor::state::editor::Editor;
mod caret;
mod coordinates;
pub mod drag;
mod drop_target;
mod editable_field;
pub mod elements;
mod empty_page;
mod field_element;
mod field_selection;
mod file_drop;
pub mod focal_point;
pub mod free_move;
pub mod inline_edit;
pub mod note_bar;
mod offscreen;
mod outline;
mod overlay;
mod pointer_gesture;
pub mod popover_position;
mod reading_order;
pub mod resize;
mod scroll_shield;
pub mod select;
mod snap;
mod tile_bounds;
pub mod tile_edits;
mod toast;
mod upload_cards;
mod view;

pub use editable_field::all_as_json as editable_fields;
pub use view::canvas;

/// Listens for input on the page; in the browser only.
pub fn listen(editor: Editor) {
    inline_edit::listen(editor);
    file_drop::listen(editor);
    select::listen(editor);
    drag::listen(editor);
}
