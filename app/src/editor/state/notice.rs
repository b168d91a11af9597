//! A notice at the foot of the canvas.

/// A sentence at the foot of the canvas, for eight seconds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Notice {
    /// What happened.
    pub text: String,
    /// The number of the undo step that it offers to undo.
    pub undo: Option<u64>,
    /// Tells notices apart.
    pub number: u32,
}
