//! A change that others made, as it arrived here.

use mantel_model::api::{By, ByKind, ChangesView};
use mantel_model::{Draft, TileId};

/// A change that somebody else made, as it arrived here.
#[derive(Clone, Debug, PartialEq)]
pub struct RemoteChange {
    /// Who made it; `owner` is another tab of one's own.
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
    /// Whoever made it, as people read it: "Claude", "another tab".
    pub fn who(&self) -> String {
        match self.by.kind {
            ByKind::Owner => "another tab".to_owned(),
            ByKind::Key | ByKind::Client => self.by.name.clone().unwrap_or_else(|| "an agent".to_owned()),
            ByKind::Admin => "the service".to_owned(),
        }
    }

    /// By what way, for those who want to know: "Claude, through an API key".
    pub fn way(&self) -> String {
        match self.by.kind {
            ByKind::Key => format!("{}, through an API key", self.who()),
            _ => self.who(),
        }
    }

    /// What it did to a tile: "Added", "Changed", "Moved"; `None` when nothing.
    pub fn did(&self, id: &TileId) -> Option<&'static str> {
        let its = &self.changes;
        if its.added.iter().any(|it| it.id == *id) {
            Some("Added")
        } else if its.changed.iter().any(|it| it.id == *id) {
            Some("Changed")
        } else {
            its.moved.iter().any(|it| it.id == *id).then_some("Moved")
        }
    }

    /// Whether somebody else made it, rather than another tab of one's own.
    pub const fn foreign(&self) -> bool {
        !matches!(self.by.kind, ByKind::Owner)
    }

    /// How many things it touched: tiles, the profile, the theme.
    pub fn count(&self) -> usize {
        let its = &self.changes;
        let moved = its.moved.iter().filter(|it| !its.changed.iter().any(|other| other.id == it.id)).count();
        let own = usize::from(!its.profile.is_empty()) + usize::from(!its.theme.is_empty());
        its.added.len() + its.changed.len() + its.removed.len() + moved + own
    }

    /// The tiles it touched that may still be on the page, in no order.
    pub fn tiles(&self) -> Vec<TileId> {
        let its = &self.changes;
        let mut out: Vec<TileId> = its.added.iter().map(|it| it.id.clone()).collect();
        out.extend(its.changed.iter().map(|it| it.id.clone()));
        let moved = its.moved.iter().map(|it| &it.id).filter(|it| !out.contains(it)).cloned().collect::<Vec<_>>();
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
