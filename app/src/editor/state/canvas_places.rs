//! Where tiles are in the canvas layout. A tile without a place of its own flows around the others, so whatever places
//! one tile first pins all others where they are.

use std::collections::HashMap;

use leptos::prelude::*;
use mantel_model::number::{PosR, PosSide, PosX, PosY, PosZ};
use mantel_model::theme::Layout;
use mantel_model::tile::{NewTile, Pos};
use mantel_model::{Draft, Edit, TileId, layout, number};

use super::editor::Editor;

/// The places of tiles on the canvas, whether set by the owner or automatic. Tiles in the group beside the name have
/// none.
pub fn positions(draft: &Draft) -> HashMap<TileId, Pos> {
    let place = |placed: layout::canvas::Placed| {
        let id = draft.tiles.get(placed.index)?.id.clone();
        let pos = Pos {
            x: PosX::clamped(placed.x),
            y: PosY::clamped(placed.y),
            w: PosSide::clamped(placed.w),
            h: PosSide::clamped(placed.h),
            r: PosR::clamped(placed.r.unwrap_or_else(|| tilt(&id))),
            z: PosZ::clamped(placed.z),
        };
        Some((id, pos))
    };
    layout::canvas::places(&draft.tiles).into_iter().filter_map(place).collect()
}

/// The angle at which the look draws an automatically placed tile, degrees, rounded to a tenth.
fn tilt(id: &TileId) -> f64 {
    let object = document().query_selector(&format!("#tile-{id} > .obj")).ok().flatten();
    let style = object.and_then(|object| window().get_computed_style(&object).ok().flatten());
    let rotate = style.and_then(|style| style.get_property_value("rotate").ok()).unwrap_or_default();
    let degrees = rotate.strip_suffix("deg").and_then(number::read).unwrap_or_default();
    (degrees * 10.0).round() / 10.0
}

/// Gives every automatically placed tile its present place as its own.
pub fn pin(draft: &mut Draft) {
    let places = positions(draft);
    for tile in draft.tiles.iter_mut().filter(|tile| tile.pos.is_none()) {
        tile.pos = places.get(&tile.id).copied();
    }
}

impl Editor {
    /// Adds tiles, in one undo step with the other edits of `gesture`, which must be unique to this step. On a canvas
    /// where some tile has a place of its own, the existing tiles are pinned where they are.
    pub fn add_tiles(self, tiles: Vec<NewTile>, after: Option<TileId>, label: &str, gesture: &str) -> bool {
        let mut draft = self.draft.get_untracked();
        let placed = draft.theme.layout == Layout::Canvas && draft.tiles.iter().any(|tile| tile.pos.is_some());
        if placed {
            pin(&mut draft);
            self.replace_draft(&draft, label, gesture);
        }
        self.edit_in_gesture(Edit::Add { tiles, after }, label, gesture)
    }
}
