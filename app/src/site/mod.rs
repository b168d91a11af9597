//! The service's own screens: landing, sign-up and sign-in, settings, agents, gallery, errors. Rendered on the server,
//! and complete without JavaScript.

pub mod admin;
pub mod agents;
pub mod auth;
#[cfg(feature = "ssr")]
pub mod change_card;
pub mod check_list;
pub mod consent;
mod copyable;
pub mod docs;
mod document;
pub mod form_card;
pub mod form_fields;
pub mod gallery;
#[cfg(feature = "ssr")]
pub mod insights;
pub mod landing;
pub mod not_found;
pub mod report;
mod rights_fields;
pub mod settings;
pub mod share;

pub use document::Document;
