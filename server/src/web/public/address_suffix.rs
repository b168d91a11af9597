//! What may follow a page's name in its address: `/{username}+door` leads to the page.

use mantel_model::{Username, Way};

/// The page that the last part of an address with a way leads to, and the way.
pub fn page_at(name: &str) -> Option<(Username, Way)> {
    let (username, way) = name.split_once('+')?;
    Some((Username::parse(username).ok()?, Way::parse(way).ok()?))
}
