//! A change that somebody else made, as it arrived here.

use mantel_model::api::{By, ByKind, ChangesView};
use mantel_model::{Draft, TileId};

/// A change that somebody else made, as it arrived here.
#[derive(Clone, Debug, PartialEq)]
pub struct RemoteChange {
    /// Who made it; `owner` is another tab of the same account.
    pub by: By,
    /// When it arrived, ms since 1970.
    pub at: f64,
    /// The draft before it.
    pub before: Draft,
    /// The draft after it.
    pub after: Draft,
    /// How they differ.
    pub changes: ChangesView,
}

impl RemoteChange {
    /// The name of its author, as text: "Claude", "another tab".
    pub fn who(&self) -> String {
        match self.by.kind {
            ByKind::Owner => "another tab".to_owned(),
            ByKind::Key | ByKind::Client => self.by.name.clone().unwrap_or_else(|| "an agent".to_owned()),
            ByKind::Admin => "the service".to_owned(),
        }
    }

    /// The author and the means: "Claude, through an API key".
    pub fn way(&self) -> String {
        match self.by.kind {
            ByKind::Key => format!("{}, through an API key", self.who()),
            _ => self.who(),
        }
    }

    /// What it did to a tile: "Added", "Changed", "Moved"; `None` if it did nothing to it.
    pub fn did(&self, id: &TileId) -> Option<&'static str> {
        let changes = &self.changes;
        if changes.added.iter().any(|tile| tile.id == *id) {
            Some("Added")
        } else if changes.changed.iter().any(|tile| tile.id == *id) {
            Some("Changed")
        } else {
            changes.moved.iter().any(|tile| tile.id == *id).then_some("Moved")
        }
    }

    /// Whether it came from somebody else rather than from another tab of the owner's.
    pub const fn foreign(&self) -> bool {
        !matches!(self.by.kind, ByKind::Owner)
    }

    /// How many items it changed: tiles, the profile, the theme.
    pub fn count(&self) -> usize {
        let changes = &self.changes;
        let moved =
            changes.moved.iter().filter(|tile| !changes.changed.iter().any(|other| other.id == tile.id)).count();
        let own = usize::from(!changes.profile.is_empty()) + usize::from(!changes.theme.is_empty());
        changes.added.len() + changes.changed.len() + changes.removed.len() + moved + own
    }

    /// The tiles it changed that may still be on the page, unordered.
    pub fn tiles(&self) -> Vec<TileId> {
        let changes = &self.changes;
        let mut out: Vec<TileId> = changes.added.iter().map(|tile| tile.id.clone()).collect();
        out.extend(changes.changed.iter().map(|tile| tile.id.clone()));
        let moved =
            changes.moved.iter().map(|moved| &moved.id).filter(|id| !out.contains(id)).cloned().collect::<Vec<_>>();
        out.extend(moved);
        out
    }

    /// What it did, as a sentence: "Claude added Print shop".
    pub fn sentence(&self) -> String {
        let mut letters = self.changes.summary.chars();
        let first = letters.next().map(|letter| letter.to_lowercase().to_string()).unwrap_or_default();
        format!("{} {first}{}", self.who(), letters.as_str())
    }
}
