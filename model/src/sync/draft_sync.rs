//! An optimistic draft: the service's last draft, the steps made since, the undo history, and conflicts to resolve.

use std::collections::{HashMap, VecDeque};

use serde::{Deserialize, Deserializer, Serialize};
use serde_json::{Map, Value};

use super::conflict::{About, Choice, Conflict, Difference};
use super::field_merge::Fields;
use super::reversible_edit::{ReversibleEdit, TilePlace, apply_known};
use super::undo_step::UndoStep;
use crate::api::{By, ChangesView, DraftView};
use crate::edit::{Edit, EditError, apply};
use crate::id::{IdSource, SeededIds, TileId};
use crate::look::Look;
use crate::page::Draft;
use crate::tile::{Kind, Tile};

/// Maximum undo steps kept.
const UNDO_LIMIT: usize = 200;

/// An edit that the service has not confirmed yet.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Step {
    /// The `Idempotency-Key` of its call, unique to the step.
    pub key: String,
    /// The edit.
    #[serde(rename = "op")]
    pub edit: ReversibleEdit,
    /// Whether a call with this key was sent, so that the service may have applied it although no reply arrived.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub sent: bool,
}

/// A step that the service rejected.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct RejectedStep {
    /// The step's key.
    pub key: String,
    /// The edit.
    #[serde(rename = "op")]
    pub edit: ReversibleEdit,
    /// The service's reason, a sentence.
    #[serde(rename = "words")]
    pub reason: String,
}

/// What a newer draft from the service changed.
#[derive(Clone, Debug, PartialEq)]
pub struct RemoteUpdate {
    /// The draft known before the update.
    pub before: Draft,
    /// The newer draft.
    pub after: Draft,
    /// How they differ.
    pub changes: ChangesView,
    /// The number of new conflicts.
    pub conflicts: usize,
}

/// The whole state of an editor, as the browser stores it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct DraftSync {
    #[serde(deserialize_with = "draft_without_facts")]
    base: Draft,
    version: u64,
    /// The base with every step applied; recomputed after loading.
    #[serde(skip, default = "blank_draft")]
    shown: Draft,
    steps: VecDeque<Step>,
    /// Whether the first step is being sent.
    #[serde(skip)]
    in_flight: bool,
    undo: Vec<UndoStep>,
    redo: Vec<UndoStep>,
    #[serde(rename = "clashes")]
    conflicts: Vec<Conflict>,
    #[serde(rename = "refused")]
    rejected: Vec<RejectedStep>,
    /// Steps adopted from other syncs, by key: the same step may be found again.
    #[serde(skip)]
    adopted: HashMap<String, ReversibleEdit>,
    /// Counter for step keys and conflict ids; step keys are unique together with `name`.
    count: u64,
    name: String,
}

impl DraftSync {
    /// Starts from the service's draft. `name` makes step keys unique: it must be random and never reused, not even by
    /// the same tab, because the counter starts again.
    pub fn new(base: Draft, version: u64, name: &str) -> Self {
        Self {
            shown: base.clone(),
            base,
            version,
            steps: VecDeque::new(),
            in_flight: false,
            undo: Vec::new(),
            redo: Vec::new(),
            conflicts: Vec::new(),
            rejected: Vec::new(),
            adopted: HashMap::new(),
            count: 0,
            name: name.to_owned(),
        }
    }

    /// The last draft known from the service.
    pub const fn base(&self) -> &Draft {
        &self.base
    }

    /// The version of that draft.
    pub const fn version(&self) -> u64 {
        self.version
    }

    /// The base draft with every step applied.
    pub const fn shown(&self) -> &Draft {
        &self.shown
    }

    fn reapply(&mut self) {
        self.shown = self.steps.iter().fold(self.base.clone(), |draft, step| step.edit.applied(&draft));
    }

    /// The name that makes its step keys unique.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The step that is being sent.
    pub fn in_flight(&self) -> Option<&Step> {
        self.steps.front().filter(|_| self.in_flight)
    }

    /// Whether it holds anything that the service has not saved.
    pub fn has_unsaved_work(&self) -> bool {
        !self.steps.is_empty() || !self.conflicts.is_empty() || !self.rejected.is_empty()
    }

