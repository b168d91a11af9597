//! Tests of the model: one for each sentence of the specification, and properties of arbitrary pages.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "tests fail by panicking")]

mod any;
mod api;
mod brief;
mod check;
mod contrast;
mod diff;
mod documents;
mod edit;
mod formatting;
mod fuzz;
mod handles;
mod language;
mod layout;
mod lists;
mod move_in;
mod older_pages;
mod photo;
mod plain;
mod plan;
mod read;
mod resources;
mod schema;
mod source;
mod sync;
mod terminal;
mod undo;
