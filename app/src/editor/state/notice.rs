//! A notice at the foot of the canvas.

/// A message at the foot of the canvas, shown for eight seconds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Notice {
    /// What happened.
    pub text: String,
    /// The number of the undo step that its button undoes.
    pub undo: Option<u64>,
    /// Distinguishes notices.
    pub number: u32,
}
