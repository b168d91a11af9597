//! A published page as a static site, and zip archives that are streamed while they are written.

mod font_licence;
pub mod html;
pub mod static_site;
pub mod stylesheet;
pub mod zip;
