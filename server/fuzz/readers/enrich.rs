//! The reader of pages, as it is in the server, without the server around it, which would have to be built for fuzzing too.

#[path = "../../src/enrich/clean.rs"]
mod clean;
#[path = "../../src/enrich/page/mod.rs"]
pub mod page;
