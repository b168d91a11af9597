//! What somebody did at one go: the unit of undo.

use serde::{Deserialize, Serialize};

use super::reversible_edit::Op;

/// Steps that are taken back together.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct UndoStep {
    /// What was done, as a person reads it: "Moved Print shop".
    pub words: String,
    /// What was done, in order.
    pub ops: Vec<Op>,
    /// Turns of one gesture (typing in one field, nudging one tile) share this and are one turn.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub gesture: String,
}

impl UndoStep {
    /// What takes it back, in order.
    pub fn back(&self) -> Vec<Op> {
        self.ops.iter().rev().flat_map(Op::inverse).collect()
    }

    /// Takes in what was done next in the same gesture.
    pub fn go_on(&mut self, ops: Vec<Op>) {
        for op in ops {
            if !self.ops.last_mut().is_some_and(|it| it.absorb(&op)) {
                self.ops.push(op);
            }
        }
    }
}
