//! The foot of the leg: what an agent did last, and undo.

use leptos::prelude::*;

use super::super::presence::{RemoteChange, undo_all};
use super::unseen_changes::an_agent;
use crate::components::agent_glyph;
use crate::editor::state::editor::Editor;

/// Visits of one agent within this many milliseconds are told together.
const TOGETHER: f64 = 600_000.0;

/// What the newest agent did lately, as far as it is not undone.
#[derive(Clone, Debug, PartialEq)]
pub struct Summary {
    /// Its name.
    pub who: String,
    way: String,
    /// What it did: "added 3, moved 1".
    pub words: String,
    /// How many things it did.
    count: usize,
    /// In which visits, the newest last.
    pub visits: Vec<RemoteChange>,
}

impl Summary {
    /// Takes all of it back.
    pub fn undo(&self, editor: Editor) {
        undo_all(editor, &self.visits);
    }

    /// When the newest of it came, ms since 1970.
    pub fn at(&self) -> f64 {
        self.visits.last().map_or(0.0, |visit| visit.at)
    }
}

/// The foot; nothing when there is nothing to tell.
pub fn foot(editor: Editor) -> AnyView {
    // Up to when it was undone.
    let settled = RwSignal::new(0.0_f64);
    let summary = Memo::new(move |_| editor.visits.with(|visits| summary(visits, settled.get())));
    let one = move |summary: Summary| {
        let undo = match summary.count {
            1 => "Undo",
            2 => "Undo both",
            _ => "Undo all",
        };
        let its = summary.clone();
        let act = move |_| {
            its.undo(editor);
            settled.set(its.at());
        };
        view! {
            <div class="e-latest" title=summary.way.clone()>
                {agent_glyph::tile(&summary.who)}
                <p>{format!("{} {}", summary.who, summary.words)}</p>
                <button type="button" class="m-words" on:click=act>{undo}</button>
            </div>
        }
    };
    view! { {move || summary.get().map(one)} }.into_any()
}

/// What the newest agent among some visits did since a time that is `settled`, ms since 1970.
pub fn summary(visits: &[RemoteChange], settled: f64) -> Option<Summary> {
    let newest = visits.iter().rev().find(|visit| an_agent(visit) && visit.at > settled)?;
    let same = |visit: &&RemoteChange| visit.by == newest.by && visit.at > settled && newest.at - visit.at < TOGETHER;
    let visits: Vec<RemoteChange> = visits.iter().filter(same).cloned().collect();
    let sum = |part: fn(&RemoteChange) -> usize| visits.iter().map(part).sum::<usize>();
    let own = sum(|it| usize::from(!it.changes.profile.is_empty()) + usize::from(!it.changes.theme.is_empty()));
    let parts = [
        ("added", sum(|it| it.changes.added.len())),
        ("changed", sum(|it| it.changes.changed.len()) + own),
        ("moved", sum(|it| it.changes.moved.len())),
        ("removed", sum(|it| it.changes.removed.len())),
    ];
    let words: Vec<String> =
        parts.iter().filter(|part| part.1 > 0).map(|(verb, count)| format!("{verb} {count}")).collect();
    let count = parts.iter().map(|part| part.1).sum::<usize>();
    (count > 0).then(|| Summary { who: newest.who(), way: newest.way(), words: words.join(", "), count, visits })
}
