//! The state of the editor: signals, and the few ways to change them. Views read it; nothing here renders, and nothing
//! here imports a view or `sync`.

pub mod announcements;
pub mod breakpoint;
pub mod canvas;
pub mod canvas_places;
pub mod conflicts;
pub mod dialog;
pub mod dialogs;
pub mod editor;
pub mod edits;
pub mod geometry;
pub mod notice;
pub mod paste_reader;
pub mod recent_changes;
pub mod remote_change;
pub mod sections;
pub mod selection;
pub mod start;
pub mod status;
pub mod tile_names;
pub mod upload_batch;
