//! The reader of pages as it is in the server, without the server around it, which would have to be built for fuzzing too.

#[path = "../../src/link_metadata/clean.rs"]
mod clean;
#[path = "../../src/link_metadata/html.rs"]
mod html;
#[path = "../../src/link_metadata/page/mod.rs"]
pub mod page;
