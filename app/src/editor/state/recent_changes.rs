//! What others changed a moment ago.

use leptos::prelude::*;

use super::editor::Editor;
use super::remote_change::RemoteChange;

/// How long a change is labelled beside what it touched, ms.
pub const LABELLED: f64 = 8_000.0;

impl Editor {
    /// What others than the owner changed in the last `ms`, the newest last.
    pub fn recent_changes(self, ms: f64) -> Vec<RemoteChange> {
        let now = self.clock.get();
        self.remote_changes
            .with(|changes| changes.iter().filter(|change| change.foreign() && now - change.at < ms).cloned().collect())
    }

    /// Whether somebody else changed something a moment ago.
    pub fn has_labelled_changes(self) -> bool {
        !self.recent_changes(LABELLED).is_empty()
    }
}
