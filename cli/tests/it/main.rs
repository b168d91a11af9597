//! Runs the command against a real server: each command, its output and its exit status.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "tests fail by panicking")]

mod apply;
mod edits;
mod help;
mod live;
mod moving;
mod page;
mod parity;
mod pasted_texts;
mod refusals;
mod retries;
mod support;
mod validate;
