//! Follows the width of the window, and closes drawers with Escape.

use leptos::prelude::*;

use super::state::breakpoint::Breakpoint;
use super::state::editor::Editor;

/// Follows the window. A drawer is closed once its contents have a permanent place.
pub fn listen(editor: Editor) {
    let measure = move || {
        let width = window().inner_width().ok().and_then(|width| width.as_f64()).unwrap_or(1440.0);
        let breakpoint = Breakpoint::of(width);
        if editor.breakpoint.get_untracked() == breakpoint {
            return;
        }
        editor.breakpoint.set(breakpoint);
        if editor.dialog.get_untracked().is_some_and(|dialog| dialog.is_docked(breakpoint)) {
            editor.dialog_closed();
        }
    };
    measure();
    std::mem::forget(window_event_listener(leptos::ev::keydown, move |event| {
        let open = editor.dialog.get_untracked().is_some_and(|dialog| dialog.is_drawer());
        if event.key() == "Escape" && !event.default_prevented() && open {
            event.prevent_default();
            editor.close_dialog();
        }
    }));
    std::mem::forget(window_event_listener(leptos::ev::resize, move |_| measure()));
}
