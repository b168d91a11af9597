//! The desk: the draft as the service last told it, the steps made since, what may be taken back, what has to be chosen.

use std::collections::VecDeque;

use serde::{Deserialize, Deserializer, Serialize};
use serde_json::{Map, Value};

use super::conflict::{About, Choice, Conflict, Differ};
use super::field_merge::Fields;
use super::reversible_edit::{Op, Place, applied};
use super::undo_step::UndoStep;
use crate::api::{By, ChangesView, DraftView};
use crate::edit::{Edit, EditError, apply};
use crate::id::{IdSource, SeededIds, TileId};
use crate::look::Look;
use crate::page::Draft;
use crate::tile::{Kind, Tile};

/// Turns that may be taken back.
const TURNS: usize = 200;

/// A step on its way.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Step {
    /// Tells it from every other step: a call that is made again with it is made once.
    pub key: String,
    /// What is to be done.
    pub op: Op,
}

/// A step that the service refused.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Refused {
    /// The step's key.
    pub key: String,
    /// What was to be done.
    pub op: Op,
    /// The service's sentence.
    pub words: String,
}

/// What a draft that came from the service changed.
#[derive(Clone, Debug, PartialEq)]
pub struct Arrival {
    /// The draft known before.
    pub before: Draft,
    /// The draft that came.
    pub after: Draft,
    /// How they differ.
    pub changes: ChangesView,
    /// Questions that came of it.
    pub clashes: usize,
}

/// All that an editor holds, as it is kept in the browser.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct DraftSync {
    #[serde(deserialize_with = "bare")]
    base: Draft,
    version: u64,
    /// The base with every step made: drawn anew from what was kept.
    #[serde(skip, default = "nothing")]
    shown: Draft,
    steps: VecDeque<Step>,
    /// Whether the first step is being sent.
    #[serde(skip)]
    flying: bool,
    undo: Vec<UndoStep>,
    redo: Vec<UndoStep>,
    clashes: Vec<Conflict>,
    refused: Vec<Refused>,
    /// Names steps and questions; with `name`, uniquely.
    count: u64,
    name: String,
}

impl DraftSync {
    /// A desk over the draft that the service told. `name` is random: it tells this desk's steps from all others.
    pub fn new(base: Draft, version: u64, name: &str) -> Self {
        Self {
            shown: base.clone(),
            base,
            version,
            steps: VecDeque::new(),
            flying: false,
            undo: Vec::new(),
            redo: Vec::new(),
            clashes: Vec::new(),
            refused: Vec::new(),
            count: 0,
            name: name.to_owned(),
        }
    }

    /// The draft as the service last told it.
    pub const fn base(&self) -> &Draft {
        &self.base
    }

    /// The version of that draft.
    pub const fn version(&self) -> u64 {
        self.version
    }

    /// The draft with every step made since.
    pub const fn shown(&self) -> &Draft {
        &self.shown
    }

    fn draw(&mut self) {
        self.shown = self.steps.iter().fold(self.base.clone(), |draft, step| step.op.applied(&draft));
    }

    /// The name that tells this desk's steps from all others.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The step that is being sent.
    pub fn flying(&self) -> Option<&Step> {
        self.steps.front().filter(|_| self.flying)
    }

    /// Whether anything here would be lost with it.
    pub fn holds_work(&self) -> bool {
        !self.steps.is_empty() || !self.clashes.is_empty() || !self.refused.is_empty()
    }

    /// Takes over what another desk of the same page left undone: its steps, brought to what is shown here.
    pub fn adopt(&mut self, other: Self) {
        let seen = other.shown.clone();
        for step in other.steps {
            let brought = step.op.brought(&self.shown);
            for (about, differ) in brought.differ {
                self.ask(about, differ, &seen, None, "");
            }
            if let Some(op) = brought.op {
                self.shown = op.applied(&self.shown);
                self.steps.push_back(Step { key: step.key, op });
            }
        }
        for clash in other.clashes {
            let id = self.fresh();
            self.clashes.push(Conflict { id, ..clash });
        }
        self.refused.extend(other.refused);
    }

    /// Steps that the service has not confirmed.
    pub fn waiting(&self) -> usize {
        self.steps.len()
    }

    /// What has to be chosen.
    pub fn clashes(&self) -> &[Conflict] {
        &self.clashes
    }

