//! Small components and helpers shared by screens and looks.

pub mod agent_glyph;
pub mod auto_scroll;
pub mod brand;
pub mod controls;
pub mod datetime;
pub mod dom;
pub mod icon;
pub mod lazy_code;
pub mod live_page;
pub mod local_storage;
pub mod logo;
pub mod paste_notes;
pub mod paste_preview;
pub mod paste_waiting;
pub mod radio;
pub mod scoped_memo;
pub mod size_glyph;
pub mod text_diff;
pub mod tile_fields;
pub mod tile_icon;
pub mod tile_label;
