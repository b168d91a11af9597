//! One file a command.

pub mod validate;
