//! Words: cleaned, set in a face that has all their characters, broken into lines, drawn as outlines (cards, 2).
//!
//! Nothing here knows a look. Every step is linear in the length of the string, which is cut first ([`clean::MOST`]).

pub mod clean;
pub mod faces;
pub mod folder;
pub mod fonts;
pub mod lines;
pub mod outline;
pub mod shaped_text;
pub mod typeface;

pub use faces::Face;
pub use fonts::Fonts;
pub use lines::{Block, Setting, Step};
pub use outline::Line;
pub use shaped_text::Words;
