//! The ways in which the draft changes: edits, undo and redo, reverting remote changes, resolving conflicts.

use leptos::prelude::*;
use mantel_model::id::IdSource;
use mantel_model::sync::{Choice, DraftSync, RejectedStep};
use mantel_model::{Draft, Edit, TileId};

use super::editor::Editor;
use super::remote_change::RemoteChange;

impl Editor {
    /// Sets the callback for every change that may have left steps to send.
    pub fn on_change(self, callback: fn(Self)) {
        self.on_change.set_value(Some(callback));
    }

    fn changed(self) {
        if let Some(callback) = self.on_change.get_value() {
            callback(self);
        }
    }

    /// Makes an edit, as one undo step; `label` describes it in the past tense: "Moved Print shop". An invalid edit is
    /// announced.
    pub fn edit(self, edit: Edit, label: &str) -> bool {
        self.edit_in_gesture(edit, label, "")
    }

    /// Makes an edit of a gesture: consecutive edits of one `gesture` share one undo step.
    pub fn edit_in_gesture(self, edit: Edit, label: &str, gesture: &str) -> bool {
        let made = self.draft_sync.try_update(|sync| sync.edit(edit, label, gesture, &mut RandomIds));
        self.finish(made.unwrap_or(Ok(false)).map_err(|error| error.to_string()))
    }

    /// Makes an edit that was based on the draft `seen`; if others have changed the same field since, a conflict opens.
    pub fn edit_based_on(self, seen: &Draft, edit: Edit, label: &str, gesture: &str) -> bool {
        let by = self.remote_changes.with_untracked(|changes| changes.last().map(|change| change.by.clone()));
        let made = self.draft_sync.try_update(|sync| {
            let known = sync.conflicts().len();
            let made = sync.edit_from(seen, edit, (label, gesture), by.as_ref(), &mut RandomIds);
            (made, sync.conflicts().len() > known)
        });
        let (made, conflicts) = made.unwrap_or((Ok(false), false));
        if conflicts {
            self.announce("Changed elsewhere too: choose which to keep. Everything else goes on.");
        }
        self.finish(made.map_err(|error| error.to_string()))
    }

    /// Replaces the draft, in one undo step with as few edits as possible.
    pub fn replace_draft(self, after: &Draft, label: &str, gesture: &str) -> bool {
        let made = self.draft_sync.try_update(|sync| sync.set_draft(after, label, gesture));
        self.finish(Ok(made.unwrap_or(false)))
    }

    /// Restores an earlier version, as one undo step and one edit.
    pub fn restore_draft(self, earlier: &Draft, label: &str) -> bool {
        let made = self.draft_sync.try_update(|sync| sync.restore(earlier, label));
        self.finish(Ok(made.unwrap_or(false)))
    }

    fn finish(self, made: Result<bool, String>) -> bool {
        self.viewed_version.set(None);
        match made {
            Ok(changed) => {
                if changed {
                    self.changed();
                }
                changed
            }
            Err(text) => {
                self.announce(&text);
                self.notify(&text, false);
                false
            }
        }
    }

    /// Ends a gesture: the next edit is an undo step of its own.
    pub fn end_gesture(self) {
        self.draft_sync.update_untracked(DraftSync::end_gesture);
    }

    /// Undoes the last step.
    pub fn undo(self) {
        self.undone(self.draft_sync.try_update(DraftSync::undo).flatten());
    }

    /// Undoes the step with this number, whatever was done after it.
    pub fn undo_step(self, number: u64) {
        self.undone(self.draft_sync.try_update(|sync| sync.undo_step(number)).flatten());
    }

    fn undone(self, label: Option<String>) {
        if let Some(label) = label {
            self.announce(&format!("Taken back: {label}"));
            self.changed();
        }
    }

    /// Redoes the step that was undone last.
    pub fn redo(self) {
        if let Some(label) = self.draft_sync.try_update(DraftSync::redo).flatten() {
            self.announce(&format!("Done again: {label}"));
            self.changed();
        }
    }

    /// The label of the next step that undo would undo.
    pub fn undo_label(self) -> Option<String> {
        self.draft_sync.with(|sync| sync.undoable().map(str::to_owned))
    }

    /// The label of the next step that redo would redo.
    pub fn redo_label(self) -> Option<String> {
        self.draft_sync.with(|sync| sync.redoable().map(str::to_owned))
    }

    /// Reverts a remote change: for one tile, or all of it.
    pub fn revert(self, change: &RemoteChange, only: Option<&TileId>) {
        let label = format!("Undid what {} did", change.who());
        let reverted = self.draft_sync.try_update(|sync| sync.revert(&change.before, &change.after, only, &label));
        if reverted == Some(true) {
            self.announce(&label);
            self.changed();
        } else {
            self.notify("Nothing of it is left to undo: it was changed since.", false);
        }
    }

    /// Reverts several remote changes, the newest first.
    pub fn revert_all(self, changes: &[RemoteChange]) {
        for change in changes.iter().rev() {
            self.revert(change, None);
        }
    }

    /// Resolves a conflict.
    pub fn resolve_conflict(self, conflict: u64, choice: Choice) {
        self.draft_sync.update(|sync| sync.resolve(conflict, choice, &mut RandomIds));
        self.changed();
    }

    /// Discards an edit that the service rejected.
    pub fn discard_rejected(self, key: &str) {
        self.draft_sync.update(|sync| sync.discard_rejected(key));
        self.changed();
    }

    /// Edits that the service rejected, each with its reason.
    pub fn rejected_edits(self) -> Vec<RejectedStep> {
        self.draft_sync.with(|sync| sync.rejected().to_vec())
    }

    /// An id for a new tile.
    pub fn new_tile_id(self) -> TileId {
        self.draft.with_untracked(|draft| draft.fresh_id(&mut RandomIds))
    }
}

/// Ids of tiles made in this browser.
struct RandomIds;

impl IdSource for RandomIds {
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a random number below 2^32")]
    fn bits(&mut self) -> u64 {
        let half = || (js_sys::Math::random() * 4_294_967_296.0) as u64;
        half() << 32 | half()
    }
}
