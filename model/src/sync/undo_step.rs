//! The unit of undo.

use serde::{Deserialize, Serialize};

use super::reversible_edit::ReversibleEdit;

/// Edits that are undone together.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct UndoStep {
    /// What was done, as shown to people: "Moved Print shop".
    #[serde(rename = "words")]
    pub label: String,
    /// The edits, in order.
    #[serde(rename = "ops")]
    pub edits: Vec<ReversibleEdit>,
    /// Edits of one gesture (typing in one field, nudging one tile) share this and form one step.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub gesture: String,
    /// Identifies a step within its sync while it lives; not stored.
    #[serde(skip)]
    pub number: u64,
}

impl UndoStep {
    /// The edits that undo it, in order.
    pub fn inverse(&self) -> Vec<ReversibleEdit> {
        self.edits.iter().rev().flat_map(ReversibleEdit::inverse).collect()
    }

    /// Adds the next edits of the same gesture.
    pub fn extend(&mut self, edits: Vec<ReversibleEdit>) {
        for edit in edits {
            if !self.edits.last_mut().is_some_and(|last| last.coalesce(&edit)) {
                self.edits.push(edit);
            }
        }
    }
}
