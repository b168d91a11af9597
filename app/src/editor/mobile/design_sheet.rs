//! The design on a phone: one row of looks, while the page changes above it.

use leptos::prelude::*;

use super::bottom_sheet::{BottomSheet, bottom_sheet};
use crate::editor::design_panel;
use crate::editor::state::editor::Editor;

/// The bottom sheet.
pub fn sheet(editor: Editor) -> AnyView {
    let sheet = BottomSheet { title: "Look", class: "editor-design-sheet half", veil: false };
    bottom_sheet(editor, sheet, design_panel::design(editor), ().into_any())
}
