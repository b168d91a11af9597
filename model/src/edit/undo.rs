//! Taking back one edit among others: what it changed becomes what it was before, except where somebody changed it since.

use serde_json::{Map, Value};

use crate::id::TileId;
use crate::page::Draft;
use crate::problem::Problem;
use crate::tile::Tile;

/// The fields that only make sense together: a palette belongs to one look.
const LOOK: [&str; 2] = ["style", "preset"];

/// A draft in which an edit is taken back.
#[derive(Clone, Debug, PartialEq)]
pub struct Undone {
    /// The draft.
    pub draft: Draft,
    /// What stays because somebody changed it since: its place in the draft, and a sentence.
    pub kept: Vec<Problem>,
}

/// Takes the edit that made `after` of `before` back in `now`, a later draft.
pub fn undo(before: &Draft, after: &Draft, now: &Draft) -> Undone {
    let mut kept = Vec::new();
    let mut draft = now.clone();
    if let Some(profile) = merged("/profile", &before.profile, &after.profile, &now.profile, &mut kept) {
        draft.profile = profile;
    }
    if let Some(theme) = merged("/theme", &before.theme, &after.theme, &now.theme, &mut kept) {
        draft.theme = theme;
    }
    let mut tiles = Tiles { before, after, draft, kept };
    tiles.remove_added();
    tiles.take_fields_back();
    tiles.take_order_back();
    tiles.bring_back_removed();
    Undone { draft: tiles.draft, kept: tiles.kept }
}

/// Whether all that an edit from `before` to `after` did is to add tiles: what was there is there, in its order, unchanged.
pub fn adds_only(before: &Draft, after: &Draft) -> bool {
    let kept = after.tiles.iter().filter(|tile| before.tile(&tile.id).is_some());
    before.profile == after.profile && before.theme == after.theme && kept.eq(&before.tiles)
}

/// The tiles of the draft while the edit is taken back in them.
struct Tiles<'a> {
    before: &'a Draft,
    after: &'a Draft,
    draft: Draft,
    kept: Vec<Problem>,
}

impl Tiles<'_> {
    fn keep(&mut self, id: &TileId, what: &str) {
        self.kept.push(Problem::new(format!("/tiles/{id}"), what));
    }

    /// Tiles that the edit added go, unless somebody changed them.
    fn remove_added(&mut self) {
        for added in self.after.tiles.iter().filter(|tile| self.before.tile(&tile.id).is_none()) {
            match self.draft.position(&added.id) {
                Some(at) if self.draft.tiles.get(at) == Some(added) => drop(self.draft.tiles.remove(at)),
                Some(_) => self.keep(&added.id, "the tile was changed since it was added, so it stays"),
                None => {}
            }
        }
    }

    /// The fields of tiles that the edit changed become what they were.
    fn take_fields_back(&mut self) {
        for old in &self.before.tiles {
            let Some(new) = self.after.tile(&old.id).filter(|new| *new != old) else { continue };
            let Some(at) = self.draft.position(&old.id) else {
                self.keep(&old.id, "the tile was removed since it was changed");
                continue;
            };
            let Some(now) = self.draft.tiles.get_mut(at) else { continue };
            let path = format!("/tiles/{}", old.id);
            if old.kind.name() == new.kind.name() && new.kind.name() == now.kind.name() {
                if let Some(tile) = merged(&path, old, new, now, &mut self.kept) {
                    *now = tile;
                }
            } else if now == new {
                *now = old.clone();
            } else {
                self.kept.push(Problem::new(path, "the tile was changed since, so it stays"));
            }
        }
    }

    /// Tiles that the edit removed come back where they were: behind the tile that stood before them.
    fn bring_back_removed(&mut self) {
        for (index, removed) in self.before.tiles.iter().enumerate() {
            if self.after.tile(&removed.id).is_some() {
                continue;
            }
            if self.draft.tile(&removed.id).is_some() {
                self.keep(&removed.id, "the tile is on the page again, so it stays as it is");
                continue;
            }
            let earlier = self.before.tiles.get(..index).unwrap_or_default().iter().rev();
            let at = earlier.filter_map(|tile| self.draft.position(&tile.id)).next().map_or(0, |at| at + 1);
            self.draft.tiles.insert(at, removed.clone());
        }
    }

    /// The order of the tiles that the edit moved becomes what it was.
    fn take_order_back(&mut self) {
        let in_all = |tile: &&Tile| {
            let is_in = |page: &Draft| page.tile(&tile.id).is_some();
            is_in(self.before) && is_in(self.after) && is_in(&self.draft)
        };
        let order = |page: &Draft| page.tiles.iter().filter(in_all).map(|tile| tile.id.clone()).collect::<Vec<_>>();
        let (old, new, now) = (order(self.before), order(self.after), order(&self.draft));
        if old == new || old == now {
            return;
        }
        if now != new {
            let words = "the order of the tiles was changed since, so it stays";
            self.kept.push(Problem::new("/tiles", words));
            return;
        }
        let places: Vec<usize> = now.iter().filter_map(|id| self.draft.position(id)).collect();
        let moved: Vec<Tile> = old.iter().filter_map(|id| self.draft.tile(id).cloned()).collect();
        for (place, tile) in places.into_iter().zip(moved) {
            if let Some(slot) = self.draft.tiles.get_mut(place) {
                *slot = tile;
            }
        }
    }
}

/// One object with the fields that changed from `before` to `after` as they were before; fields that differ from `after` now
/// are kept and told. `None` where nothing changes, or where the fields together would be no such object.
fn merged<T>(path: &str, before: &T, after: &T, now: &T, kept: &mut Vec<Problem>) -> Option<T>
where
    T: serde::Serialize + serde::de::DeserializeOwned,
{
    let fields = |object: &T| match serde_json::to_value(object) {
        Ok(Value::Object(fields)) => fields,
        _ => Map::new(),
    };
    let (before, after, mut now) = (fields(before), fields(after), fields(now));
    let names = || before.keys().chain(after.keys().filter(|name| !before.contains_key(*name)));
    let differs = |name: &str| before.get(name) != after.get(name);
    let untouched = |now: &Map<String, Value>, name: &str| now.get(name) == after.get(name);
    let look_stays = !LOOK.iter().all(|name| untouched(&now, name));
    let mut changed = false;
    for name in names().filter(|name| differs(name)) {
        let stays = if LOOK.contains(&name.as_str()) { look_stays } else { !untouched(&now, name) };
        if stays {
            if now.get(name) != before.get(name) {
                kept.push(Problem::new(format!("{path}/{name}"), "somebody changed this since, so it stays"));
            }
            continue;
        }
        changed = true;
        match before.get(name) {
            Some(value) => drop(now.insert(name.clone(), value.clone())),
            None => drop(now.remove(name)),
        }
    }
    if !changed {
        return None;
    }
    match serde_json::from_value(Value::Object(now)) {
        Ok(made) => Some(made),
        Err(error) => {
            kept.push(Problem::new(path, format!("this stays: what it was does not fit what it is now ({error})")));
            None
        }
    }
}
