//! How much room the editor has: what stands beside the table, what slides over it, and what comes from below.

use leptos::prelude::*;

use super::editor::{Editor, Sheet};
use crate::components::dom;

/// Widths at which the editor is laid out anew (screens, 2).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Room {
    /// Under 600 px: the page edge to edge, a dock, sheets from below.
    Phone,
    /// Under 900 px: both legs are drawers.
    Narrow,
    /// Under 1180 px: the right leg is a drawer.
    Middle,
    /// Both legs stand.
    Wide,
}

impl Room {
    /// The room in a window of a width, px.
    pub const fn of(width: f64) -> Self {
        match width {
            ..600.0 => Self::Phone,
            ..900.0 => Self::Narrow,
            ..1180.0 => Self::Middle,
            _ => Self::Wide,
        }
    }
}

/// Follows the window. A drawer whose leg has found its place again is no longer open.
pub fn follow(editor: Editor) {
    let see = move || {
        let width = window().inner_width().ok().and_then(|inner_width| inner_width.as_f64()).unwrap_or(1440.0);
        let room = Room::of(width);
        if editor.room.get_untracked() == room {
            return;
        }
        editor.room.set(room);
        let stands = match editor.sheet.get_untracked() {
            Some(Sheet::Look) => room == Room::Wide,
            Some(Sheet::Tiles) => room >= Room::Middle,
            Some(Sheet::Adding) => room > Room::Phone,
            _ => false,
        };
        if stands {
            editor.sheet.set(None);
        }
    };
    see();
    std::mem::forget(window_event_listener(leptos::ev::keydown, move |event| {
        let open = matches!(editor.sheet.get_untracked(), Some(Sheet::Adding | Sheet::Tiles | Sheet::Look));
        if event.key() == "Escape" && !event.default_prevented() && open {
            event.prevent_default();
            close(editor);
        }
    }));
    std::mem::forget(window_event_listener(leptos::ev::resize, move |_| see()));
}

/// What lies over the editor, for the stylesheet.
pub fn sheet(editor: Editor) -> Option<&'static str> {
    editor.sheet.get().map(|it| match it {
        Sheet::Publish => "publish",
        Sheet::Keys => "keys",
        Sheet::Adding => "adding",
        Sheet::Tiles => "tiles",
        Sheet::Look => "look",
    })
}

/// Opens a drawer or a sheet, or closes it.
pub fn toggle(editor: Editor, sheet: Sheet) {
    if editor.sheet.get_untracked() == Some(sheet) {
        return close(editor);
    }
    editor.sheet.set(Some(sheet));
    if editor.room.get_untracked() > Room::Phone && sheet == Sheet::Look {
        dom::focus("leg-look");
    }
}

/// Closes what is open; the focus goes back to what opened it.
pub fn close(editor: Editor) {
    let id = match editor.sheet.get_untracked() {
        Some(Sheet::Tiles) => "tiles",
        Some(Sheet::Look) => "look",
        Some(Sheet::Adding) => "adding",
        _ => return editor.sheet.set(None),
    };
    editor.sheet.set(None);
    let place = if editor.room.get_untracked() == Room::Phone { "dock" } else { "open" };
    dom::focus(format!("{place}-{id}"));
}
