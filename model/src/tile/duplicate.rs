//! Detects tiles that lead to the same address.

use crate::id::TileId;
use crate::tile::{Kind, Tile};

impl Kind {
    /// The tile's address in a form in which equal addresses compare equal: a trailing slash makes no difference.
    pub fn comparable_address(&self) -> Option<String> {
        self.address().map(|address| address.as_str().trim_end_matches('/').to_owned())
    }
}

/// The addresses of a page's tiles, for finding duplicates.
#[derive(Clone, Debug)]
pub struct TileAddresses<'a>(Vec<(String, &'a TileId)>);

impl<'a> TileAddresses<'a> {
    /// The addresses of these tiles, in their order.
    pub fn of(tiles: impl IntoIterator<Item = &'a Tile>) -> Self {
        let address = |tile: &'a Tile| Some((tile.kind.comparable_address()?, &tile.id));
        Self(tiles.into_iter().filter_map(address).collect())
    }

    /// The first tile with the same address as this content.
    pub fn find(&self, kind: &Kind) -> Option<&'a TileId> {
        let wanted = kind.comparable_address()?;
        self.0.iter().find(|(address, _)| *address == wanted).map(|(_, id)| *id)
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests fail by panicking")]
mod tests {
    use super::*;
    use crate::brief::detect::detect;
    use crate::tile::NewTile;

    #[test]
    fn a_slash_at_the_end_makes_no_difference() {
        let kind = |text: &str| NewTile::of(detect(text)).kind;
        let id = TileId::parse("t_aaaaaaaaaaaa").unwrap();
        let tile = NewTile::of(detect("https://harrow.example/shop/")).with_id(id.clone());
        let addresses = TileAddresses::of([&tile]);
        assert_eq!(addresses.find(&kind("https://harrow.example/shop")), Some(&id));
        assert_eq!(addresses.find(&kind("https://harrow.example/")), None);
        assert_eq!(addresses.find(&kind("A note")), None);
    }
}
