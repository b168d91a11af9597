//! How a page and its changes are shown to people.

pub mod changes;
pub mod char_grid;
pub mod drawing;
pub mod edit_result;
pub mod outline;
pub mod style;
pub mod tile;
