//! The footer of the sidebar: what an agent did last, and a button to undo it.

use leptos::prelude::*;

use super::unseen_changes::an_agent;
use crate::components::agent_glyph;
use crate::editor::state::editor::Editor;
use crate::editor::state::remote_change::{RemoteChange, Tally};

/// Changes of one agent within so many milliseconds are reported together.
const TOGETHER: f64 = 600_000.0;

/// What the agent that was active last did lately, unless it was undone.
#[derive(Clone, Debug, PartialEq)]
pub struct Summary {
    /// The agent's name.
    pub who: String,
    way: String,
    /// What it did, as text: "added 3, moved 1".
    pub words: String,
    /// How many items it changed.
    count: usize,
    /// The changes, newest last.
    pub remote_changes: Vec<RemoteChange>,
}

impl Summary {
    /// Reverts all of them.
    pub fn undo(&self, editor: Editor) {
        editor.revert_all(&self.remote_changes);
    }

    /// When the newest of them arrived, ms since 1970.
    pub fn newest_at(&self) -> f64 {
        self.remote_changes.last().map_or(0.0, |change| change.at)
    }
}

/// The footer; nothing when there is nothing to report.
pub fn foot(editor: Editor) -> AnyView {
    // The time up to which changes have been undone.
    let settled = RwSignal::new(0.0_f64);
    let summary =
        Memo::new(move |_| editor.remote_changes.with(|remote_changes| summary(remote_changes, settled.get())));
    let one = move |summary: Summary| {
        let undo = match summary.count {
            1 => "Undo",
            2 => "Undo both",
            _ => "Undo all",
        };
        let its = summary.clone();
        let act = move |_| {
            its.undo(editor);
            settled.set(its.newest_at());
        };
        view! {
            <div class="editor-latest-change" title=summary.way.clone()>
                {agent_glyph::tile(&summary.who)}
                <p>{format!("{} {}", summary.who, summary.words)}</p>
                <button type="button" class="ui-link" on:click=act>{undo}</button>
            </div>
        }
    };
    view! { {move || summary.get().map(one)} }.into_any()
}

/// What the agent of the newest change did after the time `settled`, ms since 1970.
pub fn summary(remote_changes: &[RemoteChange], settled: f64) -> Option<Summary> {
    let newest = remote_changes.iter().rev().find(|change| an_agent(change) && change.at > settled)?;
    let same =
        |change: &&RemoteChange| change.by == newest.by && change.at > settled && newest.at - change.at < TOGETHER;
    let remote_changes: Vec<RemoteChange> = remote_changes.iter().filter(same).cloned().collect();
    let tally = Tally::of(&remote_changes);
    let count = tally.count();
    (count > 0).then(|| Summary {
        who: newest.who(),
        way: newest.author_and_means(),
        words: tally.parts(),
        count,
        remote_changes,
    })
}
