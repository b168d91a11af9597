//! A notice at the foot of the canvas.

/// A sentence at the foot of the canvas, for eight seconds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Notice {
    /// What happened.
    pub text: String,
    /// Whether it offers to undo the last step.
    pub undo: bool,
    /// Tells notices apart.
    pub number: u32,
}
