//! One edit that remembers what it found: it can be taken back, and made again on a draft that others have changed.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::conflict::{About, Differ};
use super::field_merge;
use super::field_merge::{Fields, Merged};
use crate::api::DraftView;
use crate::edit::{self, Edit, difference, plan};
use crate::id::{SeededIds, TileId};
use crate::page::Draft;
use crate::tile::{NewTile, Tile};

/// More calls than these in one go would be told to wait.
const CALLS: usize = 100;

/// Where a tile stands: behind another, or at the front. The index counts when that other is gone.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Place {
    /// The tile before it; `None` at the front.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub after: Option<TileId>,
    /// Its index, from 0.
    pub at: usize,
}

impl Place {
    /// The place of what stands at an index of a draft.
    pub fn of(draft: &Draft, at: usize) -> Self {
        let after = at.checked_sub(1).and_then(|index| draft.tiles.get(index)).map(|it| it.id.clone());
        Self { after, at }
    }

    /// The index in `tiles`, from which the tile itself is gone.
    fn within(&self, tiles: &[&TileId]) -> usize {
        let behind = |id: &TileId| tiles.iter().position(|tile| *tile == id).map_or(self.at, |index| index + 1);
        self.after.as_ref().map_or(0, behind).min(tiles.len())
    }
}

/// An edit with what it found.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Op {
    /// A tile comes.
    Add {
        /// The tile, with the id it keeps.
        tile: Tile,
        /// Where to.
        place: Place,
    },
    /// Fields of a tile change.
    Update {
        /// Which tile.
        id: TileId,
        /// What they are to be.
        patch: Fields,
        /// What they were.
        was: Fields,
    },
    /// A tile moves.
    Move {
        /// Which tile.
        id: TileId,
        /// Where to.
        to: Place,
        /// Where it stood.
        from: Place,
    },
    /// A tile goes.
    Remove {
        /// The tile as it was.
        tile: Tile,
        /// Where it stood.
        place: Place,
    },
    /// Fields of the theme change.
    Theme {
        /// What they are to be.
        patch: Fields,
        /// What they were.
        was: Fields,
    },
    /// Fields of the profile change.
    Profile {
        /// What they are to be.
        patch: Fields,
        /// What they were.
        was: Fields,
    },
    /// Everything changes at once, where single steps would break a limit on the way.
    Replace {
        /// What it was.
        before: Box<DraftView>,
        /// What it is to be.
        after: Box<DraftView>,
    },
}

/// An edit brought to a draft that others may have changed.
#[derive(Debug, Default, PartialEq)]
pub struct Brought {
    /// What is left to do there, made for that draft; `None` when it is done already or came to nothing.
    pub op: Option<Op>,
    /// What others set differently.
    pub differ: Vec<(About, Differ)>,
}

impl Op {
    /// The edits from one draft to another, each one call of the API. Another page altogether, of more calls than a
    /// minute allows (decisions, Limits), is one.
    pub fn between(before: &Draft, after: &Draft) -> Vec<Self> {
        let mut now = before.clone();
        let mut ops = Vec::new();
        let steps = plan(before, after);
        let other = !(before.tiles.is_empty() || after.tiles.is_empty())
            && after.tiles.iter().all(|tile| before.tile(&tile.id).is_none());
        if other && steps.len() > CALLS {
            return vec![Self::Replace { before: whole(before), after: whole(after) }];
        }
        for step in steps {
            ops.extend(Self::of(&now, &step, after));
            now = applied(&now, step).unwrap_or(now);
        }
        ops
    }

    fn of(now: &Draft, step: &Edit, after: &Draft) -> Option<Self> {
        let changed = |before: &dyn Fn(&Draft) -> Fields| {
            let next = applied(now, step.clone())?;
            let (was, is) = (before(now), before(&next));
            Some((difference(&was, &is), difference(&is, &was)))
        };
        Some(match step {
            Edit::Add { tiles, after: behind } => {
                let id = tiles.first()?.id.clone()?;
                let at = behind.as_ref().and_then(|behind| now.position(behind)).map_or(now.tiles.len(), |it| it + 1);
                Self::Add { tile: tiles.first()?.clone().with_id(id), place: Place::of(now, at) }
            }
            Edit::Update { id, .. } => {
                let (patch, was) = changed(&|it| it.tile(id).map(field_merge::of).unwrap_or_default())?;
                Self::Update { id: id.clone(), patch, was }
            }
            Edit::Move { id, position } => {
                let from = Place::of(now, now.position(id)?);
                let next = applied(now, step.clone())?;
                let to = Place::of(&next, (*position).min(next.tiles.len().saturating_sub(1)));
                Self::Move { id: id.clone(), to, from }
            }
            Edit::Remove { id } => {
                Self::Remove { tile: now.tile(id)?.clone(), place: Place::of(now, now.position(id)?) }
            }
            Edit::Theme(_) => {
                let (patch, was) = changed(&|it| field_merge::of(&it.theme))?;
                Self::Theme { patch: whole_look(patch, after), was: whole_look(was, now) }
            }
            Edit::Profile(_) => {
                let (patch, was) = changed(&|it| field_merge::of(&it.profile))?;
                Self::Profile { patch, was }
            }
            Edit::Replace(_) => Self::Replace { before: whole(now), after: whole(after) },
        })
    }

