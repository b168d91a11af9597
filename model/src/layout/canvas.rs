//! The canvas: 1200 units wide, tiles where the owner placed them, the rest in an automatic grid below
//! (specification, Canvas layout).

use super::bento::split;
use super::grid::pack;
use super::units::{self, CELL, GAP};
use super::{in_social_group, size_class};
use crate::limits::CANVAS_WIDTH;
use crate::tile::{Kind, Size, Tile};

/// Columns of the automatic grid.
pub const COLUMNS: u32 = 4;
/// Height of an automatic heading, units (decisions, Tile fields).
pub const HEADING: f64 = 72.0;

/// Where a tile stands on the canvas, in units.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Placed {
    /// The tile's index in the page.
    pub index: usize,
    /// Left edge.
    pub x: f64,
    /// Top edge.
    pub y: f64,
    /// Width.
    pub w: f64,
    /// Height.
    pub h: f64,
    /// The owner's rotation, degrees; `None` when placed automatically: the look may then tilt it.
    pub r: Option<f64>,
    /// Layer.
    pub z: f64,
    /// The size class that decides its layout.
    pub size: Size,
    /// Its scale relative to the cell of its size class, 0.6 to 1.6 (looks, 1.2: `--q`).
    pub q: f64,
}

/// A rectangle on the canvas: left, top, width, height.
type Rect = (f64, f64, f64, f64);

/// Every tile that has a place, in page order: those with `pos` there, the others in a grid below all of them.
/// Social tiles without `pos` stay in the group under the name.
pub fn places(tiles: &[Tile]) -> Vec<Placed> {
    let mut out: Vec<Placed> = tiles.iter().enumerate().filter_map(|(index, tile)| by_owner(index, tile)).collect();
    let bottom = out
        .iter()
        .map(|place| place.y + place.h)
        .fold(None, |low: Option<f64>, edge| Some(low.map_or(edge, |l| l.max(edge))));
    let mut top = bottom.map_or(0.0, |bottom| bottom + GAP);
    for (heading, members) in split(tiles, |tile| tile.pos.is_none() && !in_social_group(tile, true)) {
        if let Some((index, tile)) = heading.and_then(|at| tiles.get(at).map(|tile| (at, tile))) {
            out.push(placed(index, tile, (0.0, top, CANVAS_WIDTH, HEADING)));
            top += HEADING + GAP;
        }
        top = flow(tiles, &members, top, &mut out);
    }
    out.sort_by_key(|place| place.index);
    out
}

/// Height of the canvas: the lowest edge of any tile, units.
pub fn height(places: &[Placed]) -> f64 {
    places.iter().map(|place| place.y + place.h).fold(0.0, f64::max)
}

/// Packs a section's tiles from `top` down; returns the top of what follows.
fn flow(tiles: &[Tile], members: &[usize], top: f64, out: &mut Vec<Placed>) -> f64 {
    let members: Vec<(usize, &Tile)> = members.iter().filter_map(|at| tiles.get(*at).map(|tile| (*at, tile))).collect();
    let grid = pack(COLUMNS, members.iter().map(|(_, tile)| tile.size.cells()));
    let step = CELL + GAP;
    for ((index, tile), cells) in members.into_iter().zip(&grid.cells) {
        let (w, h) = units::of_size(tile.size);
        out.push(placed(index, tile, (f64::from(cells.column) * step, top + f64::from(cells.row) * step, w, h)));
    }
    top + f64::from(grid.rows) * step
}

fn by_owner(index: usize, tile: &Tile) -> Option<Placed> {
    let pos = tile.pos?;
    let rect = (pos.x.get(), pos.y.get(), pos.w.get(), pos.h.get());
    Some(Placed { r: Some(pos.r.get()), z: pos.z.get(), ..placed(index, tile, rect) })
}

fn placed(index: usize, tile: &Tile, (x, y, w, h): Rect) -> Placed {
    let heading = matches!(tile.kind, Kind::Heading(_));
    let size = if heading { Size::W } else { size_class::by_shape(w, h) };
    let cell = if heading { (CANVAS_WIDTH, HEADING) } else { units::of_size(size) };
    Placed { index, x, y, w, h, r: None, z: 0.0, size, q: size_class::scale(w, h, cell) }
}
