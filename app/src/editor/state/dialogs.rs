//! Opening and closing dialogs, drawers and panels.

use leptos::prelude::*;

use super::breakpoint::Breakpoint;
use super::dialog::{Dialog, SidebarTab};
use super::editor::Editor;
use crate::components::dom;

impl Editor {
    /// Opens a dialog.
    pub fn open_dialog(self, dialog: Dialog) {
        self.dialog.set(Some(dialog));
    }

    /// Marks the dialog as closed; the focus stays where it is.
    pub fn dialog_closed(self) {
        self.dialog.set(None);
    }

    /// Opens a drawer or a bottom sheet, or closes it.
    pub fn toggle_dialog(self, dialog: Dialog) {
        if self.dialog.get_untracked() == Some(dialog) {
            return self.close_dialog();
        }
        self.dialog.set(Some(dialog));
        if self.breakpoint.get_untracked() > Breakpoint::Phone && dialog == Dialog::Design {
            dom::focus("design-panel");
        }
    }

    /// Closes the open dialog; the focus returns to what opened it.
    pub fn close_dialog(self) {
        let Some(dialog) = self.dialog.get_untracked().filter(|dialog| dialog.is_drawer()) else {
            return self.dialog.set(None);
        };
        self.dialog.set(None);
        let place = if self.breakpoint.get_untracked() == Breakpoint::Phone { "dock" } else { "open" };
        dom::focus(format!("{place}-{}", dialog.as_str()));
    }

    /// Shows a tab of the sidebar.
    pub fn show_sidebar_tab(self, tab: SidebarTab) {
        self.sidebar_tab.set(tab);
    }

    /// Focuses the paste field, after showing the panels if they are hidden.
    pub fn focus_paste_field(self) {
        if !self.panels_shown.get_untracked() {
            self.panels_shown.set(true);
        }
        dom::focus("paste");
    }
}
