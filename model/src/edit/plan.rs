//! The fewest edits from one draft to another, each one API call: what `mantel apply` sends.

use std::collections::HashSet;

use serde::Serialize;
use serde_json::{Map, Value};

use super::{Edit, apply};
use crate::id::{IdSource, SeededIds, TileId};
use crate::limits;
use crate::page::Draft;
use crate::tile::{NewTile, Tile};

/// The fewest edits that turn `before` into `after`, in the order to apply them; none when they are equal.
///
/// Tiles are matched by id; one whose type differs is removed and added again, since a type never changes.
/// Each `Add` holds one tile, so that each edit is one call. If an intermediate step would break a limit that
/// both drafts meet (number of tiles, page size), the plan is one `Replace`.
pub fn plan(before: &Draft, after: &Draft) -> Vec<Edit> {
    let mut steps = Vec::new();
    steps.extend(patch(&before.profile, &after.profile).map(Edit::Profile));
    steps.extend(patch(&before.theme, &after.theme).map(Edit::Theme));
    steps.extend(Tiles::new(&before.tiles, &after.tiles).steps());
    if leads_to(before, &steps, after) { steps } else { vec![Edit::Replace(Box::new(after.clone()))] }
}

fn leads_to(before: &Draft, steps: &[Edit], after: &Draft) -> bool {
    // Every added tile brings its id, so this source is never used.
    let mut ids = SeededIds::new(0);
    let step =
        |draft: Draft, edit: &Edit| apply(&draft, edit.clone(), &mut ids as &mut dyn IdSource).map(|apply| apply.draft);
    steps.iter().try_fold(before.clone(), step).is_ok_and(|draft| draft == *after)
}

/// The patch that turns one value into another: what differs, `null` for removed fields; `None` when they are equal.
fn patch(before: &impl Serialize, after: &impl Serialize) -> Option<Value> {
    let object = |value: serde_json::Result<Value>| match value {
        Ok(Value::Object(map)) => map,
        _ => Map::new(),
    };
    let (before, after) = (object(serde_json::to_value(before)), object(serde_json::to_value(after)));
    let mut patch = difference(&before, &after);
    // A new look without a palette would reset the palette to its first.
    if let (Some(_), Some(preset)) = (patch.get("style"), after.get("preset")) {
        patch.insert("preset".to_owned(), preset.clone());
    }
    (!patch.is_empty()).then_some(Value::Object(patch))
}

pub(crate) fn difference(before: &Map<String, Value>, after: &Map<String, Value>) -> Map<String, Value> {
    let mut out = Map::new();
    for (name, value) in after {
        match (before.get(name), value) {
            (Some(was), now) if was == now => {}
            (Some(Value::Object(was)), Value::Object(now)) => {
                out.insert(name.clone(), Value::Object(difference(was, now)));
            }
            _ => {
                out.insert(name.clone(), value.clone());
            }
        }
    }
    let gone = before.keys().filter(|key| !after.contains_key(*key));
    out.extend(gone.map(|gone| (gone.clone(), Value::Null)));
    out
}

/// The steps from one list of tiles to another.
struct Tiles<'a> {
    before: &'a [Tile],
    after: &'a [Tile],
    /// Tiles in both lists that are never moved: a longest increasing subsequence.
    unmoved: HashSet<&'a TileId>,
    /// The list after the steps so far.
    list: Vec<&'a TileId>,
    steps: Vec<Edit>,
}

impl<'a> Tiles<'a> {
    fn new(before: &'a [Tile], after: &'a [Tile]) -> Self {
        let list = before.iter().map(|tile| &tile.id).collect();
        let mut tiles = Self { before, after, unmoved: HashSet::new(), list, steps: Vec::new() };
        tiles.unmoved = tiles.unmoved();
        tiles
    }

    fn steps(mut self) -> Vec<Edit> {
        let held = self.removed_last();
        let gone: Vec<&TileId> = self.before.iter().map(|tile| &tile.id).filter(|id| !self.stays(id)).collect();
        gone.iter().filter(|id| Some(**id) != held).for_each(|id| self.remove(id));
        for (at, tile) in self.after.iter().enumerate() {
            let previous = at.checked_sub(1).and_then(|index| self.after.get(index)).map(|tile| &tile.id);
            match self.tile_before(&tile.id).filter(|was| same_type(was, tile)) {
                None => self.add(tile, previous),
                Some(was) => {
                    if !self.unmoved.contains(&tile.id) {
                        self.move_after(&tile.id, previous);
                    }
                    let changed = patch(was, tile);
                    self.steps.extend(changed.map(|patch| Edit::Update { id: tile.id.clone(), patch }));
                }
            }
        }
        if let Some(id) = held {
            self.remove(id);
        }
        self.steps
    }

