//! Flags and values that commands share.

pub mod fields;
pub mod global;
pub mod terms;
pub mod values;
