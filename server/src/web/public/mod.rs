//! What visitors see: published pages, private previews, their pictures, and the report form.

pub mod media;
pub mod page;
pub mod preview;
pub mod report;