    fn tile_before(&self, id: &TileId) -> Option<&'a Tile> {
        self.before.iter().find(|tile| tile.id == *id)
    }

    fn stays(&self, id: &TileId) -> bool {
        let now = self.after.iter().find(|tile| tile.id == *id);
        now.is_some_and(|now| self.tile_before(id).is_some_and(|was| same_type(was, now)))
    }

    /// The API adds only after a tile or at the end, so adding at the front takes a second call, a move. If the first
    /// tile is removed anyway, removing it last saves that move: the new tile is added after it.
    fn removed_last(&self) -> Option<&'a TileId> {
        let first = self.list.first().copied()?;
        let new = self.after.first().is_some_and(|tile| !self.stays(&tile.id));
        let back = self.after.iter().any(|tile| tile.id == *first);
        let next = self.list.iter().find(|id| self.stays(id))?;
        let room = self.before.len() < limits::TILES;
        (new && room && !back && !self.stays(first) && self.unmoved.contains(next)).then_some(first)
    }

    fn remove(&mut self, id: &'a TileId) {
        self.list.retain(|other| *other != id);
        self.steps.push(Edit::Remove { id: id.clone() });
    }

    fn add(&mut self, tile: &'a Tile, previous: Option<&'a TileId>) {
        let first = self.list.first().copied();
        let blocked = previous.is_none() && first.is_some_and(|first| self.unmoved.contains(first));
        let after = if blocked { None } else { previous.or(first) };
        let place = after.and_then(|id| self.place(id)).map_or(self.list.len(), |place| place + 1);
        self.list.insert(place, &tile.id);
        self.steps.push(Edit::Add { tiles: vec![NewTile::from(tile.clone())], after: after.cloned() });
        if blocked {
            self.move_after(&tile.id, None);
        }
    }

    fn move_after(&mut self, id: &'a TileId, previous: Option<&TileId>) {
        self.list.retain(|other| *other != id);
        let position = previous.and_then(|previous| self.place(previous)).map_or(0, |place| place + 1);
        self.list.insert(position, id);
        self.steps.push(Edit::Move { id: id.clone(), position });
    }

    fn place(&self, id: &TileId) -> Option<usize> {
        self.list.iter().position(|other| *other == id)
    }

    /// A longest run of tiles that kept their order. When a new tile goes to the front, prefers one without the
    /// first tile, if it is as long.
    fn unmoved(&self) -> HashSet<&'a TileId> {
        let places: Vec<(&TileId, usize)> = self
            .after
            .iter()
            .filter(|tile| self.stays(&tile.id))
            .filter_map(|tile| Some((&tile.id, self.before.iter().position(|was| was.id == tile.id)?)))
            .collect();
        let longest = longest_run(&places);
        if self.after.first().is_some_and(|tile| self.stays(&tile.id)) {
            return longest;
        }
        let rest: Vec<_> = places.into_iter().filter(|place| place.1 != 0).collect();
        let other = longest_run(&rest);
        if other.len() == longest.len() { other } else { longest }
    }
}

fn same_type(was: &Tile, now: &Tile) -> bool {
    was.kind.name() == now.kind.name()
}

/// A longest increasing subsequence, by patience sorting: n log n for the 300 tiles of a full page.
fn longest_run<'a>(places: &[(&'a TileId, usize)]) -> HashSet<&'a TileId> {
    // The smallest end of a run of each length, and for each place the one before it in its run.
    let mut ends: Vec<usize> = Vec::new();
    let mut before: Vec<Option<usize>> = Vec::with_capacity(places.len());
    let place = |at: usize| places.get(at).map_or(usize::MAX, |place| place.1);
    for (at, (_, here)) in places.iter().enumerate() {
        let length = ends.partition_point(|end| place(*end) < *here);
        before.push(length.checked_sub(1).and_then(|index| ends.get(index)).copied());
        match ends.get_mut(length) {
            Some(end) => *end = at,
            None => ends.push(at),
        }
    }
    let mut next = ends.last().copied();
    let mut run = HashSet::new();
    while let Some(at) = next {
        run.extend(places.get(at).map(|place| place.0));
        next = before.get(at).copied().flatten();
    }
    run
}
