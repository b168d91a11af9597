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

pub use import::{ImportError, Imported, Source, import, import_document, import_partial, import_value};
pub use json::TextPosition;
pub use list::{Items, html, items};
pub use types::{Backdrop, Brief, Item};
pub use warning::Warning;
pub use write::{pretty, text, value};

/// Reads one element of a list of inputs as an item of a brief's `links`: a string, or an object with every field that an
/// item takes. A group of items under a heading gives several. Paths of warnings are relative to the element.
pub fn item_of(value: &serde_json::Value) -> (Vec<Item>, Vec<Warning>) {
    let mut warnings = warning::Warnings::new();
    let items = read::items(&json::Node::of(value), "", &mut warnings);
    let keys: Vec<u32> = items.iter().map(|item| item.key).collect();
    (items, warnings.finish(keys))
}