    /// What the service refused.
    pub fn refused(&self) -> &[Refused] {
        &self.refused
    }

    /// What can be taken back next, in words.
    pub fn undoable(&self) -> Option<&str> {
        self.undo.last().map(|it| it.words.as_str())
    }

    /// What can be done again next, in words.
    pub fn redoable(&self) -> Option<&str> {
        self.redo.last().map(|it| it.words.as_str())
    }

    /// Makes an edit. Edits of one `gesture` in a row are taken back together; an empty one stands alone.
    ///
    /// # Errors
    /// What is wrong with it, as the service would say.
    pub fn edit(&mut self, edit: Edit, words: &str, gesture: &str, ids: &mut dyn IdSource) -> Result<bool, EditError> {
        let after = apply(&self.shown, edit, ids)?.draft;
        Ok(self.become_draft(&after, words, gesture))
    }

    /// Makes an edit of somebody who still saw the draft as it was `seen`: what others did to the same field since becomes a
    /// question. `by` made the newest change.
    ///
    /// # Errors
    /// What is wrong with it, as the service would say.
    pub fn edit_over(
        &mut self,
        seen: &Draft,
        edit: Edit,
        (words, gesture): (&str, &str),
        by: Option<&By>,
        ids: &mut dyn IdSource,
    ) -> Result<bool, EditError> {
        let after = apply(seen, edit, ids)?.draft;
        let mut ops = Vec::new();
        for op in Op::between(seen, &after) {
            let brought = op.brought(&self.shown);
            for (about, differ) in brought.differ {
                // What is gone comes back, if it does, with these words.
                let told = if matches!(differ, Differ::Gone { .. }) { after.clone() } else { self.shown.clone() };
                self.ask(about, differ, &told, by, "");
            }
            ops.extend(brought.op);
        }
        Ok(self.make(ops, words, gesture))
    }

    /// Makes the draft this one; `false` when it is already.
    pub fn become_draft(&mut self, after: &Draft, words: &str, gesture: &str) -> bool {
        let ops = Op::between(&self.shown, after);
        self.make(ops, words, gesture)
    }

    /// Undoes what others did from one draft to another, of one tile or of all, where it still is as they left it.
    pub fn revert(&mut self, before: &Draft, after: &Draft, only: Option<&TileId>, words: &str) -> bool {
        let all = Op::between(after, before);
        let ops = all.into_iter().filter(|it| only.is_none_or(|only| it.tile() == Some(only))).collect();
        let ops = self.brought(ops);
        self.make(ops, words, "")
    }

    fn make(&mut self, ops: Vec<Op>, words: &str, gesture: &str) -> bool {
        if ops.is_empty() {
            return false;
        }
        self.redo.clear();
        self.send(ops.clone());
        match self.undo.last_mut().filter(|it| !gesture.is_empty() && it.gesture == gesture) {
            Some(turn) => turn.go_on(ops),
            None => self.remember(UndoStep { words: words.to_owned(), ops, gesture: gesture.to_owned() }),
        }
        true
    }

    fn remember(&mut self, turn: UndoStep) {
        self.undo.push(turn);
        let over = self.undo.len().saturating_sub(TURNS);
        self.undo.drain(..over);
    }

    /// Ends a gesture: what comes next is a turn of its own.
    pub fn pause(&mut self) {
        if let Some(turn) = self.undo.last_mut() {
            turn.gesture.clear();
        }
    }

    fn send(&mut self, ops: Vec<Op>) {
        for op in ops {
            self.shown = op.applied(&self.shown);
            let first = usize::from(self.flying);
            let last = (self.steps.len() > first).then(|| self.steps.back_mut()).flatten();
            if last.is_some_and(|last| last.op.absorb(&op)) {
                continue;
            }
            let key = self.fresh();
            self.steps.push_back(Step { key: format!("{}-{key}", self.name), op });
        }
    }

    fn fresh(&mut self) -> u64 {
        self.count += 1;
        self.count
    }

    /// Takes the last turn back. What others changed since stays as they left it. The words of what was taken back.
    pub fn undo(&mut self) -> Option<String> {
        let turn = self.undo.pop()?;
        let ops = self.brought(turn.back());
        self.send(ops);
        let words = turn.words.clone();
        self.redo.push(UndoStep { gesture: String::new(), ..turn });
        Some(words)
    }