    /// Takes the unsaved work out of another sync of the same page: its steps, with their keys, rebased on the shown
    /// draft, its conflicts and rejected steps. Its undo history stays there. A step adopted before is skipped; one
    /// that has changed since gets a new key.
    pub fn adopt(&mut self, other: &mut Self) {
        let seen = other.shown.clone();
        for mut step in std::mem::take(&mut other.steps) {
            match self.adopted.insert(step.key.clone(), step.edit.clone()) {
                Some(known) if known == step.edit => continue,
                Some(_) => (step.key, step.sent) = (self.fresh_key(), false),
                None => {}
            }
            let rebased = step.edit.rebase(&self.shown);
            for (about, difference) in rebased.conflicts {
                self.record_conflict(about, difference, &seen, None, "");
            }
            if let Some(edit) = rebased.edit {
                self.shown = edit.applied(&self.shown);
                self.steps.push_back(Step { edit, ..step });
            }
        }
        for conflict in std::mem::take(&mut other.conflicts) {
            let same = |known: &Conflict| known.about == conflict.about && known.difference == conflict.difference;
            if !self.conflicts.iter().any(same) {
                let id = self.next_number();
                self.conflicts.push(Conflict { id, ..conflict });
            }
        }
        self.drop_settled_conflicts();
        other.rejected.retain(|step| self.rejected.iter().all(|known| known.key != step.key));
        self.rejected.append(&mut other.rejected);
        other.reapply();
    }

    /// Continues another sync of the same tab: adopts its unsaved work and puts its undo history before the one made
    /// here.
    pub fn continue_from(&mut self, mut other: Self) {
        self.adopt(&mut other);
        if self.undo.is_empty() {
            self.redo = other.redo;
        }
        self.undo.splice(0..0, other.undo);
        self.limit_undo();
    }

    /// How many steps the service has not confirmed.
    pub fn pending(&self) -> usize {
        self.steps.len()
    }

    /// The conflicts to resolve.
    pub fn conflicts(&self) -> &[Conflict] {
        &self.conflicts
    }

    /// The steps that the service rejected.
    pub fn rejected(&self) -> &[RejectedStep] {
        &self.rejected
    }

    /// The number of the step that `undo` would undo; valid for as long as this sync lives.
    pub fn last_undo_step(&self) -> Option<u64> {
        self.undo.last().map(|step| step.number)
    }

    /// Whether the step with this number can still be undone.
    pub fn can_undo_step(&self, number: u64) -> bool {
        self.undo.iter().any(|step| step.number == number)
    }

    /// The label of the step that `undo` would undo.
    pub fn undoable(&self) -> Option<&str> {
        self.undo.last().map(|step| step.label.as_str())
    }

    /// The label of the step that `redo` would redo.
    pub fn redoable(&self) -> Option<&str> {
        self.redo.last().map(|step| step.label.as_str())
    }

    /// Makes an edit. Consecutive edits with the same `gesture` are undone together; an empty one is never grouped.
    ///
    /// # Errors
    /// The same validation errors as from the service.
    pub fn edit(&mut self, edit: Edit, label: &str, gesture: &str, ids: &mut dyn IdSource) -> Result<bool, EditError> {
        let after = apply(&self.shown, edit, ids)?.draft;
        Ok(self.set_draft(&after, label, gesture))
    }

    /// Makes an edit based on the draft `seen`: what others changed in the same field since becomes a conflict.
    /// `by` made the newest change.
    ///
    /// # Errors
    /// The same validation errors as from the service.
    pub fn edit_from(
        &mut self,
        seen: &Draft,
        edit: Edit,
        (label, gesture): (&str, &str),
        by: Option<&By>,
        ids: &mut dyn IdSource,
    ) -> Result<bool, EditError> {
        let after = apply(seen, edit, ids)?.draft;
        let mut edits = Vec::new();
        for edit in ReversibleEdit::between(seen, &after) {
            let rebased = edit.rebase(&self.shown);
            for (about, difference) in rebased.conflicts {
                // A removed tile that is restored comes back with this edit applied.
                let seen =
                    if matches!(difference, Difference::Gone { .. }) { after.clone() } else { self.shown.clone() };
                self.record_conflict(about, difference, &seen, by, "");
            }
            edits.extend(rebased.edit);
        }
        Ok(self.record(edits, label, gesture))
    }

    /// Edits the draft until it equals `after`; `false` when it already does.
    pub fn set_draft(&mut self, after: &Draft, label: &str, gesture: &str) -> bool {
        let edits = ReversibleEdit::between(&self.shown, after);
        self.record(edits, label, gesture)
    }

    /// Restores an earlier draft, in one call however much differs; `false` when it is the current one.
    pub fn restore(&mut self, earlier: &Draft, label: &str) -> bool {
        let edits = ReversibleEdit::at_once(&self.shown, earlier);
        self.record(edits, label, "")
    }

