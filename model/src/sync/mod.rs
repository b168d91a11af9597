//! Edits on their way: what an editor made that the service may not know yet, brought together with what others made.
//!
//! A [`DraftSync`] holds the draft as the service last told it and the steps made since. Every step is an [`Op`]: an edit that
//! remembers what it found, so that it can be taken back, and can be made again on a draft that others have changed
//! (decisions, The browser and the API: pending edits are rebased by tile and field).

mod conflict;
mod draft_sync;
mod field_merge;
mod reversible_edit;
mod undo_step;

pub use conflict::{About, Choice, Conflict, Differ};
pub use draft_sync::{Arrival, DraftSync, Refused, Step};
pub use reversible_edit::{Op, Place};
pub use undo_step::UndoStep;