    /// Does again what was taken back last.
    pub fn redo(&mut self) -> Option<String> {
        let turn = self.redo.pop()?;
        let ops = self.brought(turn.ops.clone());
        self.send(ops);
        let words = turn.words.clone();
        self.remember(turn);
        Some(words)
    }

    /// Ops as far as they still apply to what is shown.
    fn brought(&self, ops: Vec<Op>) -> Vec<Op> {
        let mut now = self.shown.clone();
        let mut out = Vec::with_capacity(ops.len());
        for op in ops {
            if let Some(op) = op.brought(&now).op {
                now = op.applied(&now);
                out.push(op);
            }
        }
        out
    }

    /// The step to send now, with the edit it is on the draft that the service has; `None` while one is on its way or
    /// none is left. Steps that come to nothing are dropped.
    pub fn to_send(&mut self) -> Option<(Step, Edit)> {
        if self.flying {
            return None;
        }
        while let Some(step) = self.steps.front() {
            if let Some(edit) =
                step.op.edit(&self.base).filter(|edit| applied(&self.base, edit.clone()).as_ref() != Some(&self.base))
            {
                self.flying = true;
                return Some((step.clone(), edit));
            }
            self.steps.pop_front();
        }
        None
    }

    /// The service took the step that was sent; the draft is at `version` now.
    pub fn done(&mut self, version: u64) {
        self.flying = false;
        if let Some(step) = self.steps.pop_front() {
            self.base = step.op.applied(&self.base);
            self.version = version;
        }
    }

    /// The call gave no answer, or asked for another base: the step waits for the draft that comes.
    pub const fn landed(&mut self) {
        self.flying = false;
    }

    /// The service refused the step that was sent; it is kept apart with the sentence.
    pub fn refuse(&mut self, words: &str) {
        self.flying = false;
        if let Some(step) = self.steps.pop_front() {
            self.refused.push(Refused { key: step.key, op: step.op, words: words.to_owned() });
            self.draw();
        }
    }

    /// Forgets a refused step; its turn stays undone.
    pub fn discard(&mut self, key: &str) {
        self.refused.retain(|it| it.key != key);
    }

    /// A newer draft came from the service: steps are brought to it, and what both changed is asked.
    pub fn arrived(&mut self, draft: Draft, version: u64, by: Option<&By>, at: &str) -> Option<Arrival> {
        self.flying = false;
        if version < self.version || (version == self.version && draft == self.base) {
            return None;
        }
        let seen = self.shown.clone();
        let known = self.clashes.len();
        let mut now = draft.clone();
        for step in std::mem::take(&mut self.steps) {
            let brought = step.op.brought(&now);
            for (about, differ) in brought.differ {
                self.ask(about, differ, &seen, by, at);
            }
            if let Some(op) = brought.op {
                now = op.applied(&now);
                self.steps.push_back(Step { key: step.key, op });
            }
        }
        let before = std::mem::replace(&mut self.base, draft);
        self.version = version;
        self.shown = now;
        self.forget_settled();
        let changes = ChangesView::between(&before, &self.base);
        Some(Arrival { before, after: self.base.clone(), changes, clashes: self.clashes.len().saturating_sub(known) })
    }

    fn ask(&mut self, about: About, differ: Differ, seen: &Draft, by: Option<&By>, at: &str) {
        let tile = if let About::Tile(id) = &about { seen.tile(id).cloned() } else { None };
        let same = |clash: &&mut Conflict| {
            clash.about == about
                && match (&clash.differ, &differ) {
                    (Differ::Field { field, .. }, Differ::Field { field: other, .. }) => field == other,
                    (one, other) => std::mem::discriminant(one) == std::mem::discriminant(other),
                }
        };
        if let Some(clash) = self.clashes.iter_mut().find(same) {
            if matches!(differ, Differ::Gone { .. }) {
                clash.tile = tile;
            }
            clash.differ = differ;
            return;
        }
        let id = self.fresh();
        self.clashes.push(Conflict { id, about, differ, tile, by: by.cloned(), at: at.to_owned() });
    }

