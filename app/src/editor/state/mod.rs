//! What the editor knows at a moment: signals, and the few ways in which they change. Views read it; nothing here draws.

pub mod breakpoint;
pub mod editor;
pub mod remote_change;
