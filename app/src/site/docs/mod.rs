//! The documentation of the API: its reference and its error codes.

pub mod errors;
pub mod index;
pub mod reference;
