//! A change that somebody else made, as it arrived here.

use mantel_model::api::{By, ByKind, ChangesView};
use mantel_model::{Draft, TileId};

use crate::components::tile_label::tile_count;

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
    pub fn author_and_means(&self) -> String {
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

/// What several changes did, each tile counted once: as added, as removed, as changed or as moved.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Tiles that were added.
    pub added: usize,
    /// Tiles whose fields changed and that were not added.
    pub changed: usize,
    /// Tiles that only moved.
    pub moved: usize,
    /// Tiles that were removed and had not been added.
    pub removed: usize,
    /// Whether the profile changed.
    pub profile: bool,
    /// Whether the look changed.
    pub theme: bool,
}

impl Tally {
    /// What some changes did, oldest first.
    pub fn of(changes: &[RemoteChange]) -> Self {
        let mut tally = Self::default();
        let mut done: Vec<(TileId, Deed)> = Vec::new();
        for change in changes.iter().map(|change| &change.changes) {
            tally.profile |= !change.profile.is_empty();
            tally.theme |= !change.theme.is_empty();
            let added = change.added.iter().map(|tile| (&tile.id, Deed::Added));
            let changed = change.changed.iter().map(|tile| (&tile.id, Deed::Changed));
            let moved = change.moved.iter().map(|moved| (&moved.id, Deed::Moved));
            let removed = change.removed.iter().map(|tile| (&tile.id, Deed::Removed));
            for (id, deed) in added.chain(changed).chain(moved).chain(removed) {
                match done.iter_mut().find(|(known, _)| known == id) {
                    Some((_, before)) => *before = before.then(deed),
                    None => done.push((id.clone(), deed)),
                }
            }
        }
        for (_, deed) in done {
            match deed {
                Deed::Added => tally.added += 1,
                Deed::Changed => tally.changed += 1,
                Deed::Moved => tally.moved += 1,
                Deed::Removed => tally.removed += 1,
                Deed::Undone => {}
            }
        }
        tally
    }

    /// How many items changed: tiles, the profile, the look.
    pub fn count(&self) -> usize {
        self.tiles() + usize::from(self.profile) + usize::from(self.theme)
    }

    /// How many tiles changed in any way.
    pub const fn tiles(&self) -> usize {
        self.added + self.changed + self.moved + self.removed
    }

    /// What was done, as text: "added 3, moved 1, changed the profile".
    pub fn parts(&self) -> String {
        let counted =
            [("added", self.added), ("changed", self.changed), ("moved", self.moved), ("removed", self.removed)];
        let mut parts: Vec<String> =
            counted.iter().filter(|part| part.1 > 0).map(|(verb, count)| format!("{verb} {count}")).collect();
        parts.extend(self.page_part().map(|part| format!("changed {part}")));
        parts.join(", ")
    }

    /// What was changed, as text: "5 tiles", "1 tile and the profile", "the look".
    pub fn whole(&self) -> String {
        match (self.tiles(), self.page_part()) {
            (0, Some(part)) => part.to_owned(),
            (tiles, Some(part)) => format!("{} and {part}", tile_count(tiles)),
            (tiles, None) => tile_count(tiles),
        }
    }

    const fn page_part(&self) -> Option<&'static str> {
        match (self.profile, self.theme) {
            (true, true) => Some("the profile and the look"),
            (true, false) => Some("the profile"),
            (false, true) => Some("the look"),
            (false, false) => None,
        }
    }
}

/// What was done to a tile.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Deed {
    Added,
    Changed,
    Moved,
    Removed,
    /// Added and removed again.
    Undone,
}

impl Deed {
    /// What both together are.
    const fn then(self, next: Self) -> Self {
        match (self, next) {
            (Self::Added, Self::Removed) => Self::Undone,
            (Self::Added, _) | (Self::Undone, Self::Added) => Self::Added,
            (Self::Removed, Self::Added) | (Self::Changed, Self::Moved) => Self::Changed,
            (_, next) => next,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Tally;

    #[test]
    fn counts_are_told_in_the_right_number() {
        let tally = |added, changed, profile, theme| Tally { added, changed, profile, theme, ..Tally::default() };
        assert_eq!(tally(1, 0, false, false).whole(), "1 tile");
        assert_eq!(tally(2, 3, false, false).whole(), "5 tiles");
        assert_eq!(tally(0, 1, true, false).whole(), "1 tile and the profile");
        assert_eq!(tally(0, 0, true, true).whole(), "the profile and the look");
        assert_eq!(tally(3, 1, false, true).parts(), "added 3, changed 1, changed the look");
        assert_eq!(tally(3, 1, false, true).count(), 5);
    }
}
