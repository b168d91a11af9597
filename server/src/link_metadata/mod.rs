//! Metadata of what tiles link to, refreshed in the background and stored beside the page (decisions, Facts). Neither
//! edits nor visits wait for it.

mod apple;
mod clean;
mod fetch;
mod github;
mod html;
mod lookup;
mod oembed;
pub mod page;
mod providers;
mod refresh;
pub mod rel_me;

pub use refresh::{IconPrefetch, Refresher};
