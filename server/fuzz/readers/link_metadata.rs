//! The server's page parser without the rest of the server, which would have to be built for fuzzing too.

#[path = "../../src/link_metadata/clean.rs"]
mod clean;
#[path = "../../src/link_metadata/html.rs"]
mod html;
#[path = "../../src/link_metadata/page/mod.rs"]
pub mod page;
