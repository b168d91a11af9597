//! Small parts shared by screens and looks.

pub mod brand;
pub mod browser;
pub mod fate;
pub mod glyph;
pub mod icon;
pub mod silhouette;
pub mod when;
pub mod words;
