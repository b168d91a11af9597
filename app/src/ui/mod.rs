//! Small parts shared by screens and looks.

pub mod brand;
pub mod icon;
