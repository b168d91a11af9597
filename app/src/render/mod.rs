//! The renderer of pages: one page, its tiles, and what each look adds.

pub mod look;
pub mod page;
pub mod tile;
