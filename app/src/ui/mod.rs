//! Small parts shared by screens and looks.

pub mod brand;
pub mod browser;
pub mod icon;
pub mod silhouette;
