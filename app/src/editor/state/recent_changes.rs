//! Recent changes by others.

use leptos::prelude::*;

use super::editor::Editor;
use super::remote_change::RemoteChange;

/// How long a change is labelled beside the tile it changed, ms.
pub const LABELLED: f64 = 8_000.0;

impl Editor {
    /// Changes in the last `ms` by others than the owner, newest last.
    pub fn recent_changes(self, ms: f64) -> Vec<RemoteChange> {
        let now = self.clock.get();
        self.remote_changes
            .with(|changes| changes.iter().filter(|change| change.foreign() && now - change.at < ms).cloned().collect())
    }

    /// Whether a change by somebody else is still labelled.
    pub fn has_labelled_changes(self) -> bool {
        !self.recent_changes(LABELLED).is_empty()
    }
}
