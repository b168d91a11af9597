//! A published page as a static site, and zip archives that are written while they are sent.

mod font_licence;
pub mod html;
pub mod static_site;
pub mod stylesheet;
pub mod zip;
