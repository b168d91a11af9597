//! Which conflict is open, and which item it is about.

use leptos::prelude::*;
use mantel_model::sync::{About, Conflict};

use super::editor::Editor;
use super::selection::Selection;

/// The item that a conflict is about; `None` if it is about the theme, which is not on the canvas.
pub fn subject(conflict: &Conflict) -> Option<Selection> {
    match &conflict.about {
        About::Tile(id) => Some(Selection::Tile(id.clone())),
        About::Profile => Some(Selection::Profile),
        About::Theme => None,
    }
}

impl Editor {
    /// The open conflict; the others wait behind it.
    pub fn open_conflict(self) -> Option<Conflict> {
        self.draft_sync.with(|sync| sync.conflicts().first().cloned())
    }

    /// Whether the open conflict is about this item: its card then replaces other cards.
    pub fn has_conflict_about(self, selection: &Selection) -> bool {
        self.viewed_version.with(Option::is_none)
            && self.draft_sync.with(|sync| sync.conflicts().first().and_then(subject).as_ref() == Some(selection))
    }

    /// Scrolls the open conflict into view and focuses it.
    pub fn reveal_conflict(self) {
        self.conflict_reveals.update(|reveals| *reveals = reveals.wrapping_add(1));
    }
}
