//! Who touched what since the page went live: read off the drafts that the history keeps.

use std::collections::HashMap;

use mantel_model::api::{By, ChangesView};
use mantel_model::{Draft, TileId};

use super::changes::Row;

/// Who, and when (RFC 3339).
type Who = (By, String);

/// The last who touched each thing.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Authors {
    tiles: HashMap<TileId, Who>,
    profile: Option<Who>,
    theme: Option<Who>,
    moved: Option<Who>,
}

impl Authors {
    /// Who made a row's change.
    pub fn of(&self, row: &Row) -> Option<Who> {
        match row {
            Row::Profile => self.profile.clone(),
            Row::Theme => self.theme.clone(),
            Row::Moved => self.moved.clone(),
            Row::Added(id) | Row::Changed(id) | Row::Removed(id) => self.tiles.get(id).cloned(),
        }
    }

    /// Takes in what one entry changed; what a newer one touched stays that one's.
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
