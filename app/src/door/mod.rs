//! Mantel's own face: landing, sign-up and sign-in, account, errors. Server-rendered, whole without JavaScript.

pub mod agent;
pub mod agents;
pub mod consent;
mod document;
pub mod entry;
pub mod errors;
pub mod gallery;
pub mod hearth;
pub mod landing;
pub mod missing;
pub mod reference;
pub mod report;
pub mod settings;

pub use document::{Document, logo};