    /// Makes the newest change undoable that was made without an editor: the service's draft was `before` until then.
    /// Does nothing if it is undoable or undone already.
    pub fn made_elsewhere(&mut self, before: &Draft, label: &str) {
        let edit = ReversibleEdit::replacing(before, &self.base);
        let known = |step: &UndoStep| step.edits.first() == Some(&edit);
        if *before != self.base && !self.undo.iter().chain(&self.redo).any(known) {
            self.push_undo(UndoStep { label: label.to_owned(), edits: vec![edit], gesture: String::new(), number: 0 });
        }
    }

    /// Reverts what others changed between two drafts, in one tile or all, where it is still as they left it.
    pub fn revert(&mut self, before: &Draft, after: &Draft, only: Option<&TileId>, label: &str) -> bool {
        let all = ReversibleEdit::between(after, before);
        let edits = all.into_iter().filter(|edit| only.is_none_or(|only| edit.tile() == Some(only))).collect();
        let edits = self.rebased(edits);
        self.record(edits, label, "")
    }

    fn record(&mut self, edits: Vec<ReversibleEdit>, label: &str, gesture: &str) -> bool {
        if edits.is_empty() {
            return false;
        }
        self.redo.clear();
        self.enqueue(edits.clone());
        match self.undo.last_mut().filter(|last| !gesture.is_empty() && last.gesture == gesture) {
            Some(step) => step.extend(edits),
            None => self.push_undo(UndoStep { label: label.to_owned(), edits, gesture: gesture.to_owned(), number: 0 }),
        }
        true
    }

    fn push_undo(&mut self, step: UndoStep) {
        let number = self.next_number();
        self.undo.push(UndoStep { number, ..step });
        self.limit_undo();
    }

    fn limit_undo(&mut self) {
        let excess = self.undo.len().saturating_sub(UNDO_LIMIT);
        self.undo.drain(..excess);
    }

    /// Ends a gesture: the next edit starts a new undo step.
    pub fn end_gesture(&mut self) {
        if let Some(step) = self.undo.last_mut() {
            step.gesture.clear();
        }
    }

    fn enqueue(&mut self, edits: Vec<ReversibleEdit>) {
        for edit in edits {
            self.shown = edit.applied(&self.shown);
            // What was sent stays as it was sent: the service may have applied it although no reply arrived.
            let first = usize::from(self.in_flight);
            let waiting = self.steps.iter_mut().skip(first).next_back().filter(|last| !last.sent);
            if waiting.is_some_and(|last| last.edit.coalesce(&edit)) {
                continue;
            }
            let key = self.fresh_key();
            self.steps.push_back(Step { key, edit, sent: false });
        }
    }

    fn fresh_key(&mut self) -> String {
        let number = self.next_number();
        format!("{}-{number}", self.name)
    }

    fn next_number(&mut self) -> u64 {
        self.count += 1;
        self.count
    }

    /// Undoes the last step, except where others have changed its result. Returns the label of the undone step.
    pub fn undo(&mut self) -> Option<String> {
        let last = self.undo.len().checked_sub(1)?;
        Some(self.undo_at(last))
    }

    /// Likewise for the step with this number, whatever was done after it.
    pub fn undo_step(&mut self, number: u64) -> Option<String> {
        let at = self.undo.iter().position(|step| step.number == number)?;
        Some(self.undo_at(at))
    }

    fn undo_at(&mut self, at: usize) -> String {
        let step = self.undo.remove(at);
        let edits = self.rebased(step.inverse());
        self.enqueue(edits);
        let label = step.label.clone();
        self.redo.push(UndoStep { gesture: String::new(), ..step });
        label
    }

    /// Redoes the step that was undone last.
    pub fn redo(&mut self) -> Option<String> {
        let step = self.redo.pop()?;
        let edits = self.rebased(step.edits.clone());
        self.enqueue(edits);
        let label = step.label.clone();
        self.push_undo(step);
        Some(label)
    }

    /// Rebases edits on the shown draft, dropping what no longer applies.
    fn rebased(&self, edits: Vec<ReversibleEdit>) -> Vec<ReversibleEdit> {
        let mut now = self.shown.clone();
        let mut out = Vec::with_capacity(edits.len());
        for edit in edits {
            if let Some(edit) = edit.rebase(&now).edit {
                now = edit.applied(&now);
                out.push(edit);
            }
        }
        out
    }

    /// The step to send now, with its edit on the service's draft; `None` while one is in flight or none is left.
    /// Steps that change nothing are dropped. The step is marked as sent; the returned copy keeps the previous mark.
    pub fn next_to_send(&mut self) -> Option<(Step, Edit)> {
        if self.in_flight {
            return None;
        }
        while let Some(step) = self.steps.front_mut() {
            if let Some(edit) = step
                .edit
                .on(&self.base)
                .filter(|edit| apply_known(&self.base, edit.clone()).as_ref() != Some(&self.base))
            {
                self.in_flight = true;
                let handed_out = step.clone();
                step.sent = true;
                return Some((handed_out, edit));
            }
            self.steps.pop_front();
        }
        None
    }

