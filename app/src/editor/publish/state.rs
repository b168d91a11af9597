//! The state that the parts of the publish dialog share.

use leptos::prelude::*;
use mantel_model::api::ChangesView;

use super::authors::Authors;
use crate::editor::state::editor::Editor;

/// How far publishing is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Stage {
    /// What would change is looked at.
    Asking,
    /// Under way, in words.
    Going(&'static str),
    /// It is live, as this version.
    Live(u64),
    /// It is not, and why.
    Failed(String),
    /// Somebody added something between the look and the button.
    Overtaken,
}

/// What the sheet's parts share.
#[derive(Clone, Copy)]
pub struct PublishState {
    /// The editor.
    pub editor: Editor,
    /// How far it is.
    pub stage: RwSignal<Stage>,
    /// What differs; all of the draft while nothing is live.
    pub changes: Memo<ChangesView>,
    /// Who touched what.
    pub authors: RwSignal<Authors>,
    /// How many visits there had been when the changes were last looked at.
    pub seen: RwSignal<usize>,
}

/// Closes the dialog; the rest follows from that.
pub fn close(node: NodeRef<leptos::html::Dialog>) {
    if let Some(dialog) = node.get_untracked() {
        dialog.close();
    }
}

/// A number at the head of a sentence.
pub fn numeral(count: usize) -> String {
    const WORDS: [&str; 13] =
        ["No", "One", "Two", "Three", "Four", "Five", "Six", "Seven", "Eight", "Nine", "Ten", "Eleven", "Twelve"];
    WORDS.get(count).map_or_else(|| count.to_string(), |word| (*word).to_owned())
}
