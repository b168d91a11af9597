//! What visitors are shown: published pages, private previews, their pictures, and the form for reports.

pub mod media;
pub mod page;
pub mod preview;
pub mod report;
