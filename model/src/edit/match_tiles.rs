//! Matches tiles of a file to tiles of the page: a handwritten file has no ids, and ids on the page never change.

use std::collections::{HashMap, HashSet};

use crate::id::TileId;
use crate::page::Draft;
use crate::tile::{Kind, Tile};

/// Gives tiles of `after` the ids of the matching tiles of `before`. Tiles whose ids are in `own` keep them: the file
/// stated them. The others match, in this order, by: all fields; the same address or text; the same title; the
/// same type after the same tile. A tile without a match stays new.
pub fn recognise(before: &Draft, after: &mut Draft, own: &HashSet<TileId>) {
    let rules: [fn(&Tile, &Tile) -> bool; 3] = [
        |a, b| a.kind == b.kind && a.size == b.size && a.color == b.color && a.pos == b.pos,
        |a, b| what(&a.kind) == what(&b.kind),
        |a, b| {
            a.kind.name() == b.kind.name() && a.kind.own_title().is_some() && a.kind.own_title() == b.kind.own_title()
        },
    ];
    let mut known = Matching::new(after, own);
    for rule in rules {
        for (at, tile) in after.tiles.iter().enumerate() {
            known.try_match(at, before.tiles.iter().find(|was| !known.taken.contains(&was.id) && rule(was, tile)));
        }
    }
    for (at, tile) in after.tiles.iter().enumerate() {
        let neighbour =
            known.neighbour(before, after, at).filter(|neighbour| neighbour.kind.name() == tile.kind.name());
        known.try_match(at, neighbour);
    }
    for (at, id) in known.ids {
        if let Some(tile) = after.tiles.get_mut(at) {
            tile.id = id;
        }
    }
}

/// The matches so far.
struct Matching {
    /// The id of each matched tile of the file, by index.
    ids: HashMap<usize, TileId>,
    /// Ids that are already assigned.
    taken: HashSet<TileId>,
}

impl Matching {
    fn new(after: &Draft, own: &HashSet<TileId>) -> Self {
        let named = after.tiles.iter().enumerate().filter(|(_, tile)| own.contains(&tile.id));
        let ids: HashMap<usize, TileId> = named.map(|(at, tile)| (at, tile.id.clone())).collect();
        let taken = ids.values().cloned().collect();
        Self { ids, taken }
    }

    fn try_match(&mut self, at: usize, was: Option<&Tile>) {
        if let (false, Some(was)) = (self.ids.contains_key(&at), was) {
            self.taken.insert(was.id.clone());
            self.ids.insert(at, was.id.clone());
        }
    }

    /// The tile of the page that follows the match of the previous tile, unless it is already matched.
    fn neighbour<'a>(&self, before: &'a Draft, after: &Draft, at: usize) -> Option<&'a Tile> {
        let place = match at.checked_sub(1) {
            None => 0,
            Some(previous) => {
                let id = self.ids.get(&previous).or(after.tiles.get(previous).map(|tile| &tile.id))?;
                before.position(id)? + 1
            }
        };
        before.tiles.get(place).filter(|tile| !self.taken.contains(&tile.id))
    }
}

/// What identifies a tile regardless of its appearance: its type with its address or text.
fn what(kind: &Kind) -> (&'static str, String) {
    (kind.name().as_str(), kind.identity())
}
