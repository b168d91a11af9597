//! The brief: a small file that describes a whole page, read leniently (specification, Page file: the brief).
//!
//! Three representations, never mixed: raw JSON (`json`), parsed ([`Brief`], with warnings), and the page
//! ([`Draft`](crate::page::Draft)).

pub mod detect;
mod import;
pub mod json;
pub mod link;
mod list;
mod read;
mod types;
mod warning;
mod write;

pub use import::{ImportError, Imported, Source, import, import_partial, import_value};
pub use json::Place;
pub use list::{Items, html, items};
pub use types::{Backdrop, Brief, Item};
pub use warning::Warning;
pub use write::{pretty, text, value};
