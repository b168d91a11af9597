//! Cards of ordinary and of odd pages, and the words on them.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "tests")]

mod cards;
mod lofi_cobalt;
mod pages;
mod text;