    /// The service applied the step that was sent; the draft is now at `version`.
    pub fn confirm(&mut self, version: u64) {
        self.in_flight = false;
        if let Some(step) = self.steps.pop_front() {
            self.base = step.edit.applied(&self.base);
            self.version = version;
        }
    }

    /// The call failed, or needs a newer base: the step stays queued.
    pub const fn send_failed(&mut self) {
        self.in_flight = false;
    }

    /// The service replied that it did not apply the step because it needs a newer base. No earlier call applied it
    /// either, or its stored reply would have been returned.
    pub fn not_made(&mut self) {
        if let Some(step) = self.steps.front_mut().filter(|_| self.in_flight) {
            step.sent = false;
        }
    }

    /// The key of the step that was sent had been used for a different call. No call of this step was applied, or
    /// [`DraftSync::already_applied`] would be used: it stays queued under a new key.
    pub fn key_was_taken(&mut self) {
        self.in_flight = false;
        let key = self.fresh_key();
        if let Some(step) = self.steps.front_mut() {
            (step.key, step.sent) = (key, false);
        }
    }

    /// The service applied the step with this key in an earlier call whose reply was lost, and the newest draft is
    /// already known: that draft shows what became of the step.
    pub fn already_applied(&mut self, key: &str) {
        self.in_flight = false;
        self.steps.retain(|step| step.key != key);
        self.reapply();
    }

    /// The service rejected the step that was sent; it is set aside with the reason.
    pub fn reject(&mut self, reason: &str) {
        self.in_flight = false;
        if let Some(step) = self.steps.pop_front() {
            self.rejected.push(RejectedStep { key: step.key, edit: step.edit, reason: reason.to_owned() });
            self.reapply();
        }
    }

    /// Discards a rejected step.
    pub fn discard_rejected(&mut self, key: &str) {
        self.rejected.retain(|step| step.key != key);
    }

    /// Takes a newer draft from the service: steps are rebased on it, and what both changed becomes a conflict.
    pub fn receive(&mut self, draft: Draft, version: u64, by: Option<&By>, at: &str) -> Option<RemoteUpdate> {
        self.in_flight = false;
        if version < self.version || (version == self.version && draft == self.base) {
            return None;
        }
        let seen = self.shown.clone();
        let known = self.conflicts.len();
        let mut now = draft.clone();
        for step in std::mem::take(&mut self.steps) {
            let rebased = step.edit.rebase(&now);
            for (about, difference) in rebased.conflicts {
                self.record_conflict(about, difference, &seen, by, at);
            }
            if let Some(edit) = rebased.edit {
                now = edit.applied(&now);
                self.steps.push_back(Step { edit, ..step });
            }
        }
        let before = std::mem::replace(&mut self.base, draft);
        self.version = version;
        self.shown = now;
        self.drop_settled_conflicts();
        let changes = ChangesView::between(&before, &self.base);
        Some(RemoteUpdate {
            before,
            after: self.base.clone(),
            changes,
            conflicts: self.conflicts.len().saturating_sub(known),
        })
    }

    fn record_conflict(&mut self, about: About, difference: Difference, seen: &Draft, by: Option<&By>, at: &str) {
        let tile = if let About::Tile(id) = &about { seen.tile(id).cloned() } else { None };
        let same = |conflict: &&mut Conflict| {
            conflict.about == about
                && match (&conflict.difference, &difference) {
                    (Difference::Field { field, .. }, Difference::Field { field: other, .. }) => field == other,
                    (one, other) => std::mem::discriminant(one) == std::mem::discriminant(other),
                }
        };
        if let Some(conflict) = self.conflicts.iter_mut().find(same) {
            if matches!(difference, Difference::Gone { .. }) {
                conflict.tile = tile;
            }
            conflict.difference = difference;
            return;
        }
        let id = self.next_number();
        self.conflicts.push(Conflict { id, about, difference, tile, by: by.cloned(), at: at.to_owned() });
    }

