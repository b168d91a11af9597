//! The phone layout: two columns for the grid, with no tile next to a hole; one column for the canvas.

use std::collections::{HashMap, HashSet};

use super::bento::split;
use super::grid::{Cells, Packed, pack};
use super::{canvas, in_social_group, size_class};
use crate::facts::Facts;
use crate::id::TileId;
use crate::tile::{Kind, Size, Tile};

/// The grid on a phone, without the social group. Indexes into the page's tiles.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PhoneGrid {
    /// The order in which they are shown: each section's heading, then its tiles as they are packed, row by row.
    pub order: Vec<usize>,
    /// The one-cell tiles that dense packing leaves without a neighbour, and records whose title is too long for a label:
    /// each spans both columns in its `w` form (looks, 1.2, "Under 600").
    pub solo: HashSet<usize>,
}

/// The grid of these tiles on a phone.
pub fn grid(tiles: &[Tile], facts: &HashMap<TileId, Facts>) -> PhoneGrid {
    let mut out = PhoneGrid::default();
    for (heading, members) in split(tiles, |tile| !in_social_group(tile, false)) {
        out.order.extend(heading);
        let mut cells = packed(tiles, members, facts, &mut out.solo);
        cells.sort_by_key(|(_, cell)| (cell.row, cell.column));
        out.order.extend(cells.into_iter().map(|cell| cell.0));
    }
    out
}

/// A section's tiles in the phone's grid; adds those that span both columns to `solo`.
fn packed(
    tiles: &[Tile],
    members: Vec<usize>,
    facts: &HashMap<TileId, Facts>,
    solo: &mut HashSet<usize>,
) -> Vec<(usize, Cells)> {
    let mut spans: Vec<(usize, (u32, u32))> =
        members.into_iter().filter_map(|at| tiles.get(at).map(|tile| (at, span(tile, facts.get(&tile.id))))).collect();
    for (at, span) in &mut spans {
        if tiles.get(*at).is_some_and(|tile| *span == (1, 1) && has_long_title(tile, facts.get(&tile.id))) {
            *span = (2, 1);
            solo.insert(*at);
        }
    }
    // Each iteration widens one tile, so there are at most as many iterations as tiles.
    loop {
        let grid = pack(2, spans.iter().map(|span| span.1));
        let Some((at, span)) = beside_hole(&grid).and_then(|nth| spans.get_mut(nth)) else {
            return spans.into_iter().map(|span| span.0).zip(grid.cells).collect();
        };
        *span = (2, 1);
        solo.insert(*at);
    }
}

/// Whether a record's title is too long for the label of one cell.
fn has_long_title(tile: &Tile, facts: Option<&Facts>) -> bool {
    matches!(tile.kind, Kind::Music(_)) && size_class::fit(&size_class::shown_title(tile, facts)) > 2
}

/// Columns and rows of a tile in the phone's grid.
fn span(tile: &Tile, facts: Option<&Facts>) -> (u32, u32) {
    match size_class::one_cell_on_phone(tile, facts) {
        true if matches!(tile.kind, Kind::Image(_)) && tile.size == Size::T => (1, 2),
        true => (1, 1),
        false => (2, 1),
    }
}

/// The index, in packing order, of the item next to the lowest hole.
fn beside_hole(packed: &Packed) -> Option<usize> {
    let holds = |column: u32, row: u32| {
        packed.cells.iter().position(|cell| {
            (cell.column..cell.column + cell.columns).contains(&column)
                && (cell.row..cell.row + cell.rows).contains(&row)
        })
    };
    (0..packed.rows).rev().find_map(|row| match (holds(0, row), holds(1, row)) {
        (Some(alone), None) | (None, Some(alone)) => Some(alone),
        _ => None,
    })
}

/// The canvas as one column: top to bottom, then left to right (specification, Canvas layout). Indexes into `tiles`.
pub fn canvas_order(tiles: &[Tile]) -> Vec<usize> {
    let mut places = canvas::places(tiles);
    places.sort_by(|a, b| a.y.total_cmp(&b.y).then(a.x.total_cmp(&b.x)));
    places.into_iter().map(|place| place.index).collect()
}
