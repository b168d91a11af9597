//! Messages to the user: announcements for screen readers, and notices at the foot of the canvas.

use leptos::prelude::*;
use mantel_model::sync::DraftSync;

use super::editor::Editor;
use super::notice::Notice;
use crate::components::dom;

impl Editor {
    /// Announces something to screen readers.
    pub fn announce(self, text: &str) {
        self.announcement.set(text.to_owned());
    }

    /// Shows a notice at the foot of the canvas and announces it; with `undo` it offers to undo the last step, and only
    /// that step, for as long as it can be undone.
    pub fn notify(self, text: &str, undo: bool) {
        let undo = undo.then(|| self.draft_sync.with_untracked(DraftSync::last_undo_step)).flatten();
        let number = self.notice_count.with_value(|count| count.wrapping_add(1));
        self.notice_count.set_value(number);
        self.notice.set(Some(Notice { text: text.to_owned(), undo, number }));
        self.announce(&if undo.is_some() {
            format!("{text}. Undo is at the foot of the page.")
        } else {
            text.to_owned()
        });
        dom::after(8000, move || {
            if self.notice.with_untracked(|notice| notice.as_ref().is_some_and(|notice| notice.number == number)) {
                self.notice.set(None);
            }
        });
    }
}