    /// Questions whose answer the page has come to by itself.
    fn forget_settled(&mut self) {
        let base = &self.base;
        self.clashes.retain(|conflict| match (&conflict.about, &conflict.differ) {
            (About::Tile(id), Differ::Gone { .. }) => base.tile(id).is_none(),
            (About::Tile(id), Differ::Removing) => base.tile(id).is_some(),
            (about, Differ::Field { field, mine, .. }) => {
                let now = super::field_merge::of(&Whole { about, base });
                match (now.get(field).unwrap_or(&Value::Null), mine) {
                    (Value::Object(now), Value::Object(mine)) => {
                        mine.iter().any(|(name, it)| now.get(name) != Some(it))
                    }
                    (now, mine) => now != mine,
                }
            }
            _ => true,
        });
    }

    /// Settles a question. The words of a note can be kept both.
    pub fn choose(&mut self, id: u64, choice: Choice, ids: &mut dyn IdSource) {
        let Some(at) = self.clashes.iter().position(|conflict| conflict.id == id) else { return };
        let clash = self.clashes.remove(at);
        let after = match choice {
            Choice::Theirs => None,
            Choice::Mine => mine(&self.shown, &clash, ids),
            Choice::Both => both(&self.shown, &clash, ids),
        };
        if let Some(after) = after {
            self.become_draft(&after, "Kept yours", "");
        }
    }

    /// As text, to be kept.
    pub fn kept(&self) -> String {
        serde_json::to_string(self).unwrap_or_default()
    }

    /// From what was kept; `None` when it can't be read.
    pub fn of_kept(text: &str) -> Option<Self> {
        let mut desk: Self = serde_json::from_str(text).ok()?;
        desk.draw();
        Some(desk)
    }
}

/// A draft as the API tells it, without facts.
fn bare<'de, D: Deserializer<'de>>(d: D) -> Result<Draft, D::Error> {
    DraftView::deserialize(d).map(|it| it.apart().0)
}

fn nothing() -> Draft {
    Draft::blank(Look::Painted)
}

/// What a question is about, as it is on a draft.
struct Whole<'a> {
    about: &'a About,
    base: &'a Draft,
}

impl Serialize for Whole<'_> {
    fn serialize<S: serde::Serializer>(&self, s: S) -> Result<S::Ok, S::Error> {
        match self.about {
            About::Tile(id) => self.base.tile(id).serialize(s),
            About::Profile => self.base.profile.serialize(s),
            About::Theme => self.base.theme.serialize(s),
        }
    }
}

fn mine(shown: &Draft, clash: &Conflict, ids: &mut dyn IdSource) -> Option<Draft> {
    let edit = match (&clash.about, &clash.differ) {
        // Removed since: it comes back as it was seen here.
        (About::Tile(id), Differ::Field { .. }) if shown.tile(id).is_none() => {
            Edit::Add { tiles: vec![clash.tile.clone()?.into()], after: None }
        }
        (About::Tile(id), Differ::Field { field, mine, .. }) => {
            Edit::Update { id: id.clone(), patch: one(field, mine) }
        }
        (About::Profile, Differ::Field { field, mine, .. }) => Edit::Profile(one(field, mine)),
        (About::Theme, Differ::Field { field, mine, .. }) => Edit::Theme(one(field, mine)),
        (About::Tile(id), Differ::Removing) => Edit::Remove { id: id.clone() },
        (About::Tile(_), Differ::Gone { .. }) => {
            let tile = clash.tile.clone()?;
            Edit::Add { tiles: vec![tile.into()], after: None }
        }
        _ => return None,
    };
    apply(shown, edit, ids).ok().map(|apply| apply.draft)
}

/// A note behind the note, with my words.
fn both(shown: &Draft, clash: &Conflict, ids: &mut dyn IdSource) -> Option<Draft> {
    let (About::Tile(id), Differ::Field { field, mine, .. }) = (&clash.about, &clash.differ) else { return None };
    let note = shown.tile(id).filter(|tile| matches!(tile.kind, Kind::Text(_)))?;
    let fresh = shown.fresh_id(ids);
    let copy = Tile { id: fresh.clone(), pos: None, ..note.clone() };
    let after = Place::of(shown, shown.position(id)? + 1).after;
    let added = apply(shown, Edit::Add { tiles: vec![copy.into()], after }, ids).ok()?.draft;
    apply(&added, Edit::Update { id: fresh, patch: one(field, mine) }, &mut SeededIds::new(0))
        .ok()
        .map(|apply| apply.draft)
}

fn one(field: &str, value: &Value) -> Value {
    let mut patch: Fields = Map::new();
    patch.insert(field.to_owned(), value.clone());
    Value::Object(patch)
}
