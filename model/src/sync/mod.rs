//! The optimistic draft of an editor: edits that the service has not confirmed yet, merged with remote changes.
//!
//! A [`DraftSync`] holds the last draft known from the service and the steps made since. Each step is a
//! [`ReversibleEdit`]: an edit with the previous values, so that it can be undone, and rebased on a draft that others
//! have changed (decisions, The browser and the API: pending edits are rebased by tile and field).

mod conflict;
mod draft_sync;
mod field_merge;
mod reversible_edit;
mod undo_step;

pub use conflict::{About, Choice, Conflict, Difference};
pub use draft_sync::{DraftSync, RejectedStep, RemoteUpdate, Step};
pub use reversible_edit::{ReversibleEdit, TilePlace};
pub use undo_step::UndoStep;
