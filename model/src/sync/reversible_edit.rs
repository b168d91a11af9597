//! An edit with the values it replaced, so that it can be undone, and rebased on a draft that others have changed.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::conflict::{About, Difference};
use super::field_merge::{Fields, Merged, fields_of, merge};
use crate::api::DraftView;
use crate::edit::{self, Edit, difference, plan};
use crate::id::{SeededIds, TileId};
use crate::page::Draft;
use crate::tile::{NewTile, Tile};

/// More calls than this at once would hit the rate limit.
const CALLS: usize = 100;

/// A position in the list: after a given tile, or at the front. The index is the fallback when that tile is gone.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TilePlace {
    /// The tile before it; `None` at the front.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub after: Option<TileId>,
    /// Its index, from 0.
    pub at: usize,
}

impl TilePlace {
    /// The place of the tile at an index of a draft.
    pub fn of(draft: &Draft, at: usize) -> Self {
        let after = at.checked_sub(1).and_then(|index| draft.tiles.get(index)).map(|tile| tile.id.clone());
        Self { after, at }
    }

    /// The index in `tiles`, a list without the tile itself.
    fn index_in(&self, tiles: &[&TileId]) -> usize {
        let behind = |id: &TileId| tiles.iter().position(|tile| *tile == id).map_or(self.at, |index| index + 1);
        self.after.as_ref().map_or(0, behind).min(tiles.len())
    }
}

/// An edit with the previous values.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum ReversibleEdit {
    /// A tile is added.
    Add {
        /// The tile, with the id it keeps.
        tile: Tile,
        /// Its place.
        place: TilePlace,
    },
    /// Fields of a tile change.
    Update {
        /// Which tile.
        id: TileId,
        /// The new values.
        patch: Fields,
        /// The previous values.
        was: Fields,
    },
    /// A tile moves.
    Move {
        /// Which tile.
        id: TileId,
        /// The new place.
        to: TilePlace,
        /// The previous place.
        from: TilePlace,
    },
    /// A tile is removed.
    Remove {
        /// The tile as it was.
        tile: Tile,
        /// Its previous place.
        place: TilePlace,
    },
    /// Fields of the theme change.
    Theme {
        /// The new values.
        patch: Fields,
        /// The previous values.
        was: Fields,
    },
    /// Fields of the profile change.
    Profile {
        /// The new values.
        patch: Fields,
        /// The previous values.
        was: Fields,
    },
    /// The whole page changes at once: an earlier version is restored, or single steps would break a limit on the way or
    /// be too many calls.
    Replace {
        /// The previous page.
        before: Box<DraftView>,
        /// The new page.
        after: Box<DraftView>,
    },
}

/// An edit rebased on a draft that others may have changed.
#[derive(Debug, Default, PartialEq)]
pub struct Rebased {
    /// The edit for that draft; `None` when nothing is left to change.
    pub edit: Option<ReversibleEdit>,
    /// What others set to a different value.
    pub conflicts: Vec<(About, Difference)>,
}

impl ReversibleEdit {
    /// The edits from one draft to another, each one API call. Replacing a page by one without a common tile is one
    /// `Replace` if it would take more calls than a minute allows (decisions, Limits).
    pub fn between(before: &Draft, after: &Draft) -> Vec<Self> {
        let steps = plan(before, after);
        let other = !(before.tiles.is_empty() || after.tiles.is_empty())
            && after.tiles.iter().all(|tile| before.tile(&tile.id).is_none());
        if other && steps.len() > CALLS {
            vec![Self::replacing(before, after)]
        } else {
            Self::of_steps(before, steps, after)
        }
    }

    /// The edit from one draft to another, one API call however much differs; none when they are equal.
    pub fn at_once(before: &Draft, after: &Draft) -> Vec<Self> {
        let edits = Self::between(before, after);
        if edits.len() > 1 { vec![Self::replacing(before, after)] } else { edits }
    }

    pub(super) fn replacing(before: &Draft, after: &Draft) -> Self {
        Self::Replace { before: boxed_view(before), after: boxed_view(after) }
    }

