//! Every screen of Mantel and the six looks, as Leptos components over the one page model.

pub mod brief;
pub mod client;
pub mod dashboard;
pub mod door;
pub mod look;
pub mod page;
pub mod sample;
pub mod shell;
pub mod tile;
pub mod ui;
