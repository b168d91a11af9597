//! Tile positions in the grid, the canvas, the list and on the phone, shared by renderers and tests.

pub mod bento;
pub mod canvas;
pub mod grid;
pub mod link_kind;
pub mod phone;
pub mod size_class;
pub mod units;

use crate::tile::{Kind, Tile};

/// Whether a tile belongs to the group under the name and takes no place of its own: a social tile without `pos`
/// (looks, 1.2; decisions, Tile fields). Grid and list ignore `pos`, so there it is true of every social tile.
pub fn in_social_group(tile: &Tile, on_canvas: bool) -> bool {
    matches!(tile.kind, Kind::Social(_)) && !(on_canvas && tile.pos.is_some())
}

/// The order of the list: page order without the social group. Indexes into `tiles`.
pub fn list_order(tiles: &[Tile]) -> Vec<usize> {
    let rows = tiles.iter().enumerate().filter(|(_, tile)| !in_social_group(tile, false));
    rows.map(|(at, _)| at).collect()
}
