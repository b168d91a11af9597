//! The state shared by the parts of the publish dialog.

use leptos::prelude::*;
use mantel_model::api::ChangesView;

use super::authors::Authors;
use crate::editor::state::editor::Editor;

/// The stage of publishing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Stage {
    /// The owner is reviewing the changes.
    Asking,
    /// In progress; the text says what is happening.
    Going(&'static str),
    /// It is live, as this version.
    Live(u64),
    /// It failed, for this reason.
    Failed(String),
    /// It failed, because the owner's address is not verified yet.
    Unverified,
    /// Somebody changed something between the review and the click.
    Overtaken,
}

/// The state shared by the parts of the dialog.
#[derive(Clone, Copy)]
pub struct PublishState {
    /// The editor.
    pub editor: Editor,
    /// The stage of publishing.
    pub stage: RwSignal<Stage>,
    /// The changes; the whole draft while nothing is live.
    pub changes: Memo<ChangesView>,
    /// Who last changed what.
    pub authors: RwSignal<Authors>,
    /// When the newest remote change came that was there when the changes were last reviewed, ms since 1970; 0 if there was
    /// none.
    pub seen: RwSignal<f64>,
    /// The name typed for a page that has none; it is saved before the page is published.
    pub name: RwSignal<String>,
    /// What is wrong with the name.
    pub name_problem: RwSignal<Option<String>>,
}

/// When the newest remote change came, ms since 1970; 0 if there is none.
pub fn newest_remote_change(editor: Editor) -> f64 {
    editor.remote_changes.with_untracked(|changes| changes.last().map_or(0.0, |change| change.at))
}

/// Closes the dialog; its `close` event does the rest.
pub fn close(node: NodeRef<leptos::html::Dialog>) {
    if let Some(dialog) = node.get_untracked() {
        dialog.close();
    }
}

/// A number at the start of a sentence.
pub fn numeral(count: usize) -> String {
    const WORDS: [&str; 13] =
        ["No", "One", "Two", "Three", "Four", "Five", "Six", "Seven", "Eight", "Nine", "Ten", "Eleven", "Twelve"];
    WORDS.get(count).map_or_else(|| count.to_string(), |word| (*word).to_owned())
}
