//! The reading order of the items that can be selected, and which tiles are in the group beside the name.

use crate::editor::state::selection::Selection;
use mantel_model::theme::Layout;
use mantel_model::{Draft, TileId, layout};

/// The items that can be selected, in reading order: the profile, then the tiles.
pub fn reading_order(draft: &Draft) -> Vec<Selection> {
    let order = match draft.theme.layout {
        Layout::Canvas => {
            let placed = layout::phone::canvas_order(&draft.tiles);
            let group = (0..draft.tiles.len()).filter(|index| !placed.contains(index));
            group.chain(placed.clone()).collect()
        }
        _ => (0..draft.tiles.len()).collect::<Vec<_>>(),
    };
    let tiles = order.into_iter().filter_map(|at| draft.tiles.get(at)).map(|tile| Selection::Tile(tile.id.clone()));
    std::iter::once(Selection::Profile).chain(tiles).collect()
}

/// Whether a tile is in the group beside the name: such tiles have an order of their own.
pub fn is_beside_name(draft: &Draft, id: &TileId) -> bool {
    let free = draft.theme.layout == Layout::Canvas;
    draft.tile(id).is_some_and(|tile| layout::in_social_group(tile, free))
}
