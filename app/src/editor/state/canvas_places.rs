//! Where tiles stand in the canvas layout. A tile without a place of its own flows around the others, so that whatever places
//! one tile first gives all of them the places where they stand.

use std::collections::HashMap;

use leptos::prelude::*;
use mantel_model::number::{PosR, PosSide, PosX, PosY, PosZ};
use mantel_model::theme::Layout;
use mantel_model::tile::{NewTile, Pos};
use mantel_model::{Draft, Edit, TileId, layout, number};

use super::editor::Editor;

/// Where tiles stand on the canvas, whether their owner put them there or not. Those beside the name have no place.
pub fn places(draft: &Draft) -> HashMap<TileId, Pos> {
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

/// The angle at which the look draws a tile that is placed automatically, degrees to a tenth.
fn tilt(id: &TileId) -> f64 {
    let object = document().query_selector(&format!("#tile-{id} > .obj")).ok().flatten();
    let style = object.and_then(|object| window().get_computed_style(&object).ok().flatten());
    let rotate = style.and_then(|style| style.get_property_value("rotate").ok()).unwrap_or_default();
    let degrees = rotate.strip_suffix("deg").and_then(number::read).unwrap_or_default();
    (degrees * 10.0).round() / 10.0
}

/// Gives every tile that stands on the canvas without a place of its own the one where it stands.
pub fn pin(draft: &mut Draft) {
    let places = places(draft);
    for tile in draft.tiles.iter_mut().filter(|tile| tile.pos.is_none()) {
        tile.pos = places.get(&tile.id).copied();
    }
}

impl Editor {
    /// Adds tiles, as one undo step with what else belongs to `gesture`, which is this step's alone. On a canvas where tiles
    /// were placed, those that are there stay where they are.
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
