//! How a page and its changes are shown to people.

pub mod changes;
pub mod drawing;
pub mod outline;
pub mod paint;
pub mod sheet;
pub mod tile;
