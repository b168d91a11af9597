//! A published page as plain files, and zip archives that are written while they are sent.

pub mod html;
pub mod static_site;
pub mod stylesheet;
pub mod zip;
