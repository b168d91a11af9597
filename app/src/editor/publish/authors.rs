//! Who last changed what since the page went live, derived from the drafts in the history.

use std::collections::HashMap;

use mantel_model::api::{By, ChangesView};
use mantel_model::{Draft, TileId};

use super::changes::ChangeRow;

/// An author, and when (RFC 3339).
type Who = (By, String);

/// The last author of each item.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Authors {
    tiles: HashMap<TileId, Who>,
    profile: Option<Who>,
    theme: Option<Who>,
    moved: Option<Who>,
}

impl Authors {
    /// The author of a row's change.
    pub fn of(&self, row: &ChangeRow) -> Option<Who> {
        match row {
            ChangeRow::Profile => self.profile.clone(),
            ChangeRow::Theme => self.theme.clone(),
            ChangeRow::Moved => self.moved.clone(),
            ChangeRow::Added(id) | ChangeRow::Changed(id) | ChangeRow::Removed(id) => self.tiles.get(id).cloned(),
        }
    }

    /// Records the author of what one entry changed, unless a newer entry changed it too.
    pub fn learn(&mut self, before: &Draft, after: &Draft, who: &Who) {
        let changes = ChangesView::between(before, after);
        let added = changes.added.iter().chain(&changes.removed).map(|tile| &tile.id);
        for id in added.chain(changes.changed.iter().map(|tile| &tile.id)) {
            self.tiles.entry(id.clone()).or_insert_with(|| who.clone());
        }
        let or = |known: &mut Option<Who>, is: bool| {
            if is && known.is_none() {
                *known = Some(who.clone());
            }
        };
        or(&mut self.profile, !changes.profile.is_empty());
        or(&mut self.theme, !changes.theme.is_empty());
        or(&mut self.moved, !changes.moved.is_empty());
    }
}