    /// What takes it back.
    pub fn inverse(&self) -> Vec<Self> {
        vec![match self.clone() {
            Self::Add { tile, place } => Self::Remove { tile, place },
            Self::Remove { tile, place } if place.after.is_none() => {
                // The API adds behind a tile or at the end: to the front it takes a second step.
                let (id, end) = (tile.id.clone(), Place { after: None, at: usize::MAX });
                return vec![Self::Add { tile, place: end.clone() }, Self::Move { id, to: place, from: end }];
            }
            Self::Remove { tile, place } => Self::Add { tile, place },
            Self::Update { id, patch, was } => Self::Update { id, patch: was, was: patch },
            Self::Move { id, to, from } => Self::Move { id, to: from, from: to },
            Self::Theme { patch, was } => Self::Theme { patch: was, was: patch },
            Self::Profile { patch, was } => Self::Profile { patch: was, was: patch },
            Self::Replace { before, after } => Self::Replace { before: after, after: before },
        }]
    }

    /// The edit it is on this draft; `None` when it changes nothing there.
    pub fn edit(&self, draft: &Draft) -> Option<Edit> {
        let edit = match self {
            Self::Add { tile, .. } if draft.tile(&tile.id).is_some() => return None,
            Self::Add { tile, place } => {
                let ids: Vec<&TileId> = draft.tiles.iter().map(|tile| &tile.id).collect();
                // At the front of a page that has tiles there is none to come behind: it comes at the end.
                let at = if place.after.is_none() { ids.len() } else { place.within(&ids) };
                let after = at.checked_sub(1).filter(|index| index + 1 < ids.len()).and_then(|it| ids.get(it));
                Edit::Add { tiles: vec![NewTile::from(tile.clone())], after: after.map(|after| (*after).clone()) }
            }
            Self::Update { id, patch, .. } => {
                draft.tile(id)?;
                Edit::Update { id: id.clone(), patch: Value::Object(patch.clone()) }
            }
            Self::Move { id, to, .. } => {
                let here = draft.position(id)?;
                let rest: Vec<&TileId> = draft.tiles.iter().map(|tile| &tile.id).filter(|it| *it != id).collect();
                let position = to.within(&rest);
                if position == here {
                    return None;
                }
                Edit::Move { id: id.clone(), position }
            }
            Self::Remove { tile, .. } => {
                draft.tile(&tile.id)?;
                Edit::Remove { id: tile.id.clone() }
            }
            Self::Theme { patch, .. } => Edit::Theme(Value::Object(patch.clone())),
            Self::Profile { patch, .. } => Edit::Profile(Value::Object(patch.clone())),
            Self::Replace { after, .. } => Edit::Replace((**after).clone().apart().0),
        };
        Some(edit)
    }

    /// The draft after it; the same when it comes to nothing there.
    pub fn applied(&self, draft: &Draft) -> Draft {
        self.edit(draft).and_then(|edit| applied(draft, edit)).unwrap_or_else(|| draft.clone())
    }

    /// Brings it to another draft: fields that are as found are set, those that are right already are left alone, and
    /// those that others changed are told.
    pub fn brought(&self, now: &Draft) -> Brought {
        match self {
            Self::Update { id, patch, was } => match now.tile(id) {
                Some(tile) => {
                    fields_brought(&field_merge::of(tile), patch, was, &About::Tile(id.clone()), |patch, was| {
                        Self::Update { id: id.clone(), patch, was }
                    })
                }
                None => {
                    Brought { op: None, differ: vec![(About::Tile(id.clone()), Differ::Gone { patch: patch.clone() })] }
                }
            },
            Self::Theme { patch, was } => {
                let fields = field_merge::of(&now.theme);
                let merged = one_look(field_merge::merge(&fields, patch, was), &fields, patch);
                told(merged, &fields, patch, &About::Theme, |patch, was| Self::Theme { patch, was })
            }
            Self::Profile { patch, was } => {
                fields_brought(&field_merge::of(&now.profile), patch, was, &About::Profile, |patch, was| {
                    Self::Profile { patch, was }
                })
            }
            Self::Remove { tile, .. } => match now.tile(&tile.id) {
                None => Brought::default(),
                Some(is) if is == tile => self.still(now),
                Some(_) => Brought { op: None, differ: vec![(About::Tile(tile.id.clone()), Differ::Removing)] },
            },
            Self::Add { .. } | Self::Move { .. } | Self::Replace { .. } => self.still(now),
        }
    }

