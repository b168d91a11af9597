//! The renderer of pages: one page, its tiles, and what each look adds. Imports go one way: `context` and `anatomy` ←
//! `tile` ← `look` ← `page`.

pub mod anatomy;
pub mod context;
pub mod look;
pub mod page;
pub mod tile;