    /// Drops conflicts that newer drafts have settled.
    fn drop_settled_conflicts(&mut self) {
        let base = &self.base;
        self.conflicts.retain(|conflict| match (&conflict.about, &conflict.difference) {
            (About::Tile(id), Difference::Gone { .. }) => base.tile(id).is_none(),
            (About::Tile(id), Difference::Removing) => base.tile(id).is_some(),
            (about, Difference::Field { field, mine, .. }) => {
                let now = super::field_merge::fields_of(&ConflictTarget { about, base });
                match (now.get(field).unwrap_or(&Value::Null), mine) {
                    (Value::Object(now), Value::Object(mine)) => {
                        mine.iter().any(|(name, value)| now.get(name) != Some(value))
                    }
                    (now, mine) => now != mine,
                }
            }
            _ => true,
        });
    }

    /// Resolves a conflict. For a note, both texts can be kept.
    pub fn resolve(&mut self, id: u64, choice: Choice, ids: &mut dyn IdSource) {
        let Some(at) = self.conflicts.iter().position(|conflict| conflict.id == id) else { return };
        let conflict = self.conflicts.remove(at);
        let after = match choice {
            Choice::Theirs => None,
            Choice::Mine => keep_mine(&self.shown, &conflict, ids),
            Choice::Both => keep_both(&self.shown, &conflict, ids),
        };
        if let Some(after) = after {
            self.set_draft(&after, "Kept yours", "");
        }
    }

    /// Serializes to JSON for storage.
    pub fn to_json(&self) -> String {
        serde_json::to_string(self).unwrap_or_default()
    }

    /// Parses stored JSON; `None` when it is invalid.
    pub fn from_json(text: &str) -> Option<Self> {
        let mut sync: Self = serde_json::from_str(text).ok()?;
        sync.reapply();
        Some(sync)
    }
}

/// Reads a draft as the API writes it and drops its facts.
fn draft_without_facts<'de, D: Deserializer<'de>>(d: D) -> Result<Draft, D::Error> {
    DraftView::deserialize(d).map(|view| view.split_facts().0)
}

fn blank_draft() -> Draft {
    Draft::blank(Look::Painted)
}

/// The subject of a conflict, as it is on a draft.
struct ConflictTarget<'a> {
    about: &'a About,
    base: &'a Draft,
}

impl Serialize for ConflictTarget<'_> {
    fn serialize<S: serde::Serializer>(&self, s: S) -> Result<S::Ok, S::Error> {
        match self.about {
            About::Tile(id) => self.base.tile(id).serialize(s),
            About::Profile => self.base.profile.serialize(s),
            About::Theme => self.base.theme.serialize(s),
        }
    }
}

fn keep_mine(shown: &Draft, conflict: &Conflict, ids: &mut dyn IdSource) -> Option<Draft> {
    let edit = match (&conflict.about, &conflict.difference) {
        // Removed since: it is restored as it was last seen here.
        (About::Tile(id), Difference::Field { .. }) if shown.tile(id).is_none() => {
            Edit::Add { tiles: vec![conflict.tile.clone()?.into()], after: None }
        }
        (About::Tile(id), Difference::Field { field, mine, .. }) => {
            Edit::Update { id: id.clone(), patch: single_field(field, mine) }
        }
        (About::Profile, Difference::Field { field, mine, .. }) => Edit::Profile(single_field(field, mine)),
        (About::Theme, Difference::Field { field, mine, .. }) => Edit::Theme(single_field(field, mine)),
        (About::Tile(id), Difference::Removing) => Edit::Remove { id: id.clone() },
        (About::Tile(_), Difference::Gone { .. }) => {
            let tile = conflict.tile.clone()?;
            Edit::Add { tiles: vec![tile.into()], after: None }
        }
        _ => return None,
    };
    apply(shown, edit, ids).ok().map(|apply| apply.draft)
}

/// A new note with my text, after the other one.
fn keep_both(shown: &Draft, conflict: &Conflict, ids: &mut dyn IdSource) -> Option<Draft> {
    let (About::Tile(id), Difference::Field { field, mine, .. }) = (&conflict.about, &conflict.difference) else {
        return None;
    };
    let note = shown.tile(id).filter(|tile| matches!(tile.kind, Kind::Text(_)))?;
    let fresh = shown.fresh_id(ids);
    let copy = Tile { id: fresh.clone(), pos: None, ..note.clone() };
    let after = TilePlace::of(shown, shown.position(id)? + 1).after;
    let added = apply(shown, Edit::Add { tiles: vec![copy.into()], after }, ids).ok()?.draft;
    apply(&added, Edit::Update { id: fresh, patch: single_field(field, mine) }, &mut SeededIds::new(0))
        .ok()
        .map(|apply| apply.draft)
}

fn single_field(field: &str, value: &Value) -> Value {
    let mut patch: Fields = Map::new();
    patch.insert(field.to_owned(), value.clone());
    Value::Object(patch)
}
