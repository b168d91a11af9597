//! What may follow a page's name in its address: `/{username}+door` leads to the page.

use mantel_model::{Username, Way};

/// The page that the last part of an address with a way leads to.
pub fn page_at(name: &str) -> Option<Username> {
    let (username, way) = name.split_once('+')?;
    Way::parse(way).ok()?;
    Username::parse(username).ok()
}
