//! The renderer of pages: one page, its tiles, and what each look adds. Imports go one way: `context` and `tile_placement` ←
//! `tile` ← `look` ← `page`.

pub mod context;
pub mod look;
pub mod page;
pub mod tile;
pub mod tile_placement;
