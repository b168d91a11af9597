//! Pictures and other tiles that were dropped, pasted or chosen together. They are added in their order and in one edit,
//! once each picture has arrived, failed or been refused.

use std::mem::take;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use mantel_model::TileId;
use mantel_model::tile::NewTile;

/// What was dropped, pasted or chosen together. Clones are the same batch.
#[derive(Clone, Debug)]
pub struct UploadBatch(Arc<Mutex<BatchState>>);

#[derive(Debug)]
struct BatchState {
    entries: Vec<Entry>,
    problems: Vec<String>,
}

#[derive(Debug)]
enum Entry {
    /// A picture that is being sent.
    Waiting,
    /// A tile to add.
    Tile(Box<NewTile>),
    /// A tile that was added.
    Added(TileId),
    /// A picture that was refused, or that failed and may be tried again.
    Missing,
}

/// What to do once nothing of a batch is waited for.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Ready {
    /// The tiles to add, in order, with their ids.
    pub tiles: Vec<NewTile>,
    /// Tiles of the batch that were added earlier and precede these, the nearest first.
    pub before: Vec<TileId>,
    /// Tiles of the batch that were added earlier and follow these, the nearest first.
    pub after: Vec<TileId>,
    /// Why pictures were refused, each with its name.
    pub problems: Vec<String>,
}

impl PartialEq for UploadBatch {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}

impl UploadBatch {
    /// A batch of tiles, which must have ids, and of pictures to wait for (`None`), in order.
    pub fn new(parts: impl IntoIterator<Item = Option<NewTile>>) -> Self {
        let entries =
            parts.into_iter().map(|part| part.map_or(Entry::Waiting, |tile| Entry::Tile(Box::new(tile)))).collect();
        Self(Arc::new(Mutex::new(BatchState { entries, problems: Vec::new() })))
    }

    /// The picture at this index has arrived, perhaps after it failed, and becomes this tile, which must have an id.
    pub fn arrived(&self, index: usize, tile: NewTile) -> Option<Ready> {
        self.settle(index, Entry::Tile(Box::new(tile)), None)
    }

    /// The picture at this index did not arrive, but may be tried again.
    pub fn failed(&self, index: usize) -> Option<Ready> {
        self.settle(index, Entry::Missing, None)
    }

    /// The picture at this index was refused, for this reason.
    pub fn refused(&self, index: usize, problem: String) -> Option<Ready> {
        self.settle(index, Entry::Missing, Some(problem))
    }

    fn state(&self) -> MutexGuard<'_, BatchState> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn settle(&self, index: usize, outcome: Entry, problem: Option<String>) -> Option<Ready> {
        let mut state = self.state();
        state.problems.extend(problem);
        if let Some(entry) = state.entries.get_mut(index) {
            *entry = outcome;
        }
        if state.entries.iter().any(|entry| matches!(entry, Entry::Waiting)) {
            return None;
        }
        let added = |entry: &Entry| if let Entry::Added(id) = entry { Some(id.clone()) } else { None };
        let first = state.entries.iter().position(|entry| matches!(entry, Entry::Tile(_)));
        let (before, after) = state.entries.split_at(first.unwrap_or_default());
        let (before, after) =
            (before.iter().rev().filter_map(added).collect(), after.iter().filter_map(added).collect());
        let mut tiles = Vec::new();
        for entry in &mut state.entries {
            if let Entry::Tile(tile) = entry {
                let id = tile.id.clone();
                tiles.push(tile.as_ref().clone());
                *entry = id.map_or(Entry::Missing, Entry::Added);
            }
        }
        Some(Ready { tiles, before, after, problems: take(&mut state.problems) })
    }
}

#[cfg(test)]
mod tests {
    use mantel_model::text::Text;
    use mantel_model::tile::{Kind, Note};

    use super::*;

    fn tile(name: &str) -> NewTile {
        let text = Text::new(name).unwrap();
        let id = TileId::parse(&format!("t_{name:a<12}")).unwrap();
        NewTile { id: Some(id), ..NewTile::of(Kind::Text(Note { text, look: None })) }
    }

    fn ids(tiles: &[NewTile]) -> Vec<TileId> {
        tiles.iter().filter_map(|tile| tile.id.clone()).collect()
    }

    #[test]
    fn pictures_keep_their_order_however_they_arrive() {
        let batch = UploadBatch::new([None, Some(tile("b")), None, None]);
        assert_eq!(batch.arrived(3, tile("e")), None);
        assert_eq!(batch.arrived(0, tile("a")), None);
        let ready = batch.arrived(2, tile("c")).unwrap();
        assert_eq!(ids(&ready.tiles), ids(&[tile("a"), tile("b"), tile("c"), tile("e")]));
        assert_eq!((ready.before, ready.after), (Vec::new(), Vec::new()));
    }

    #[test]
    fn a_picture_that_failed_leaves_the_rest_and_returns_to_its_place() {
        let batch = UploadBatch::new([None, None, None]);
        assert_eq!(batch.failed(1), None);
        assert_eq!(batch.arrived(2, tile("c")), None);
        assert_eq!(ids(&batch.arrived(0, tile("a")).unwrap().tiles), ids(&[tile("a"), tile("c")]));
        let late = batch.arrived(1, tile("b")).unwrap();
        assert_eq!(ids(&late.tiles), ids(&[tile("b")]));
        assert_eq!((late.before, late.after), (ids(&[tile("a")]), ids(&[tile("c")])));
    }

    #[test]
    fn every_refusal_is_told_at_the_end() {
        let batch = UploadBatch::new([None, None]);
        assert_eq!(batch.refused(0, "notes.txt: no picture".to_owned()), None);
        let ready = batch.refused(1, "big.png: too large".to_owned()).unwrap();
        assert_eq!(
            (ready.tiles.len(), ready.problems),
            (0, vec!["notes.txt: no picture".to_owned(), "big.png: too large".to_owned()])
        );
    }
}