    fn still(&self, now: &Draft) -> Brought {
        let changes = self.edit(now).is_some_and(|edit| applied(now, edit).is_some_and(|applied| applied != *now));
        Brought { op: changes.then(|| self.clone()), differ: Vec::new() }
    }

    /// The tile it is about.
    pub const fn tile(&self) -> Option<&TileId> {
        match self {
            Self::Add { tile, .. } | Self::Remove { tile, .. } => Some(&tile.id),
            Self::Update { id, .. } | Self::Move { id, .. } => Some(id),
            Self::Theme { .. } | Self::Profile { .. } | Self::Replace { .. } => None,
        }
    }

    /// One edit of this and the next of the same fields' owner; `false` leaves both as they are.
    pub(super) fn absorb(&mut self, next: &Self) -> bool {
        match (self, next) {
            (Self::Update { id, patch, was }, Self::Update { id: other, patch: more, was: found }) if id == other => {
                absorb(patch, was, more, found);
            }
            (Self::Theme { patch, was }, Self::Theme { patch: more, was: found })
            | (Self::Profile { patch, was }, Self::Profile { patch: more, was: found }) => {
                absorb(patch, was, more, found);
            }
            (Self::Move { id, to, .. }, Self::Move { id: other, to: further, .. }) if id == other => {
                *to = further.clone();
            }
            _ => return false,
        }
        true
    }
}

fn absorb(patch: &mut Fields, was: &mut Fields, more: &Fields, found: &Fields) {
    for (name, value) in found {
        match (was.get_mut(name), value) {
            (Some(Value::Object(old)), Value::Object(new)) => {
                for (name, value) in new {
                    old.entry(name.clone()).or_insert_with(|| value.clone());
                }
            }
            (Some(_), _) => {}
            (None, value) => {
                was.insert(name.clone(), value.clone());
            }
        }
    }
    for (name, value) in more {
        match (patch.get_mut(name), value) {
            (Some(Value::Object(old)), Value::Object(new)) => old.extend(new.clone()),
            _ => {
                patch.insert(name.clone(), value.clone());
            }
        }
    }
}

fn fields_brought(
    now: &Fields,
    patch: &Fields,
    was: &Fields,
    about: &About,
    op: impl FnOnce(Fields, Fields) -> Op,
) -> Brought {
    told(field_merge::merge(now, patch, was), now, patch, about, op)
}

/// A palette belongs to its look: it comes with a look that is set, and is no question of its own beside one that clashes.
fn one_look(mut merged: Merged, now: &Fields, patch: &Fields) -> Merged {
    let (style, preset) = ("style", "preset");
    if merged.set.contains_key(style) || merged.clashing.iter().any(|it| it == style) {
        merged.clashing.retain(|it| it != preset);
        merged.set.shift_remove(preset);
    }
    if let (true, Some(mine)) = (merged.set.contains_key(style), patch.get(preset)) {
        merged.set.insert(preset.to_owned(), mine.clone());
        merged.was.insert(preset.to_owned(), now.get(preset).cloned().unwrap_or(Value::Null));
    }
    merged
}

fn told(merged: Merged, now: &Fields, patch: &Fields, about: &About, op: impl FnOnce(Fields, Fields) -> Op) -> Brought {
    let differ = |name: &String| {
        let get = |fields: &Fields| fields.get(name).cloned().unwrap_or(Value::Null);
        (about.clone(), Differ::Field { field: name.clone(), mine: get(patch), theirs: get(now) })
    };
    Brought {
        differ: merged.clashing.iter().map(differ).collect(),
        op: (!merged.set.is_empty()).then(|| op(merged.set, merged.was)),
    }
}

/// Another look without a palette would take its first.
fn whole_look(mut patch: Fields, of: &Draft) -> Fields {
    if patch.contains_key("style") && !patch.contains_key("preset") {
        patch.insert("preset".to_owned(), Value::String(of.theme.palette.name().to_owned()));
    }
    patch
}

fn whole(draft: &Draft) -> Box<DraftView> {
    Box::new(DraftView::of(draft.clone(), &std::collections::HashMap::new()))
}

/// The draft after an edit whose tiles bring their ids; `None` when it is refused.
pub(super) fn applied(draft: &Draft, step: Edit) -> Option<Draft> {
    edit::apply(draft, step, &mut SeededIds::new(0)).ok().map(|apply| apply.draft)
}