    fn of_steps(before: &Draft, steps: Vec<Edit>, after: &Draft) -> Vec<Self> {
        let mut now = before.clone();
        let mut edits = Vec::new();
        for step in steps {
            edits.extend(Self::of_step(&now, &step, after));
            now = apply_known(&now, step).unwrap_or(now);
        }
        edits
    }

    fn of_step(now: &Draft, step: &Edit, after: &Draft) -> Option<Self> {
        let changed = |before: &dyn Fn(&Draft) -> Fields| {
            let next = apply_known(now, step.clone())?;
            let (was, is) = (before(now), before(&next));
            Some((difference(&was, &is), difference(&is, &was)))
        };
        Some(match step {
            Edit::Add { tiles, after: behind } => {
                let id = tiles.first()?.id.clone()?;
                let at = behind.as_ref().and_then(|behind| now.position(behind)).map_or(now.tiles.len(), |at| at + 1);
                Self::Add { tile: tiles.first()?.clone().with_id(id), place: TilePlace::of(now, at) }
            }
            Edit::Update { id, .. } => {
                let (patch, was) = changed(&|draft| draft.tile(id).map(fields_of).unwrap_or_default())?;
                Self::Update { id: id.clone(), patch, was }
            }
            Edit::Move { id, position } => {
                let from = TilePlace::of(now, now.position(id)?);
                let next = apply_known(now, step.clone())?;
                let to = TilePlace::of(&next, (*position).min(next.tiles.len().saturating_sub(1)));
                Self::Move { id: id.clone(), to, from }
            }
            Edit::Remove { id } => {
                Self::Remove { tile: now.tile(id)?.clone(), place: TilePlace::of(now, now.position(id)?) }
            }
            Edit::Theme(_) => {
                let (patch, was) = changed(&|draft| fields_of(&draft.theme))?;
                Self::Theme { patch: with_palette(patch, after), was: with_palette(was, now) }
            }
            Edit::Profile(_) => {
                let (patch, was) = changed(&|draft| fields_of(&draft.profile))?;
                Self::Profile { patch, was }
            }
            Edit::Replace(_) => Self::replacing(now, after),
        })
    }

