//! How a page and its changes are printed for people.

pub mod changes;
pub mod char_grid;
pub mod drawing;
pub mod insights;
pub mod outline;
pub mod style;
pub mod tile;
pub mod warning;