    /// The edits that undo it.
    pub fn inverse(&self) -> Vec<Self> {
        vec![match self.clone() {
            Self::Add { tile, place } => Self::Remove { tile, place },
            Self::Remove { tile, place } if place.after.is_none() => {
                // The API adds after a tile or at the end; a move brings it to the front.
                let (id, end) = (tile.id.clone(), TilePlace { after: None, at: usize::MAX });
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

    /// The [`Edit`] that applies it to this draft; `None` when it changes nothing there.
    pub fn on(&self, draft: &Draft) -> Option<Edit> {
        let edit = match self {
            Self::Add { tile, .. } if draft.tile(&tile.id).is_some() => return None,
            Self::Add { tile, place } => {
                let ids: Vec<&TileId> = draft.tiles.iter().map(|tile| &tile.id).collect();
                // The API cannot add at the front, so the tile is added at the end; a move follows.
                let at = if place.after.is_none() { ids.len() } else { place.index_in(&ids) };
                let after = at.checked_sub(1).filter(|index| index + 1 < ids.len()).and_then(|index| ids.get(index));
                Edit::Add { tiles: vec![NewTile::from(tile.clone())], after: after.map(|after| (*after).clone()) }
            }
            Self::Update { id, patch, .. } => {
                draft.tile(id)?;
                Edit::Update { id: id.clone(), patch: Value::Object(patch.clone()) }
            }
            Self::Move { id, to, .. } => {
                let here = draft.position(id)?;
                let rest: Vec<&TileId> = draft.tiles.iter().map(|tile| &tile.id).filter(|other| *other != id).collect();
                let position = to.index_in(&rest);
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
            Self::Replace { after, .. } => Edit::Replace(Box::new((**after).clone().split_facts().0)),
        };
        Some(edit)
    }

    /// The draft after it; unchanged when it does not apply there.
    pub fn applied(&self, draft: &Draft) -> Draft {
        self.on(draft).and_then(|edit| apply_known(draft, edit)).unwrap_or_else(|| draft.clone())
    }

    /// Rebases it on another draft: fields that are still as found are set, those that already have the wanted value
    /// are left alone, and those that others changed are conflicts.
    pub fn rebase(&self, now: &Draft) -> Rebased {
        match self {
            Self::Update { id, patch, was } => match now.tile(id) {
                Some(tile) => rebase_fields(&fields_of(tile), patch, was, &About::Tile(id.clone()), |patch, was| {
                    Self::Update { id: id.clone(), patch, was }
                }),
                None => Rebased {
                    edit: None,
                    conflicts: vec![(About::Tile(id.clone()), Difference::Gone { patch: patch.clone() })],
                },
            },
            Self::Theme { patch, was } => {
                let fields = fields_of(&now.theme);
                let merged = palette_with_look(merge(&fields, patch, was), &fields, patch);
                rebased(merged, &fields, patch, &About::Theme, |patch, was| Self::Theme { patch, was })
            }
            Self::Profile { patch, was } => {
                rebase_fields(&fields_of(&now.profile), patch, was, &About::Profile, |patch, was| Self::Profile {
                    patch,
                    was,
                })
            }
            Self::Remove { tile, .. } => match now.tile(&tile.id) {
                None => Rebased::default(),
                Some(is) if is == tile => self.unless_without_effect(now),
                Some(_) => {
                    Rebased { edit: None, conflicts: vec![(About::Tile(tile.id.clone()), Difference::Removing)] }
                }
            },
            Self::Replace { before, after } => {
                let draft = |view: &DraftView| view.clone().split_facts().0;
                self.rebase_page(&draft(before), &draft(after), now)
            }
            Self::Add { .. } | Self::Move { .. } => self.unless_without_effect(now),
        }
    }

    /// Rebases a replacement of the page, part by part, so that what others changed meanwhile stays; it remains one edit.
    fn rebase_page(&self, before: &Draft, after: &Draft, now: &Draft) -> Rebased {
        let steps = plan(before, after);
        if before == now || matches!(steps.as_slice(), [Edit::Replace(_)]) {
            return self.unless_without_effect(now);
        }
        let (mut page, mut conflicts) = (now.clone(), Vec::new());
        for edit in Self::of_steps(before, steps, after) {
            let rebased = edit.rebase(&page);
            conflicts.extend(rebased.conflicts);
            if let Some(edit) = rebased.edit {
                page = edit.applied(&page);
            }
        }
        Rebased { edit: (page != *now).then(|| Self::replacing(now, &page)), conflicts }
    }

    fn unless_without_effect(&self, now: &Draft) -> Rebased {
        let changes = self.on(now).is_some_and(|edit| apply_known(now, edit).is_some_and(|applied| applied != *now));
        Rebased { edit: changes.then(|| self.clone()), conflicts: Vec::new() }
    }

    /// The tile it changes.
    pub const fn tile(&self) -> Option<&TileId> {
        match self {
            Self::Add { tile, .. } | Self::Remove { tile, .. } => Some(&tile.id),
            Self::Update { id, .. } | Self::Move { id, .. } => Some(id),
            Self::Theme { .. } | Self::Profile { .. } | Self::Replace { .. } => None,
        }
    }

    /// The text and choices it contains, one line per field, for reading and copying; empty for a move or a removal.
    pub fn content(&self) -> String {
        match self {
            Self::Add { tile, .. } => tile_text(tile),
            Self::Update { patch, .. } | Self::Theme { patch, .. } | Self::Profile { patch, .. } => {
                lines_of(patch, &[])
            }
            Self::Replace { after, .. } => {
                let draft = (**after).clone().split_facts().0;
                let tiles = draft.tiles.iter().map(tile_text);
                std::iter::once(lines_of(&fields_of(&draft.profile), &[])).chain(tiles).collect::<Vec<_>>().join("\n\n")
            }
            Self::Move { .. } | Self::Remove { .. } => String::new(),
        }
    }

    /// Merges the next edit of the same tile, theme or profile into this one; `false` leaves both unchanged.
    pub(super) fn coalesce(&mut self, next: &Self) -> bool {
        match (self, next) {
            (Self::Update { id, patch, was }, Self::Update { id: other, patch: more, was: found }) if id == other => {
                coalesce_fields(patch, was, more, found);
            }
            (Self::Theme { patch, was }, Self::Theme { patch: more, was: found })
            | (Self::Profile { patch, was }, Self::Profile { patch: more, was: found }) => {
                coalesce_fields(patch, was, more, found);
            }
            (Self::Move { id, to, .. }, Self::Move { id: other, to: further, .. }) if id == other => {
                *to = further.clone();
            }
            _ => return false,
        }
        true
    }
}

fn tile_text(tile: &Tile) -> String {
    lines_of(&fields_of(tile), &["id", "type", "size", "color", "look", "pos", "focus", "zoom"])
}

/// The values of fields, one per line.
fn lines_of(fields: &Fields, without: &[&str]) -> String {
    let line = |(name, value): (&String, &Value)| match value {
        _ if without.contains(&name.as_str()) => None,
        Value::Null => None,
        Value::String(text) => Some(text.clone()),
        other => Some(other.to_string()),
    };
    fields.iter().filter_map(line).collect::<Vec<_>>().join("\n")
}

fn coalesce_fields(patch: &mut Fields, was: &mut Fields, more: &Fields, found: &Fields) {
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

fn rebase_fields(
    now: &Fields,
    patch: &Fields,
    was: &Fields,
    about: &About,
    edit: impl FnOnce(Fields, Fields) -> ReversibleEdit,
) -> Rebased {
    rebased(merge(now, patch, was), now, patch, about, edit)
}

/// A palette belongs to its look: it is set together with a look, and does not conflict separately from its look.
fn palette_with_look(mut merged: Merged, now: &Fields, patch: &Fields) -> Merged {
    let (style, preset) = ("style", "preset");
    if merged.set.contains_key(style) || merged.conflicting.iter().any(|name| name == style) {
        merged.conflicting.retain(|name| name != preset);
        merged.set.shift_remove(preset);
    }
    if let (true, Some(mine)) = (merged.set.contains_key(style), patch.get(preset)) {
        merged.set.insert(preset.to_owned(), mine.clone());
        merged.was.insert(preset.to_owned(), now.get(preset).cloned().unwrap_or(Value::Null));
    }
    merged
}

fn rebased(
    merged: Merged,
    now: &Fields,
    patch: &Fields,
    about: &About,
    edit: impl FnOnce(Fields, Fields) -> ReversibleEdit,
) -> Rebased {
    let conflict = |name: &String| {
        let get = |fields: &Fields| fields.get(name).cloned().unwrap_or(Value::Null);
        (about.clone(), Difference::Field { field: name.clone(), mine: get(patch), theirs: get(now) })
    };
    Rebased {
        conflicts: merged.conflicting.iter().map(conflict).collect(),
        edit: (!merged.set.is_empty()).then(|| edit(merged.set, merged.was)),
    }
}

/// A new look without a palette would reset the palette to its first.
fn with_palette(mut patch: Fields, of: &Draft) -> Fields {
    if patch.contains_key("style") && !patch.contains_key("preset") {
        patch.insert("preset".to_owned(), Value::String(of.theme.palette.name().to_owned()));
    }
    patch
}

fn boxed_view(draft: &Draft) -> Box<DraftView> {
    Box::new(DraftView::of(draft.clone(), &std::collections::HashMap::new()))
}

/// The draft after an edit whose tiles have their ids; `None` when the edit is rejected.
pub(super) fn apply_known(draft: &Draft, step: Edit) -> Option<Draft> {
    edit::apply(draft, step, &mut SeededIds::new(0)).ok().map(|apply| apply.draft)
}
